import { en } from './en/en.ts'
import type { Sentences } from './sentences.ts'

export type Language = 'en'

/** A new language is a folder that fills every table of `Sentences`. */
export const languages: Readonly<Record<Language, Sentences>> = { en }
