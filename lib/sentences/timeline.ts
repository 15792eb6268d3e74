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
  'order may be meant': ({ orderId }) => `Order ${orderId} may be meant, and nothing else tells whether it is.`,
  'several orders may be meant': () => 'Several orders may be meant, and nothing else tells which one is.',
  'return planned': ({ orderId }) => `The lines of the return for order ${orderId} were chosen.`,
  'return was not sent': () => 'The planned return was never sent, so it is planned anew.',
  'return created': ({ returnId, orderId }) => `Return ${returnId} of order ${orderId} was created.`,
  'return found': ({ returnId }) => `Return ${returnId} was there already, so none was sent again.`,
  'return sent, answer lost': () => 'A return was sent and no usable answer came: it may have been created.',
  'return not found, sent again': () => 'The back office provably had no such return, so it was sent again.',
  'return not found, order changed': ({ orderId }) =>
    `The back office provably had no such return, and order ${orderId} has changed since: it is planned anew.`,
  'return refused': () => 'The back office refused the return: nothing was created.',
  'return checked': ({ returnId, statusId }) => `Return ${returnId} was looked at: it has status ${statusId}.`,
  'incomplete return accepted': ({ returnId }) => `Return ${returnId} is incomplete, and an operator let it pass.`,
  'repeated return looked at again': () => 'The order was searched for a second return of the same lines.',
  'new order planned': ({ lines }) =>
    `No order carries its external number yet: a new one was composed${typeof lines === 'number' ? ` (${lines} ${lines === 1 ? 'line' : 'lines'})` : ''}.`,
  'new order was not sent': () => 'The planned order was never sent, so it is planned anew.',
  'new order created': ({ orderId }) => `Order ${orderId} was created.`,
  'new order found': ({ orderId }) => `Order ${orderId} was there already, so none was sent again.`,
  'new order sent, answer lost': () => 'An order was sent and no usable answer came: it may have been created.',
  'new order not found': () => 'The back office shows no such order: a person is to look there.',
  'new order no longer absent': () => 'Orders carry its external number now, so it may be there after all.',
  'new order not found, sent again': () =>
    'A person released it and the back office still had no such order, so it was sent again.',
  'new order refused': () => 'The back office refused the order: nothing was created.',
  'repeated order looked at again': () => 'A second order of the same external number was searched for.',
  'publication planned': ({ imageId }) => `Image ${imageId} is not visible so yet: it is to become so.`,
  'publication was not sent': () => 'It was never sent to the back office, so it is planned anew.',
  'publication sent, answer lost': ({ imageId }) =>
    `That image ${imageId} becomes visible was sent and no usable answer came: it may have happened.`,
  'publication not found': ({ imageId }) => `Image ${imageId} is not visible: a person is to look there.`,
  'publication not found, sent again': ({ imageId }) =>
    `A person released it and image ${imageId} was still not visible, so it was sent again.`,
  'publication refused': () => 'The back office refused it: nothing became visible.',
  'image published': ({ imageId }) => `Image ${imageId} is visible now.`,
  'image found published': ({ imageId }) => `Image ${imageId} was visible already, so nothing was sent.`,
  'comment planned': ({ orderId }) => `A comment for order ${orderId} was composed.`,
  'comment written': ({ orderId }) => `The comment stands at order ${orderId}.`,
  'comment found': ({ orderId }) => `The comment stood at order ${orderId} already, so none was sent again.`,
  'comment not found': ({ orderId }) => `The comment does not stand at order ${orderId}.`,
  'comment sent, answer lost': () => 'A comment was sent and no usable answer came: it may have been written.',
  'comment refused': () => 'The back office did not take the comment: nothing was written.',
  'not sent': () => 'Nothing was sent: there was no connection to the back office.',
  'wish taken over': ({ from }) => `Event ${from} told it first and was given up: what it may have sent is looked for.`,
  'told before': () => 'Another event had told it and done it before.',
  deferred: ({ why }) => `It was put off through no fault of its own: ${why}.`,
  waiting: ({ why }) => `The try did not succeed: ${why}.`,
  held: ({ reason }) => `It was held for a person to decide (${reason}).`,
  failed: ({ reason }) => `It failed (${reason}).`,
  ignored: ({ reason }) => `There was nothing to do (${reason}).`,
  done: () => 'Everything was done.',
  released: (facts) => `An operator released it.${noted(facts)}`,
  replayed: (facts) => `An operator started it over.${noted(facts)}`,
  erased: () => 'Its payload and all words of people in it were erased, as retention asks.',
  'given up': () =>
    'It had failed and nobody took it up again: it was given up, and its payload and all words in it were erased, as retention asks.',
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
