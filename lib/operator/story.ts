import type { HistoryEntry } from '../inbox/event.ts'

/** `2026-03-02 09:00:05 UTC` */
export const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

type Facts = Readonly<Record<string, unknown>>
const noted = ({ note }: Facts) => (typeof note === 'string' ? ` Note: ${note}` : '')

/** What each word of a history means, for people who do not know the bridge. */
export const meanings: Readonly<Record<string, (facts: Facts) => string>> = {
  accepted: () => 'The delivery arrived, was verified and stored.',
  claimed: ({ attempt }) => `Try ${attempt} began.`,
  translated: ({ commands }) =>
    `The payload was understood: ${commands === 1 ? 'one thing' : `${commands} things`} to do.`,
  'order named': ({ orderId }) => `It is about order ${orderId}.`,
  'order found': ({ orderId }) => `It is about order ${orderId}, which the back office knows.`,
  'return planned': ({ orderId }) => `The lines of the return for order ${orderId} were chosen.`,
  'return was not sent': () => 'The planned return was never sent, so it is planned anew.',
  'return created': ({ returnId, orderId }) => `Return ${returnId} of order ${orderId} was created.`,
  'return found': ({ returnId }) => `Return ${returnId} was there already, so none was sent again.`,
  'return sent, answer lost': () => 'A return was sent and no usable answer came: it may have been created.',
  'return not found, sent again': () => 'The back office provably had no such return, so it was sent again.',
  'return refused': () => 'The back office refused the return: nothing was created.',
  'return checked': ({ returnId, statusId }) => `Return ${returnId} was looked at: it has status ${statusId}.`,
  'repeated return looked at again': () => 'The order was searched for a second return of the same lines.',
  'comment planned': ({ orderId }) => `A comment for order ${orderId} was composed.`,
  'comment written': ({ orderId }) => `The comment stands at order ${orderId}.`,
  'comment found': ({ orderId }) => `The comment stood at order ${orderId} already, so none was sent again.`,
  'comment sent, answer lost': () => 'A comment was sent and no usable answer came: it may have been written.',
  'comment refused': () => 'The back office did not take the comment: nothing was written.',
  deferred: ({ why }) => `It was put off through no fault of its own: ${why}.`,
  waiting: ({ why }) => `The try did not succeed: ${why}.`,
  held: ({ reason }) => `It was held for a person to decide (${reason}).`,
  failed: ({ reason }) => `It failed (${reason}).`,
  ignored: ({ reason }) => `There was nothing to do (${reason}).`,
  done: () => 'Everything was done.',
  released: (facts) => `An operator released it.${noted(facts)}`,
  replayed: (facts) => `An operator started it over.${noted(facts)}`,
  discarded: (facts) => `An operator gave it up.${noted(facts)}`,
}

const sentence = ({ at: _at, what, ...facts }: HistoryEntry): string =>
  (meanings[what]?.(facts) ?? `${what}.`).replace(/\.\.(?=$| Note)/, '.')

/**
 * A history as sentences, oldest first. That a try began is told only where nothing came of it yet; what happened several times in a
 * row is told once.
 */
export function story(history: readonly HistoryEntry[]): string[] {
  const told = history.filter(({ what }, index) => what !== 'claimed' || index === history.length - 1)
  const lines: { first: number; last: number; text: string; times: number }[] = []
  for (const entry of told) {
    const text = sentence(entry)
    const before = lines.at(-1)
    if (before?.text === text) Object.assign(before, { last: entry.at, times: before.times + 1 })
    else lines.push({ first: entry.at, last: entry.at, text, times: 1 })
  }
  return lines.map(({ first, last, text, times }) =>
    times === 1 ? `${at(first)}: ${text}` : `${at(first)} to ${at(last)}, ${times} times: ${text}`,
  )
}
