import type { en } from './en.ts'

/** The pages' own words in one language. A language does not compile while it lacks one. */
export type Texts = typeof en
