import type { Reason } from '../reasons.ts'
import { languages } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { shownItems } from './shown-items.ts'

/** A reason with its facts, and as a sentence. */
export const reasonView = (reason: Reason) => ({ ...shownItems(reason), text: say(languages.en.reason, reason) })
