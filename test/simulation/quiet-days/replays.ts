import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { createDesk } from '../../operator/desk.ts'
import type { Chance } from '../random.ts'
import { isOpen, wrongMove } from './move.ts'

type Desk = ReturnType<typeof createDesk>

/** Many at once, by a filter: those that it shows, but none that is open; and none where it only shows them. */
export async function replayMany(desk: Desk, events: readonly InboxEvent[], chance: Chance): Promise<string[]> {
  const { ask, world } = desk
  const { status, source, orderId } = chance.pick(events)
  const where = chance.pick([{ status }, { source }, orderId === undefined ? { status, source } : { orderId }])
  const limit = chance.hits(0.5) ? chance.between(1, 20) : undefined
  const fits = (event: InboxEvent) => Object.entries(where).every(([name, value]) => event[name as 'status'] === value)
  const shown = (await ask('event.list', { ...where, limit: limit ?? 50 })).result?.events as { id: string }[]
  const meant = events.filter(fits).filter(({ id }) => shown.some((one) => one.id === id))
  const wrong: string[] = []
  const dry = await ask('event.replay', { where, dryRun: true, ...(limit && { limit }) })
  const ids = ((dry.result?.events ?? []) as { id: string }[]).map(({ id }) => id)
  if (
    !isDeepStrictEqual(
      ids,
      shown.map(({ id }) => id),
    )
  )
    wrong.push(`a dry run of event.replay shows ${ids}`)
  for (const event of events)
    if (!isDeepStrictEqual(await world.get(event.id), event)) wrong.push('a dry run moved an event')
  const { result } = await ask('event.replay', { where, note: 'all of them', ...(limit && { limit }) })
  const refused = ((result?.refused ?? []) as { id: string }[]).map(({ id }) => id)
  const mayNot = shown.filter(({ id }) => meant.some((one) => one.id === id && isOpen(one.status))).map(({ id }) => id)
  if (!isDeepStrictEqual(refused, mayNot)) wrong.push(`event.replay refuses ${refused}, not ${mayNot}`)
  for (const event of events) {
    const after = await world.get(event.id)
    const isMoved = meant.includes(event) && !isOpen(event.status)
    if (!isMoved && !isDeepStrictEqual(after, event)) wrong.push(`event.replay moved ${event.id} too`)
    if (isMoved)
      wrong.push(...wrongMove('event.replay', { event, after, now: world.now(), note: 'all of them', lane: 'replay' }))
  }
  return wrong
}
