import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { isMoved, wasByHand, wideEventsOf } from '../all-senders/events.ts'
import type { WideFact } from '../all-senders/fact.ts'
import type { Judged } from './judged.ts'
import { forPeople } from './needless.ts'

/** What refusals, lost answers and outages can make of any event. */
export const ofWeather: ReadonlySet<string> = new Set([
  ...['rejected', 'attempts_used_up', 'outcome_unclear', 'deferred_too_long', 'commands_failed', 'withdrawal_unplaced'],
])
/** What a person who has entered the same can make of it. */
const ofHands: ReadonlySet<string> = new Set([
  ...['same_parcel', 'possible_duplicate', 'too_many', 'nothing_to_return', 'outcome_unclear'],
])

/**
 * How each fact must end is known from what was asked: exactly so, and with the right facts for a person, unless somebody interfered or
 * the weather can have ended it.
 */
export function wrongEndings(judged: Judged): string[] {
  const { wide, events, faults, finished, nature } = judged
  if (!finished) return []
  const isHeavy = forPeople.some((kind) => faults.has(kind))
  return wide
    .filter(({ flow }) => !flow)
    .flatMap((fact) =>
      wideEventsOf(fact, events).flatMap((event) => {
        if (isMoved(event)) return []
        const { id, status, reason } = event
        const wrong = wrongIn(event, fact)
        if (!wrong) nature.places.reach(fact.name)
        const code = reason?.code ?? ''
        const isExcused =
          (isHeavy && ofWeather.has(code)) || isUnseen(event, judged) || (wasByHand(fact, judged) && ofHands.has(code))
        return wrong && !isExcused
          ? [`wrong ending: ${fact.name}: ${id} is ${status} as ${JSON.stringify(reason)}, ${wrong}`]
          : []
      }),
    )
}

/** Of several orders a person says which is meant, where the back office has refused to show the SKUs of one. */
const isUnseen = ({ reason }: InboxEvent, { faults }: Judged): boolean =>
  reason?.code === 'order_ambiguous' &&
  faults.has('request refused') &&
  reason.split?.some(({ lines }) => lines?.length === 0) === true

/** Undefined: it ended as it must. */
function wrongIn({ status, reason }: InboxEvent, { ending }: WideFact): string | undefined {
  if (ending.status === 'done') return status === 'done' ? undefined : 'not done'
  const { code, facts = {} } = ending
  if (status !== ending.status || reason?.code !== code) return `not ${ending.status} as ${code}`
  const given = reason as unknown as Record<string, unknown>
  const wrong = Object.entries(facts).find(([name, value]) => !isDeepStrictEqual(inOrder(given[name]), inOrder(value)))
  return wrong && `whose ${wrong[0]} is not ${JSON.stringify(wrong[1])}`
}

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)
