import type { Ask } from '../ask.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'

/** How the back office works with orders and returns. Undefined: nobody was asked, and the defaults count. */
export type Statuses = { announced?: number; received?: number; shippedFrom?: number | 'off' }

/** Publicly the label's (docs/back-office.md 5.3). */
const labelStatus = '9.01'
const isStatus = (text: string): boolean => /^\d{1,2}(\.\d{1,4})?$/.test(text) && Number(text) > 0
const problem = (text: string) => (text === '' || isStatus(text) ? undefined : 'must be a status, such as 9.03')

const questions = {
  announced: {
    option: '--announced',
    question: `Who sends the customer the label of a return? (Enter: the back office, when a return has status ${labelStatus}; if somebody else does, the status of a return without a label)`,
    problem,
  },
  received: {
    option: '--received',
    question: `The status of a return whose goods are here already (Enter: ${labelStatus}, also where that makes a label)`,
    problem,
  },
}

const usualShipped = 7
const shipped = {
  option: '--shippedFrom',
  question: `From which status on is an order shipped? (Enter: ${usualShipped}, the usual one; off: nobody asks)`,
  problem: (text: string) => (text === 'off' ? undefined : problem(text)),
}

/** Throws `CannotStart` for an answer that is no status. */
export async function settleStatuses(given: Given, ask: Ask | undefined): Promise<Statuses> {
  const settled: Statuses = {}
  for (const name of ['announced', 'received'] as const) {
    if (given[name] === undefined && !ask) continue
    const answer = await answerTo(questions[name], given[name], ask)
    settled[name] = Number(answer === '' ? labelStatus : answer)
  }
  if (given.shippedFrom !== undefined || ask) {
    const answer = await answerTo(shipped, given.shippedFrom, ask)
    settled.shippedFrom = answer === 'off' ? answer : Number(answer === '' ? usualShipped : answer)
  }
  return settled
}
