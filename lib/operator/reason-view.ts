import type { Reason, Wait } from '../reasons.ts'
import { languages } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { shownItems } from './shown-items.ts'

/** A reason with its facts, and as a sentence. */
export const reasonView = (reason: Reason) => ({ ...shownItems(reason), text: say(languages.en.reason, reason) })

/** What is waited for, in the same form. */
export const waitView = (why: Wait) => ({ ...shownItems(why), text: say(languages.en.wait, why) })
