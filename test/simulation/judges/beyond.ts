import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Finding } from '../../../lib/reasons.ts'
import type { Town } from '../town/town.ts'
import { eventsOf } from './judged.ts'

/** What no broken assumption excuses: nothing is lost, everything ends, nothing flies, and no clock that can be noticed sends. */
const neverAllowed = /^(lost|forged|stuck|hung|a bug|expired|not expired|locked out|sent by a wrong clock)/

/**
 * A result where an assumption did not hold. Returns and comments can then be there twice; but somebody must hear of each: by an alarm, by
 * an event that asks, or by the audit, which compares the comments of done events.
 */
export async function judgedBeyond<Judgement extends { violations: string[]; allowed: string[] }>(
  town: Town,
  result: Judgement,
): Promise<Judgement> {
  const isKept = (what: string) => neverAllowed.test(what)
  return {
    ...result,
    violations: [...result.violations.filter(isKept), ...(await unreported(town))],
    allowed: result.violations.filter((what) => !isKept(what)),
  }
}

/** What is there twice without anybody having heard of it. */
async function unreported({ script, truth, events, findings, expired }: Town): Promise<string[]> {
  const all = await events()
  return script.facts.flatMap((fact) => {
    const own = eventsOf(fact, all)
    if (own.some((event) => truth.alarms.has(event.id) || hasAsked(event))) return []
    const idsOf = (made: readonly { id: number; tag: string }[]) =>
      made.filter(({ tag }) => tag === fact.tag).map(({ id }) => id)
    const isReported = (ids: readonly number[]) =>
      findings.some((finding) => isAboutOne(finding, ids, own, fact.order.id))
    // The audit compares no event that has expired, be it because no audit came through in time.
    const isDone = own.some((event) => event.status === 'done' && !expired.some(({ id }) => id === event.id))
    const twice = { returns: idsOf(truth.returns), ...(isDone && { comments: idsOf(truth.comments) }) }
    return Object.entries(twice)
      .filter(([, ids]) => ids.length > 1 && !isReported(ids))
      .map(([what, ids]) => `unreported: ${what} ${ids.join(', ')} of ${fact.tag}`)
  })
}

const hasAsked = ({ status, history }: InboxEvent): boolean =>
  status === 'held' || history.some((entry) => entry.code === 'held' && entry.reason === 'outcome_unclear')

/** An unclear write sends a person to its order: while it is open, no return there is told to be unknown that it may have made. */
const isAboutOne = (
  { what, returnId, event, orderId }: Finding,
  ids: readonly number[],
  own: readonly InboxEvent[],
  ownOrderId: number,
): boolean =>
  (what === 'return_unknown' && returnId !== undefined && ids.includes(returnId)) ||
  (what === 'write_unclear' && orderId === ownOrderId) ||
  ((what === 'write_unclear' || what === 'comment_twice') && own.some(({ id }) => id === event))
