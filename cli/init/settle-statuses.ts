import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Ask } from '../../local/ask.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'
import type { Sources } from './settle-sources.ts'

/** How the back office works with orders and returns. Undefined: nobody was asked, and the defaults count. */
export type Statuses = {
  announced?: number
  /** Of sources that differ from the bridge. */
  announcedBy: Record<string, number>
  received?: number
  shippedFrom?: number | 'off'
}

/** Publicly the label's (docs/back-office.md 5.3). */
const labelStatus = '9.01'
const isStatus = (text: string): boolean => /^\d{1,2}(\.\d{1,4})?$/.test(text) && Number(text) > 0
const problem = (text: string) => (text === '' || isStatus(text) ? undefined : 'must be a status, such as 9.03')
const problemBut = (word: string) => (text: string) => (text === word ? undefined : problem(text))
const without = 'if somebody else does, the status of a return without a label'

const announced = (areSeveral: boolean) => ({
  option: '--announced',
  question: `Who sends the customer the label of a return? (Enter: the back office, when a return has status ${labelStatus}; ${without}${areSeveral ? '; some: it differs by sender' : ''})`,
  problem: areSeveral ? problemBut('some') : problem,
})
const announcedBy = (name: string) => ({
  option: `--announced ${name}=<status>`,
  question: `Who sends the label of returns from ${name}? (Enter: the back office; ${without})`,
  problem,
})
/** Who sends the label is known: only the status is not. */
const withOwnLabel = (name: string) => ({
  ...announcedBy(name),
  question: `The status of returns from ${name}, for which the back office makes no label, as ${name} sends its own`,
  problem: (text: string) => (text === '' ? 'must be a status, such as 9.03' : problem(text)),
})
const received = {
  option: '--received',
  question: `The status of a return whose goods are here already (Enter: ${labelStatus}, also where that makes a label)`,
  problem,
}
const usualShipped = '7'
const shipped = {
  option: '--shippedFrom',
  question: `From which status on is an order shipped? (Enter: ${usualShipped}, the usual one; off: nobody asks)`,
  problem: problemBut('off'),
}

/** Throws `CannotStart` for an answer that is no status. */
export async function settleStatuses(sources: Sources, given: Given, ask: Ask | undefined): Promise<Statuses> {
  const settled: Statuses = { announcedBy: {} }
  const isToKnow = (text: string | undefined) => text !== undefined || ask !== undefined
  const sender = isToKnow(given.announced)
    ? await answerTo(announced(sources.size > 1), given.announced, ask)
    : undefined
  if (sender !== undefined) settled.announced = Number(isStatus(sender) ? sender : labelStatus)
  for (const [name, kind] of sources) {
    const own = given.announcedBy[name]
    const wanted = sourceOfKind(kind)?.sendsLabel ? withOwnLabel(name) : announcedBy(name)
    const isAsked = own !== undefined || sender === 'some' || sourceOfKind(kind)?.sendsLabel
    const answer = isAsked ? await answerTo(wanted, own, ask) : ''
    if (answer !== '') settled.announcedBy[name] = Number(answer)
  }
  if (isToKnow(given.received))
    settled.received = Number((await answerTo(received, given.received, ask)) || labelStatus)
  if (isToKnow(given.shippedFrom)) {
    const answer = (await answerTo(shipped, given.shippedFrom, ask)) || usualShipped
    settled.shippedFrom = answer === 'off' ? answer : Number(answer)
  }
  return settled
}
