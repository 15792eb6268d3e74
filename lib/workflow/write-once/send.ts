import { wasNotSent } from '../../back-office/http/answers.ts'
import { maxSkewMs } from '../../clock.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../../errors.ts'
import { invariant } from '../../invariant.ts'
import { type Ending, failed } from '../../reasons.ts'
import type { Records, WriteRecord } from '../../state/write-record.ts'
import { shownItem } from '../../typed-text.ts'
import { nextDeferral, retryFacts } from '../retry-policy.ts'
import { settledAt } from '../timing.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { type Done, entry, type Kind, type Plan } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord, sentRecord } from './record-states.ts'

type Sending<Seen> = { kind: Kind<Seen>; plan: Plan; own: WriteRecord | undefined }
type Named = Pick<Kind<unknown>, 'key' | 'command'>
type Recorded<Seen> = { kind: Kind<Seen>; record: WriteRecord }
type Outcome = Promise<Done | StepOutcome>

export async function send<Seen>(work: Work, item: Locked, { kind, plan, own }: Sending<Seen>): Outcome {
  const tries = own?.tries.length ?? 0
  invariant(tries < mostTries, 'too_many_tries', { tries })
  const record = sentRecord(work, { item: item.id, kind, plan, own })
  const full = noRoom(item, kind, { [kind.key]: record })
  if (full) return endWith(full)
  work.record(kind.command, { open: item.id })
  await item.save({ [kind.key]: record })
  return await sendRecorded(work, item, { kind, plan, own, record })
}

/** Tries of one write. A back office that takes no writes gets about a hundred within a day, and then the event is held. */
const mostTries = 1_000

export async function sendRecorded<Seen>(work: Work, item: Locked, sending: Sending<Seen> & Recorded<Seen>): Outcome {
  const { kind, plan, own, record } = sending
  const { now, timing } = work.workflow
  if (own) work.record(kind.command, {}, entry(kind, 'sent_again'))
  const { sendBefore = 0 } = record.tries.at(-1) ?? {}
  mustBeRecorded(work, item, { key: kind.key, sendBefore })
  try {
    const sent = await plan.send({ sendBefore })
    const isRepeated = kind.hasSecondLook && record.tries.length > 1
    const done = doneRecord(record, { ...sent, ...(isRepeated && { secondLookAt: now() + timing.secondLookMs }) })
    const along = kind.follows?.after(sent) ? recordFollowing(work, item, kind) : undefined
    await item.save({ [kind.key]: done, ...along?.records }, { unlock: kind.isLast && !isRepeated, unsent: along?.key })
    work.record(kind.command, { open: along && item.id }, entry(kind, 'written', sent.id))
    return { kind: 'done', record: done, how: 'written', ...sent }
  } catch (error) {
    if (error instanceof OutcomeUnknown) return outcomeUnknown(work, item, { kind, record })
    if (!isRefusal(error)) throw error
    // Nothing happened: the record is as it was before, and the next try is planned anew.
    await item.save({ [kind.key]: own }, { unlock: true })
    // A write that is missing and refused for good is not open; a missing order or image still needs a person.
    const isOver = error instanceof Rejected && kind.repeats === 'by_itself'
    const open = own && !isOver ? item.id : undefined
    work.record(kind.command, { open }, entry(kind, wasNotSent(error) ? 'not_sent' : 'refused'))
    throw error
  }
}

/** How far ahead the slot of the next write may lie: less than half of the time in which a recorded write may be sent. */
const soonMs = 2_000

/** The record of the write that follows. Undefined: it cannot go out within its time, or is not the first under its key. */
export function recordFollowing<Seen>(work: Work, item: Locked, { follows }: Kind<Seen>) {
  if (!follows || !work.backOffice.isWriteReady(soonMs) || item.records()[follows.key]) return undefined
  const record = sentRecord(work, { item: item.id, kind: follows, plan: { recognise: { known: [] } } })
  return { key: follows.key, records: { [follows.key]: record } }
}

/** Throws for a request without a `sent` record of this lock, and for one after the lease. */
function mustBeRecorded(work: Work, item: Locked, { key, sendBefore }: { key: string; sendBefore: number }): void {
  const stored = item.records()[key]
  const isStored = stored?.state === 'sent' && stored.tries.at(-1)?.sendBefore === sendBefore
  invariant(item.isLocked() && isStored && stored.by === work.lock.event, 'sent_without_record')
  invariant(sendBefore <= work.lock.until - maxSkewMs, 'sent_after_lease', { sendBefore, until: work.lock.until })
}

function outcomeUnknown<Seen>(work: Work, item: Locked, { kind, record }: Recorded<Seen>): StepOutcome {
  work.record(kind.command, { open: item.id }, entry(kind, 'outcome_unknown'))
  const settled = settledAt(record.tries.at(-1), work.workflow.timing)
  return waitUntil(Math.max(settled, nextDeferral(retryFacts(work))), { code: 'settling', kind: kind.name })
}

/** Errors of the client that prove that nothing was carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed

/** Largest records of an item, bytes. Of its 400 KB the rest is for results and a return's comment. A full item is never written again. */
const mostBytes = { command: 300_000, comment: 350_000 }

/** An ending if these records do not fit as well. */
export function noRoom(item: Locked, { key, command }: Named, added: Records): Ending | undefined {
  const most = key === command ? mostBytes.command : mostBytes.comment
  if (Buffer.byteLength(JSON.stringify({ ...item.records(), ...added })) <= most) return undefined
  const count = Object.keys(item.records()).length
  const words = `The item ${shownItem(item.id)} has ${count} write records, and no room for another one. Do by hand in the back office what the event asks for, then discard the event.`
  return failed({ code: 'rejected', words })
}
