import { capital } from './capital.ts'

/** A text from elsewhere as a sentence of its own. */
export const asSentence = (text: string): string => capital(text.trim()).replace(/([^.!?…])$/, '$1.')
