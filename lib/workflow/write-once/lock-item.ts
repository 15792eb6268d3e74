import { invariant, isId } from '../../invariant.ts'
import type { Changes, ItemId, LockedItem, Records, WriteRecord } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { whileBusy } from '../retry-policy.ts'
import type { StepOutcome, Work } from '../workflow.ts'
import type { Kind } from './kind.ts'
import { isSameTry, sentRecord } from './record-states.ts'

export type Locked = {
  readonly id: ItemId
  records(): Records
  save(changes: Changes, options?: { unlock?: boolean; unsent?: string | undefined }): Promise<void>
  /** Takes, once, a record that this claim has stored as `sent` and not sent yet. */
  takeUnsent(key: string): WriteRecord | undefined
  /** False once a save has unlocked it. */
  isLocked(): boolean
}

/** A write that is recorded by the request that locks its item, unless it has a record. */
type First = Pick<Kind<unknown>, 'key' | 'command' | 'name' | 'orderId'>
type Locking = { id: ItemId; first?: First | undefined }
type Step = (item: Locked) => Promise<StepOutcome>

/** Works on an item under its lock, and unlocks it whatever happens. If somebody else keeps it, the event waits. */
export async function withLock(work: Work, { id, first }: Locking, step: Step): Promise<StepOutcome> {
  const { records, clock, now, timing, log } = work.workflow
  const record = first && sentRecord(work, { item: id, kind: first, plan: { recognise: { known: [] } } })
  if (first) work.record(first.command, { open: id })
  let item = await lock(work, id, first && record && { key: first.key, record })
  if (item === 'busy') {
    if (first) work.record(first.command, { open: undefined })
    const { lock: theirs } = (clock && (await records.get(id))) ?? {}
    if (theirs) clock?.readStored(theirs.until - timing.leaseMs)
    return whileBusy(work, id)
  }
  const unsent = new Map<string, WriteRecord>()
  const stored = first && item.records[first.key]
  if (first && record && stored?.state === 'sent' && isSameTry(stored, record)) unsent.set(first.key, stored)
  let isLocked = true
  const unlock = async (held: LockedItem) => {
    try {
      await records.unlock(held, now())
    } catch {
      // The lock ends with the lease, and this event can lock the item again.
      log.warn('item could not be unlocked', { event: work.lock.event, item: shownItem(id) })
    }
  }
  try {
    const isOurs = item.id === id && item.lock.event === work.lock.event && item.lock.epoch === work.lock.epoch
    invariant(isOurs, 'lock_of_another_item', { epoch: item.lock.epoch })
    noteSent(work, item)
    return await step({
      id,
      records: () => (item as LockedItem).records,
      save: async (changes, { unlock = false, unsent: early } = {}) => {
        for (const record of Object.values(changes)) mustHaveValidId(record)
        item = await records.save(item as LockedItem, { changes, unlock, now: now() })
        if (unlock) isLocked = false
        const recorded = early === undefined ? undefined : changes[early]
        if (early !== undefined && recorded) unsent.set(early, recorded)
        noteSent(work, item)
      },
      takeUnsent(key) {
        const record = unsent.get(key)
        unsent.delete(key)
        return record
      },
      isLocked: () => isLocked,
    })
  } finally {
    if (isLocked) await unlock(item)
  }
}

function noteSent(work: Work, { id, records }: LockedItem): void {
  const isOurs = ({ by, state }: WriteRecord) => by === work.lock.event && state === 'sent'
  work.sent.set(
    id,
    Object.keys(records).filter((key) => isOurs(records[key] as WriteRecord)),
  )
}

function mustHaveValidId(record: WriteRecord | undefined): void {
  const id = record?.state === 'done' ? record.id : undefined
  invariant(id === undefined || isId(id), 'id_invalid', { what: record?.kind ?? '' })
}

/** Another event usually needs an item for moments only: a short patience here saves a wait for the schedule. */
async function lock({ workflow, lock }: Work, id: ItemId, first: { key: string; record: WriteRecord } | undefined) {
  const { records, now, sleep, random, timing } = workflow
  const patientUntil = now() + timing.lockPatienceMs
  for (;;) {
    const locked = await records.lock(id, { lock, now: now(), ...(first && { first }) })
    if (locked !== 'busy' || now() >= patientUntil) return locked
    await sleep(timing.lockPollMs * (0.5 + random()))
  }
}
