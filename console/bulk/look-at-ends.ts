import { type Ask, orRefused, Refused, resultOf } from '../console-env.ts'
import type { EventList } from '../event-shapes.ts'
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
  const asking = Promise.all(slices.map((ids) => resultOf<EventList>(ask, 'event.list', { ids })))
  const lists = await orRefused(asking)
  // A bridge of an earlier version lists no events by their ids.
  if (lists instanceof Refused && lists.code === 'invalid') ends.clear()
  if (!(lists instanceof Refused))
    for (const one of lists.flatMap(({ events }) => events)) ends.set(one.id, { ...ends.get(one.id), ...one })
  return openIds().length > 0
}
