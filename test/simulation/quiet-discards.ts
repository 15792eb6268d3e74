import { eventStatuses } from '../../lib/inbox/event.ts'
import type { ItemId, WriteRecord } from '../../lib/state/write-record.ts'
import { createDesk } from '../operator/desk.ts'
import type { World } from '../workflow/world.ts'
import { maySay } from './quiet-move.ts'
import type { Chance } from './random.ts'

export type Stored = { key: string; record: WriteRecord }

/** A record as a run has left it. */
export async function putRecord({ workflow: { records }, now }: World, item: ItemId, key: string, record: WriteRecord) {
  const lock = { event: record.by, epoch: 1, until: now() + 1 }
  const locked = await records.lock(item, { lock, now: now() })
  if (locked === 'busy') throw new Error(`${item} is locked`)
  await records.save(locked, { changes: { [key]: record }, unlock: true, now: now() })
}

/** A note is required exactly where a run may have sent something that nobody knows the outcome of. */
export async function quietDiscards(world: World, chance: Chance): Promise<string[]> {
  const { ask } = createDesk(world)
  const id = await world.accept('standard', {
    type: 'return.requested',
    timestamp: '2026-03-02T09:00:00Z',
    data: { order: { id: 20_001 }, lines: 'all' },
  })
  const { result } = await ask('event.get', { id })
  const key = ((result?.commands ?? []) as { key: string }[])[0]?.key ?? ''
  const isKnown = chance.hits(0.2)
  const [epoch, state] = [chance.between(1, 3), chance.pick(['sent', 'missing', 'done', 'none'] as const)]
  const by = chance.hits(0.7) ? id : 'standard/another'
  const isOfComment = chance.hits(0.3)
  if (state !== 'none') {
    const record = {
      kind: isOfComment ? 'comment' : 'return',
      by,
      at: world.now(),
      tries: [],
      state,
      ...(state === 'done' && { id: 5 }),
    } as WriteRecord
    await putRecord(world, 'order#20001', isOfComment ? `${key}/comment` : key, record)
  }
  const before = await world.get(id)
  const status = chance.pick(eventStatuses.filter(maySay['event.discard']))
  const progress = { [key]: { orderId: 20_001, ...(isKnown && { openWrite: 'order#20001' as const }) } }
  await world.workflow.inbox.save(before, { ...before, status, epoch, progress })
  const mustSay = isKnown || (epoch > 1 && by === id && (state === 'sent' || state === 'missing'))
  const silent = await ask('event.discard', { id })
  const said = silent.ok ? undefined : await ask('event.discard', { id, note: 'It is there.' })
  return [
    ...(silent.ok === mustSay
      ? [
          `event.discard without a note is ${silent.ok ? 'taken' : 'refused'}: ${JSON.stringify({ isKnown, epoch, state, by })}`,
        ]
      : []),
    ...(silent.ok || silent.error?.code === 'conflict' ? [] : [`event.discard is refused as ${silent.error?.code}`]),
    ...(said && !said.ok ? [`event.discard with a note is refused: ${said.error?.message}`] : []),
  ]
}
