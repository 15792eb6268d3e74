import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Fact } from '../facts/fact.ts'
import { hasOlder } from '../people/older-returns.ts'
import { eventsOf, isAbout, isFarTooLate, type Judged } from './judged.ts'

/** A person is asked only where a person is needed. */
export function unjustified(judged: Judged): string[] {
  return judged.script.facts.flatMap((fact) =>
    eventsOf(fact, judged.events)
      .filter((event) => event.status === 'held' || event.status === 'failed')
      // Of an event with several facts any of them can be the reason.
      .filter((event) => !factsOf(event, judged).some((one) => isJustified(one, event, judged)))
      .map(
        (event) =>
          `unjustified: ${event.id} is ${event.status} as ${event.reason?.code} (${JSON.stringify(event.reason)})`,
      ),
  )
}

const factsOf = (event: InboxEvent, { script }: Judged): Fact[] =>
  script.facts.filter((fact) => eventsOf(fact, [event]).length > 0)

function isJustified(fact: Fact, event: InboxEvent, judged: Judged): boolean {
  const { several } = event.reason ?? {}
  if (several) return several.failed.every(({ because }) => isJustified(fact, { ...event, reason: because }, judged))
  const { script, truth, faults } = judged
  const others = script.facts.filter((other) => other !== fact && other.order === fact.order && other.kind === 'return')
  const isGone = fact.order.anewId !== undefined || truth.cancelledAt.has(fact.order.id)
  const older = hasOlder(fact.order, truth.older)
  const byHand = truth.byHand.some(({ orderId }) => isAbout(fact.order, orderId))
  const isNumberTaken = truth.byHand.some(
    (one) => one.externalNumber !== undefined && one.externalNumber === fact.externalNumber,
  )
  const isRecord = fact.kind === 'order' || fact.kind === 'image'
  switch (event.reason?.code) {
    case 'possible_duplicate':
      return fact.deliveries.length > 1 || others.length > 0 || isNumberTaken
    // A piece that a person, or another kind of report, has returned; or two returns, because one came through far too late.
    case 'same_parcel':
      return others.length > 0 || byHand || older || isFarTooLate(fact, truth)
    case 'nothing_to_return':
    case 'too_many':
      return fact.deliveries.length > 1 || others.length > 0 || byHand || older || askedForMore(fact)
    case 'outcome_unclear':
      // What is not found again is for a person, and anything can have ended the run between the record and the answer.
      return (
        (isRecord && faults.size > 0) ||
        byHand ||
        isFarTooLate(fact, truth) ||
        event.reason.what === 'cannot_continue' ||
        hasTriedAllDay(event) ||
        faults.has('request refused') ||
        faults.has('token refused') ||
        faults.has('tokens expired') ||
        faults.has('password changed')
      )
    case 'order_unknown':
      return fact.order.appearsAfter !== 0 || isGone || fact.besideHopeless === true
    case 'order_cancelled':
    case 'line_unknown':
      return isGone
    // The weather sends refusals and takes tries.
    case 'rejected':
    case 'attempts_used_up':
      return true
    // Behind an order whose open write a person must look at first.
    case 'deferred_too_long':
      return byHand || others.length > 0 || fact.deliveries.length > 1
    default:
      return false
  }
}

const askedForMore = ({ lines }: Fact): boolean =>
  lines !== 'all' && lines.some(({ line, quantity }) => quantity > line.quantity)
const hasTriedAllDay = ({ attempts }: InboxEvent): boolean => attempts >= 10
