import { invariant } from '../invariant.ts'
import type { WhyUnclear } from '../reasons.ts'
import { withItems } from '../state/with-items.ts'
import type { ItemId, LockedItem, Records, WriteRecord } from '../state/write-record.ts'
import { isOpenWrite, LostLock } from '../state/write-record.ts'
import { shownItem } from '../typed-text.ts'
import { commentReadBack } from '../workflow/kinds/comment-kind.ts'
import { orderReadBack } from '../workflow/kinds/create-order.ts'
import { imageReadBack, shownBy } from '../workflow/kinds/publish-image.ts'
import { returnReadBack } from '../workflow/kinds/return-kind.ts'
import { settledAt } from '../workflow/timing.ts'
import type { Looking } from '../workflow/workflow.ts'
import type { ReadBack } from '../workflow/write-once/kind.ts'
import { judgeRecords } from '../workflow/write-once/record-states.ts'
import type { Auditor } from './auditor.ts'
import { type Reader, Unreadable } from './reader.ts'

/** Why nobody but a person can tell what became of a write. */
export type Unclear = { what: WhyUnclear; ids: readonly number[] }
export type SettledItem = { id: ItemId; records: Records; unclear: ReadonlyMap<string, Unclear> }

/** By the evidence that an event would use; sends nothing. Throws `Unreadable` if it is too early or the item is busy. */
export async function settleItem({ workflow }: Auditor, reader: Reader, id: ItemId): Promise<SettledItem> {
  const { records, now, newId, log } = workflow
  const stored = (await records.get(id))?.records ?? {}
  if (!Object.values(stored).some(isOpenWrite)) return { id, records: stored, unclear: new Map() }
  const lock = { event: `audit/${newId()}`, epoch: 0 }
  const busy = () => new Unreadable({ code: 'item_busy' })
  return await withItems(workflow, { ids: [id], lock, busy }, async ([item]) => {
    invariant(item?.id === id && item.lock.event === lock.event, 'lock_of_another_item')
    const { changes, unclear } = await lookAt(workflow, reader, item)
    if (Object.keys(changes).length === 0) return { id, records: item.records, unclear }
    const saved = await records.save(item, { changes, now: now() }).catch((error: unknown) => {
      throw error instanceof LostLock ? new Unreadable({ code: 'item_lost' }) : error
    })
    const states = Object.entries(changes).map(([key, { state }]) => ({ key, state }))
    log.info('open writes settled', { item: shownItem(id), states })
    return { id, records: saved.records, unclear }
  })
}

async function lookAt(workflow: Auditor['workflow'], reader: Reader, { id: item, records }: LockedItem) {
  const { now, clock, timing } = workflow
  const open = Object.entries(records).filter(([, record]) => isOpenWrite(record))
  const steadyAt = clock?.unsteadyUntil(settledAt({}, timing)) ?? 0
  const sent = open.flatMap(([, { state, tries }]) => (state === 'sent' ? [settledAt(tries.at(-1), timing)] : []))
  if (sent.some((at) => Math.max(steadyAt, at) > now())) throw new Unreadable({ code: 'not_settled' })
  const known = { changes: {} as Record<string, WriteRecord>, unclear: new Map<string, Unclear>() }
  const kinds = new Set<string>()
  for (const [key, record] of open) {
    if (kinds.has(record.kind)) continue
    const found = await reader.read(async (backOffice) => {
      const readBack = readBackOf({ workflow, backOffice }, { item, key, record })
      return { readBack, seen: await readBack.look() }
    })
    if (!found) {
      known.unclear.set(key, { what: 'gone', ids: [] })
      continue
    }
    const { readBack, seen } = found
    // One look is enough for all writes of such a kind.
    if (readBack.isExclusive) kinds.add(record.kind)
    const { secondLookMs } = timing
    const { changes, unclear } = judgeRecords(records, seen, { kind: readBack, now: now(), secondLookMs })
    Object.assign(known.changes, changes)
    for (const [one, verdict] of unclear) known.unclear.set(one, verdict)
  }
  return known
}

type Write = { item: ItemId; key: string; record: WriteRecord }

/** How a write is recognised by whoever has no event: its item and its record say all that this takes. */
function readBackOf(looking: Looking, { item, key, record }: Write): ReadBack<unknown> {
  const id = item.slice(item.indexOf('#') + 1)
  switch (record.kind) {
    case 'return':
      return returnReadBack(looking, { key, orderId: Number(id) })
    case 'comment':
      return commentReadBack(looking, { key, orderId: record.orderId ?? Number(id), isVisible: true })
    case 'order':
      return orderReadBack(looking, { key, number: id })
    case 'image':
      return imageReadBack(looking, key, shownBy(item))
    default:
      return record.kind satisfies never
  }
}
