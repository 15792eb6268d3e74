import type { Reason, Wait } from '../reasons.ts'
import { type Sentences, say } from '../sentences/sentences.ts'
import { shownItems } from './shown-items.ts'

/** A reason with its facts, and as a sentence. */
export const reasonView = (reason: Reason, sentences: Sentences) => ({
  ...shownItems(reason),
  text: say(sentences.reason, reason),
})

/** What is waited for, in the same form. */
export const waitView = (why: Wait, sentences: Sentences) => ({ ...shownItems(why), text: say(sentences.wait, why) })
