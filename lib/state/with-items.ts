import { Rejected } from '../errors.ts'
import type { Log } from '../log.ts'
import { shownItem } from '../typed-text.ts'
import type { ItemId, Lock, LockedItem, RecordStore } from './write-record.ts'

/** Others wait as long at most, where this process ends in the middle. */
const leaseMs = 60_000
type Ports = { records: RecordStore; now: () => number; log: Log }
type Act<T> = (items: readonly LockedItem[]) => Promise<T>
type ToLock = { ids: readonly ItemId[]; lock: Omit<Lock, 'until'>; busy?: () => Error }

/** Does something while nobody else plans or sends for these items. Throws `busy`, else `Rejected` 409, where somebody works on one of them. */
export async function withItems<T>({ records, now, log }: Ports, { ids, lock, busy }: ToLock, act: Act<T>): Promise<T> {
  const items: LockedItem[] = []
  try {
    // Always in this order, so that two who need the same ones cannot wait for each other.
    for (const id of [...ids].sort()) {
      const item = await records.lock(id, { lock: { ...lock, until: now() + leaseMs }, now: now() })
      if (item === 'busy')
        throw (
          busy?.() ?? new Rejected(`Another event works on ${shownItem(id)}. Try again in a moment.`, { status: 409 })
        )
      items.push(item)
    }
    return await act(items)
  } finally {
    // If this fails the lock ends with its lease.
    const warn = (id: ItemId) => log.warn('item could not be unlocked', { event: lock.event, item: shownItem(id) })
    for (const item of items) await records.unlock(item, now()).catch(() => warn(item.id))
  }
}
