import { type ItemId, orderIn } from '../../state/write-record.ts'
import { proceed, type StepOutcome, type Work } from '../workflow.ts'
import { type Locked, withLock } from '../write-once/lock-item.ts'

/** A fact stays with the first order that something was written for: that may be cancelled and imported again later. */
export async function placedElsewhere({ workflow }: Work, key: string, item: Locked): Promise<ItemId | undefined> {
  if (item.records()[key]) return undefined
  const place = await workflow.records.place(key, item.id, { now: workflow.now() })
  return place === item.id ? undefined : place
}

/** The fact stays where it has a record; where nothing was written for it, it belongs to the order that was found now. */
export const placeFact = async (
  work: Work,
  key: string,
  { id, found }: { id: ItemId; found: ItemId },
): Promise<StepOutcome> =>
  await withLock(work, { id }, async (item) => {
    const { records, now } = work.workflow
    const place = item.records()[key] ? id : await records.place(key, found, { now: now(), instead: id })
    work.record(key, { orderId: orderIn(place) })
    return proceed
  })
