import { invariant, isId } from '../../invariant.ts'
import type { ItemId, LockedItem, Records, WriteRecord } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { nextDeferral } from '../retry-policy.ts'
import { type StepOutcome, type Work, waitUntil } from '../workflow.ts'

/** An item that is locked by this claim. */
export type Locked = {
  readonly id: ItemId
  records(): Records
  save(changes: Readonly<Record<string, WriteRecord | undefined>>, options?: { unlock: boolean }): Promise<void>
  /** False once a save has unlocked it. */
  isLocked(): boolean
}

type First = { key: string; record: WriteRecord }

/** Works on an item under its lock, and unlocks it whatever happens. Waits where somebody else has it for longer than a moment. */
export async function withLock(
  work: Work,
  { id, first }: { id: ItemId; first?: First },
  step: (item: Locked) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const { records, clock, now, random, timing, log } = work.workflow
  let item = await lock(work, id, first)
  if (item === 'busy') {
    const { lock: theirs } = (clock && (await records.get(id))) ?? {}
    if (theirs) clock?.readStored(theirs.until - timing.leaseMs)
    const until = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
    return waitUntil(until, { code: 'busy', item: id })
  }
  let isLocked = true
  const unlock = async (held: LockedItem) => {
    try {
      await records.unlock(held, now())
    } catch {
      // It ends with the lease, and this event can have it before.
      log.warn('item could not be unlocked', { event: work.lock.event, item: shownItem(id) })
    }
  }
  try {
    const isOurs = item.id === id && item.lock.event === work.lock.event && item.lock.epoch === work.lock.epoch
    invariant(isOurs, 'lock_of_another_item', { epoch: item.lock.epoch })
    countSent(work, item)
    return await step({
      id,
      records: () => (item as LockedItem).records,
      save: async (changes, { unlock } = { unlock: false }) => {
        for (const record of Object.values(changes)) mustHoldId(record)
        item = await records.save(item as LockedItem, { changes, unlock, now: now() })
        if (unlock) isLocked = false
        countSent(work, item)
      },
      isLocked: () => isLocked,
    })
  } finally {
    if (isLocked) await unlock(item)
  }
}

function countSent(work: Work, { id, records }: LockedItem): void {
  const ours = Object.values(records).filter(({ by, state }) => by === work.lock.event && state === 'sent')
  work.sent.set(id, ours.length)
}

function mustHoldId(record: WriteRecord | undefined): void {
  const id = record?.state === 'done' ? record.id : undefined
  invariant(id === undefined || isId(id), 'id_invalid', { what: record?.kind ?? '' })
}

/** Another event usually needs an item for moments only: a short patience here saves a wait for the schedule. */
async function lock({ workflow, lock }: Work, id: ItemId, first: First | undefined): Promise<LockedItem | 'busy'> {
  const { records, now, sleep, random, timing } = workflow
  const patientUntil = now() + timing.lockPatienceMs
  for (;;) {
    const locked = await records.lock(id, { lock, now: now(), ...(first && { first }) })
    if (locked !== 'busy' || now() >= patientUntil) return locked
    await sleep(timing.lockPollMs * (0.5 + random()))
  }
}
