import type { Edit } from '../simulation/breaks/edit.ts'

/** A bug of the kind that a refactoring makes, as edits of the source. The code knows nothing of them. */
export type Mutant = {
  name: string
  /** What whoever makes it believes, and what it changes all the same. */
  why: string
  edits: readonly Edit[]
}
