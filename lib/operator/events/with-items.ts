import type { ItemId, Lock, LockedItem } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict } from '../operator.ts'

/** Others wait as long at most, where this process ends in the middle. */
const leaseMs = 60_000
type Ports = Pick<Workflow, 'records' | 'now' | 'log'>
type Act<T> = (items: readonly LockedItem[]) => Promise<T>
type EventItems = { ids: readonly ItemId[]; lock: Omit<Lock, 'until'> }

/** Does something while nobody else plans or sends for these items. Throws `Rejected` 409 where somebody works on one of them. */
export async function withItems<T>(ports: Ports, { ids, lock }: EventItems, act: Act<T>): Promise<T> {
  const { records, now, log } = ports
  const items: LockedItem[] = []
  try {
    // Always in this order, so that two who need the same ones cannot wait for each other.
    for (const id of [...ids].sort()) {
      const item = await records.lock(id, { lock: { ...lock, until: now() + leaseMs }, now: now() })
      if (item === 'busy') throw conflict(`Another event works on ${shownItem(id)}. Try again in a moment.`)
      items.push(item)
    }
    return await act(items)
  } finally {
    // If this fails the lock ends with its lease.
    const warn = (id: ItemId) => log.warn('item could not be unlocked', { event: lock.event, item: shownItem(id) })
    for (const item of items) await records.unlock(item, now()).catch(() => warn(item.id))
  }
}
