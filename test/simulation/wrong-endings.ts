import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Judged } from './judged.ts'
import { forPeople } from './needless.ts'
import { isMoved, wideEventsOf } from './wide-events.ts'
import type { WideFact } from './wide-fact.ts'

/**
 * How each fact must end is known from what was asked: exactly so, and with the right facts for a person, unless somebody interfered or
 * the weather alone can have ended it.
 */
export function wrongEndings(judged: Judged): string[] {
  const { wide, events, faults, finished } = judged
  if (!finished || forPeople.some((kind) => faults.has(kind))) return []
  return wide.flatMap((fact) =>
    wideEventsOf(fact, events).flatMap((event) => {
      if (isMoved(event)) return []
      const wrong = wrongIn(event, fact)
      const { id, status, reason } = event
      if (!wrong) judged.nature.places.reach(fact.name)
      return wrong ? [`wrong ending: ${fact.name}: ${id} is ${status} as ${JSON.stringify(reason)}, ${wrong}`] : []
    }),
  )
}

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
