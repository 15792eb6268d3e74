import type { Ask } from '../ask.ts'
import type { EventList } from '../event-shapes.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
import type { Run } from './runs.ts'

const atOnce = 100
const open: ReadonlySet<string> = new Set(['ready', 'running', 'waiting'])

/** Asks how the events of a run stand that had not ended. True: some are still open. */
export async function lookAtEnds({ ends }: Run, ask: Ask): Promise<boolean> {
  const openIds = () => [...ends].flatMap(([id, { status }]) => (open.has(status) ? [id] : []))
  const asked = openIds()
  const slices = Array.from({ length: Math.ceil(asked.length / atOnce) }, (_, index) =>
    asked.slice(index * atOnce, (index + 1) * atOnce),
  )
  try {
    const lists = await Promise.all(slices.map((ids) => resultOf<EventList>(ask, 'event.list', { ids })))
    for (const one of lists.flatMap(({ events }) => events)) ends.set(one.id, { ...ends.get(one.id), ...one })
  } catch (error) {
    // A bridge of an earlier version lists no events by their ids.
    if (!(error instanceof Refused)) throw error
    if (error.code === 'invalid') ends.clear()
  }
  return openIds().length > 0
}
