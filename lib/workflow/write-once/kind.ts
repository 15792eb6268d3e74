import type { WriteStep } from '../../inbox/event.ts'
import type { Ending } from '../../reasons.ts'
import type { Records, ReturnLine, Try, WriteKind, WriteRecord } from '../../state/write-record.ts'
import type { Work } from '../workflow.ts'
import type { Verdict } from './judge.ts'

/** What a record says of its write for whoever reports something else. */
export type Said = {
  [Name in 'fingerprint' | 'tells' | 'parcel' | 'ended' | 'accepted' | 'also' | 'leftOut']?:
    | WriteRecord[Name]
    | undefined
}
/** What is to be sent now, planned from what is there now. */
export type Plan = Said & {
  /** What the write is recognised by if its answer is lost. */
  recognise: Omit<Try, 'sendBefore'>
  send(options: { sendBefore: number }): Promise<Sent>
}
/** A return that was there, for another key or by a person: nothing is sent, and the key is done. */
export type Link = Said & { linked: { id: number; lines: readonly ReturnLine[] } }
export type Sent = { id?: number; statusId?: number | undefined }

/** How writes of one kind are recognised in the back office. It needs no event: whoever has the item's lock can look. */
export type ReadBack<Seen> = {
  name: WriteKind
  key: string
  /** A repeated write is looked at once more. */
  hasSecondLook: boolean
  /** False: records of other keys in the item do not concern it. */
  isExclusive: boolean
  /** Reads, under the lock, what both evidence and plan are made from. */
  look(): Promise<Seen>
  /** Pure. `taken`: what other writes have made. */
  evidence(seen: Seen, record: WriteRecord, taken: ReadonlySet<number>): Verdict
}

/** One kind of write: what shows that it happened, how it is planned, and whether a missing one is sent again by itself. */
export type Kind<Seen> = ReadBack<Seen> & {
  /** Idempotency key of the command that it is a part of. */
  command: string
  orderId?: number
  /** Nothing else is done under the lock once it is done. */
  isLast: boolean
  /** `after_release`: only after a person has released the event that reported it missing. */
  repeats: 'by_itself' | 'after_release'
  /** `there_already`, `not_needed`, `told` in another way: nothing has to be sent, and nothing recorded. */
  plan(seen: Seen, records: Records): Promise<Plan | Link | Ending | 'there_already' | 'not_needed' | 'told'>
  /** Whether another key's missing write of this kind may still be what is asked for: then its event goes first. */
  waitsFor?(missing: WriteRecord & { key: string }, own: WriteRecord | undefined): boolean
  /** Asked before the first write under the key. An ending: the limit is reached. */
  cap?(): Promise<Ending | undefined>
  /** Replaces `look` if nothing was sent under the key before. */
  unseen?: Seen
  /** Plans without a look, for a record that was stored with the lock (`withLock`) or with the result before it (`follows`). */
  planUnseen?(): Promise<Plan>
  /** The write that goes out next under the same lock, if `after` says so: its record is stored with this one's result. */
  follows?: { key: string; name: WriteKind; after(sent: Sent): boolean }
}

export type Done = {
  kind: 'done'
  /** Absent where nothing had to be sent. */
  record?: Extract<WriteRecord, { state: 'done' }>
  /** `before`: it was done before this run looked. */
  how: 'written' | 'found' | 'linked' | 'before' | 'told'
  statusId?: number | undefined
}

/** Whether a write of this event may be there without a record. */
export const looksFirst = ({ workflow, event }: Pick<Work, 'workflow' | 'event'>): boolean =>
  event().receivedAt < (workflow.looksFirstUntil ?? 0)

export const about = ({ orderId }: { orderId?: number }) => (orderId === undefined ? {} : { orderId })
type Named = Pick<Kind<unknown>, 'name' | 'orderId'>
export const entry = <Code extends WriteStep | 'written' | 'found'>(kind: Named, code: Code, id?: number) => ({
  code,
  kind: kind.name,
  ...about(kind),
  ...(id !== undefined && { id }),
})
