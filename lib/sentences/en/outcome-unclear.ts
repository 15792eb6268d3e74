import type { Reason, Unclear } from '../../reasons.ts'
import { capital } from '../capital.ts'
import type { OfCode } from '../sentences.ts'
import { atOrder, aWrite, carriedOut, inBrackets } from './phrases.ts'

const entries = { return: 'returns', comment: 'comments', order: 'orders', image: 'images' } as const

const orDiscard = 'or discard it and say in the note what you found.'
const lookAgain = `Look in the back office, then release the event to check again, ${orDiscard}`

/** Why nobody but a person can tell what became of a write. */
export function outcomeUnclear(facts: OfCode<Reason, 'outcome_unclear'>): string {
  switch (facts.what) {
    case 'list_incomplete':
      return `${sent(facts)} The back office's list lacks ${entries[facts.kind]} that were there before${inBrackets(facts.ids)}, so it proves nothing. ${lookAgain}`
    case 'list_mixed':
      return `${sent(facts)} The back office's list also holds unrelated entries${inBrackets(facts.ids)}, so it proves nothing. ${lookAgain}`
    case 'similar':
      return `${sent(facts)} New ${entries[facts.kind]} look like it, but none is it for certain${inBrackets(facts.ids)}. Cancel what is too much, then release the event to check again, ${orDiscard}`
    case 'missing':
      return `${sent(facts)} The back office does not show it${facts.kind === 'image' ? ' as visible' : ''}. Look there, then release the event: if it is still missing, the bridge sends it again. Or discard the event and say in the note what you found.`
    case 'twice':
      return `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)} was ${carriedOut[facts.kind]} twice${inBrackets(facts.ids)}: an earlier try came through late. Cancel one, then release the event.`
    case 'cannot_continue':
      return `The outcome of a write is unknown${inBrackets(facts.ids)}, and ${cause(facts)}`
    default:
      return facts satisfies never
  }
}

/** Ends the sentence that says that the outcome of a write is unknown. */
function cause({ because, words }: Extract<Unclear, { what: 'cannot_continue' }>): string {
  if (because === 'attempts_used_up') return `all attempts are used up. ${lookAgain}`
  if (words !== undefined) return `the back office refused the next step: ${words} ${lookAgain}`
  if (because !== 'command_gone') return `the event cannot continue (${because}). ${lookAgain}`
  return `the configuration no longer gives the command for it. Look in the back office. Restore the configuration and release the event, ${orDiscard}`
}

const sent = (facts: { kind: keyof typeof entries; orderId?: number; tries?: number }): string => {
  const what = `${capital(aWrite[facts.kind])}${atOrder(facts.kind, facts.orderId)}`
  return `${what} was sent${(facts.tries ?? 1) > 1 ? ` ${facts.tries} times` : ''}, and no usable answer came.`
}
