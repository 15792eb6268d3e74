import { type ItemId, idsOf, type Records, type WriteKind, type WriteRecord } from '../../state/write-record.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { sendBeforeAt } from '../timing.ts'
import type { Work } from '../workflow.ts'
import type { Verdict } from './judge.ts'
import type { Plan, ReadBack, Said } from './kind.ts'

export type Judged = {
  changes: Readonly<Record<string, WriteRecord>>
  /** By key: what only a person can decide. */
  unclear: ReadonlyMap<string, Extract<Verdict, { kind: 'unclear' }>>
}

type By<Seen> = { kind: Omit<ReadBack<Seen>, 'look'>; now: number; secondLookMs: number }

/** The `sent` ones first, so a late result never counts for another write; of several the last one first. */
export function judgeRecords<Seen>(records: Records, seen: Seen, { kind, now, secondLookMs }: By<Seen>): Judged {
  const changes: Record<string, WriteRecord> = {}
  const unclear = new Map<string, Extract<Verdict, { kind: 'unclear' }>>()
  const taken = new Set(idsOf(records, kind.name))
  const inState = (state: WriteRecord['state']) =>
    Object.entries(records)
      .filter(
        ([key, record]) =>
          record.state === state && record.kind === kind.name && (kind.isExclusive || key === kind.key),
      )
      .toSorted(([, one], [, other]) => lastSent(other) - lastSent(one))
  const decide = ([key, record]: [string, WriteRecord]): void => {
    const verdict = kind.evidence(seen, record, taken)
    if (verdict.kind === 'unclear') unclear.set(key, verdict)
    if (verdict.kind === 'missing' && record.state === 'sent') changes[key] = { ...record, state: 'missing' }
    if (verdict.kind !== 'found') return
    if (verdict.id !== undefined) taken.add(verdict.id)
    const isRepeated = kind.hasSecondLook && record.tries.length > 1
    changes[key] = doneRecord(record, { ...verdict, ...(isRepeated && { secondLookAt: now + secondLookMs }) })
  }
  for (const entry of inState('sent')) decide(entry)
  if (unclear.size === 0) for (const entry of inState('missing')) decide(entry)
  return { changes, unclear }
}

const lastSent = ({ tries }: WriteRecord): number => tries.at(-1)?.sendBefore ?? 0

type Sending = {
  item: ItemId
  kind: { name: WriteKind; orderId?: number }
  plan: Said & Pick<Plan, 'recognise'>
  own?: WriteRecord | undefined
}

/** What is stored before a write goes out: what recognises this try, and until when it may be sent. */
export function sentRecord({ workflow, lock }: Pick<Work, 'workflow' | 'lock'>, sending: Sending): WriteRecord {
  const { item, kind, own } = sending
  const { recognise } = sending.plan
  const now = workflow.now()
  const sendBefore = sendBeforeAt(now, workflow.timing, lock)
  return {
    kind: kind.name,
    by: lock.event,
    at: own?.at ?? now,
    ...said(sending.plan),
    // Elsewhere the item itself names the order.
    ...(item.startsWith('comment#') && kind.orderId !== undefined && { orderId: kind.orderId }),
    tries: [...(own?.tries ?? []), { ...recognise, sendBefore, epoch: lock.epoch }],
    state: 'sent',
  }
}

const said = ({ fingerprint, tells, parcel, ended, accepted, also, leftOut }: Said): Partial<WriteRecord> =>
  withoutUndefined({
    ...{ fingerprint, tells, parcel, ended, accepted, leftOut },
    also: also && also.length > 0 ? also : undefined,
  }) as Partial<WriteRecord>

/** Whether both are one try. An event that expired and came anew counts its claims from 1 again: then the times differ. */
export function isSameTry(one: WriteRecord, other: WriteRecord): boolean {
  const [last, otherLast] = [one.tries.at(-1), other.tries.at(-1)]
  return one.by === other.by && last?.epoch === otherLast?.epoch && last?.sendBefore === otherLast?.sendBefore
}

export type DoneRecord = Extract<WriteRecord, { state: 'done' }>
type Result = { id?: number; of?: WriteRecord['tries'][number]; linked?: boolean; secondLookAt?: number }

/** The record of a write that is done. Its tries are kept only until the second look. */
export function doneRecord(record: Omit<WriteRecord, 'state'> & Said, done: Result): DoneRecord {
  const { id, of = record.tries.at(-1), linked, secondLookAt } = done
  const { kind, by, at, orderId, tries } = record
  const kept = { kind, by, at, orderId, tries: secondLookAt === undefined ? [] : tries, state: 'done' }
  const result = { id, lines: of?.lines, linked: linked || undefined, secondLookAt }
  return withoutUndefined({ ...kept, ...said(record), ...result }) as DoneRecord
}
