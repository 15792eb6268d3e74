import { NoteRequired, Rejected } from '../errors.ts'
import type { Reason } from '../reasons.ts'
import type { WriteKind } from '../write-kinds.ts'
import type { Correction, EventStatus, HistoryEntry, InboxEvent, LinkReceiver, NewEntry } from './event.ts'
import { hasOpenWrite, isErased, noDelivery } from './event.ts'
import { endingOf, type Progress, progressed, withoutEnd } from './progress.ts'
import { type Change, changed, type Moment } from './transitions.ts'

/** `note` (the operator's words), `bulk` (the name of a move of many), `by`, `link` (who was sent it) and `stoppedDays` (nobody's move) go into the history. `hintMs`: when it is due without a hint. */
export type ByOperator = Moment & {
  note?: string | undefined
  bulk?: string | undefined
  by?: string | undefined
  link?: LinkReceiver | undefined
  hintMs?: number
  stoppedDays?: number
}
type Words = Pick<ByOperator, 'note' | 'bulk' | 'by' | 'link'>
const said = ({ note, bulk, by, link }: Words) => ({
  ...(note && { note }),
  ...(bulk && { bulk }),
  ...(by && { by }),
  ...(link && { link }),
})
const defaultHintMs = 120_000

/** A release: the event goes on where it stopped, and the question that it was held for is approved once. Throws `Rejected` 409. */
export function released(event: InboxEvent, by: ByOperator): InboxEvent {
  mustBe(event, ['held', 'failed', 'waiting'], 'released')
  const { status, reason, approvals = [] } = event
  const entry = { code: 'released', ...said(by) } as const
  if (status === 'waiting') return reopened(event, by, { attempts: event.attempts }, entry)
  const approved = status === 'held' && reason ? { approvals: withApproval(approvals, reason) } : {}
  return reopened(event, by, { ...approved, progress: withTriedAgain(event) }, entry)
}

/** The commands that a release tries again: all of a failed event, only the held ones of a held event. */
function withTriedAgain({ status, reason, withdrawal, progress }: InboxEvent): InboxEvent['progress'] {
  const isMeant = (key: string, one: Progress) =>
    status === 'failed' ||
    withdrawal ||
    endingOf(one)?.status === 'held' ||
    (reason && 'key' in reason && reason.key === key)
  const left = Object.entries(progress).map(([key, one]) => [key, isMeant(key, one) ? withoutEnd(one) : one] as const)
  return Object.fromEntries(left)
}

/** `keys`: the commands about the order. */
type LinkTo = { key: string; keys: readonly string[]; orderId: number; returnId: number }

/** A link, by a person, to a return of this order. Throws `Rejected` 409. */
export function linked(event: InboxEvent, by: ByOperator, { key, keys, orderId, returnId }: LinkTo): InboxEvent {
  mustBe(event, ['held', 'failed'], 'linked')
  const answer = { code: 'same_parcel', key, orderId, what: 'covered', ids: [returnId], link: returnId } as const
  const again = withTriedAgain(event)
  const found = keys.map((one) => [one, foundIn(orderId, again[one])] as const)
  const progress = { ...again, ...Object.fromEntries(found) }
  const approvals = withApproval(event.approvals ?? [], answer)
  const fields = { approvals, progress, orderId: event.orderId ?? orderId }
  return reopened(event, by, fields, { code: 'link_chosen', returnId, ...said(by) })
}

type Noted = ByOperator & { note: string }
type Corrections = Readonly<Record<string, Correction>>

/** A correction: another meaning of these commands, which have written nothing; else as a release. Throws `Rejected` 409. */
export function corrected(event: InboxEvent, by: Noted, changes: Corrections): InboxEvent {
  mustBe(event, ['held', 'failed'], 'corrected')
  const progress: Record<string, Progress> = { ...withTriedAgain(event) }
  const corrections: Record<string, Correction> = { ...event.corrections }
  for (const [key, change] of Object.entries(changes)) {
    const before = progress[key]
    if (change.order || !before) delete progress[key]
    else progress[key] = withoutEnd(before)
    corrections[key] = { ...corrections[key], ...change }
  }
  // Approvals answered questions about the earlier meaning.
  const approvals = event.approvals?.filter((one) => !('key' in one && one.key !== undefined && one.key in changes))
  const all = Object.values(changes)
  const what = (['order', 'lines'] as const).filter((part) => all.some((change) => change[part] !== undefined))
  const [first = ''] = Object.keys(event.progress)
  const orderId = all.some(({ order }) => order) ? progress[first]?.orderId : event.orderId
  const fields = { approvals, progress, corrections, orderId }
  return reopened(event, by, fields, { code: 'corrected', what, ...said(by), note: by.note })
}

/** The progress of a linked command: its order, and whatever it had before. */
const foundIn = (orderId: number, before: Progress | undefined): Progress =>
  before ? { orderId, ...withoutEnd(before) } : progressed(undefined, { orderId })

/** A reveal: a person has read what was delivered. Nothing else changes. */
export function revealed(event: InboxEvent, { note, by, now, writeId }: Noted): InboxEvent {
  mustBe(event, ['ready', 'waiting', ...notOpen], 'revealed')
  const entry = { code: 'revealed', note, ...(by && { by }) } as const
  // The event itself has not changed, so nobody has to look at it again.
  return { ...changed(event, { now, writeId }, { fields: {}, entry }), updatedAt: event.updatedAt }
}

type Gone = { keys: ReadonlySet<string>; kind: WriteKind; id: number }

/** Forgets what is gone from the back office, and what was approved for it. Throws `Rejected` 409 for an open event. */
export function forgotten(
  event: InboxEvent,
  { now, writeId, ...words }: ByOperator,
  { keys, kind, id }: Gone,
): InboxEvent {
  mustBe(event, notOpen, 'changed')
  const left = Object.entries(event.progress).flatMap(([key, one]) => {
    if (!keys.has(key)) return [[key, one] as const]
    const others = one.also?.filter((other) => other !== id)
    return kind === 'return' && one.returnId !== id ? [[key, { ...one, also: others }] as const] : []
  })
  const progress = Object.fromEntries(left)
  // Approvals answered questions about the return that is gone.
  const approvals = event.approvals?.filter((one) => !('key' in one && keys.has(one.key)))
  const entry = { code: 'forgotten', kind, id, ...said(words) } as const
  return changed(event, { now, writeId }, { fields: { epoch: event.epoch + 1, progress, approvals }, entry })
}

/**
 * An event whose person was forgotten, ended if it was held or had failed: ids and codes are left of it. Its
 * history keeps what was done and by whom, without notes and the words of waits. Throws `Rejected` 409 for an open event.
 */
export function erased(event: InboxEvent, by: ByOperator): InboxEvent {
  mustBe(event, notOpen, 'changed')
  const ended = event.status === 'held' || event.status === 'failed' ? discarded(event, by) : event
  const history = ended.history.flatMap((one): HistoryEntry[] => {
    if ('why' in one) return []
    return 'note' in one ? [{ ...one, note: '…' }] : [one]
  })
  const progress = Object.fromEntries(Object.entries(ended.progress).map(([key, one]) => [key, withoutEnd(one)]))
  const about = event.about && { ...event.about, typed: undefined }
  const gone = { about, reason: undefined, approvals: undefined, corrections: undefined }
  const fields = { ...gone, epoch: event.epoch + 1, progress, delivery: noDelivery }
  return changed({ ...ended, history }, by, { fields, entry: { code: 'erased', ...said(by) } })
}

/** Approvals with this one, which replaces an earlier answer to the same question. */
const withApproval = (approvals: readonly Reason[], reason: Reason): Reason[] => [
  ...approvals.filter((one) => !isSameQuestion(one, reason)),
  reason,
]

/** Two reasons ask the same if their code, key and earlier request (`by`) are equal: each earlier request is a question of its own. */
const isSameQuestion = (one: Reason, other: Reason): boolean =>
  one.code === other.code && (['key', 'by'] as const).every((name) => factOf(one, name) === factOf(other, name))
const factOf = (facts: object, name: string): unknown => (facts as Record<string, unknown>)[name]

/** A replay: the event starts over, and writes nothing twice. `lane`: one of many. Throws `Rejected` 409 for an open event. */
export function replayed(event: InboxEvent, by: ByOperator & { lane?: 'replay' | undefined }): InboxEvent {
  mustBe(event, notOpen, 'replayed')
  if (isErased(event))
    throw new Rejected(`event ${event.id} has no delivery any more: its person was forgotten`, { status: 409 })
  const made = Object.entries(event.progress).map(([key, one]) => [key, withoutEnd(one)] as const)
  const progress = Object.fromEntries(made.filter(([, one]) => isKept(one)))
  const orderId = Object.values(progress)[0]?.orderId
  const fields = { lane: by.lane, approvals: undefined, progress, orderId }
  return reopened(event, by, fields, { code: 'replayed', ...said(by) })
}

/** Progress that a replay keeps: what was written, or may have been. What was only looked up, or done by another event, is looked up anew. */
const isKept = (one: Progress): boolean => one.state !== 'found' && !(one.state === 'done' && one.by !== undefined)

/** An event that is `ready` again, with all attempts and in no lane, unless `fields` says otherwise. */
function reopened(event: InboxEvent, by: ByOperator, fields: Change['fields'], entry: NewEntry): InboxEvent {
  const { now, writeId, hintMs = defaultHintMs } = by
  const opened = { epoch: event.epoch + 1, attempts: 0, lane: undefined, deferredSince: undefined, reason: undefined }
  const ready = { ...opened, wakeAt: now + hintMs, ...fields }
  return changed(event, { now, writeId }, { status: 'ready', fields: ready, entry })
}

/** Throws `Rejected` 409 for an event that cannot be discarded, and for one with a write of unknown outcome and no note. */
export function discarded(event: InboxEvent, { now, writeId, stoppedDays, ...words }: ByOperator): InboxEvent {
  mustBe(event, ['waiting', 'held', 'failed'], 'discarded')
  if (hasOpenWrite(event) && !words.note?.trim()) {
    const question = 'A write of it may have happened. Look into the back office, then say in the note what you found.'
    throw new NoteRequired(`event ${event.id} cannot be discarded without a note. ${question}`)
  }
  const fields = { epoch: event.epoch + 1, deferredSince: undefined }
  const entry = { code: 'discarded', ...said(words), ...(stoppedDays && { stoppedDays }) } as const
  return changed(event, { now, writeId }, { status: 'discarded', fields, entry })
}

const notOpen = ['held', 'failed', 'done', 'ignored', 'discarded'] as const

const advice: Record<EventStatus, string> = {
  ready: 'It starts within minutes, or when its pause ends: wait for its end.',
  running: 'The bridge works on it: try again in a moment.',
  waiting: 'Release it to try now, or discard it.',
  held: 'Release, replay or discard it.',
  failed: 'Release, replay or discard it.',
  done: 'Only a replay can move it.',
  ignored: 'Only a replay can move it.',
  discarded: 'Only a replay can move it.',
}

function mustBe(event: InboxEvent, statuses: readonly EventStatus[], what: string): void {
  if (statuses.includes(event.status)) return
  const { id, status } = event
  throw new Rejected(`event ${id} is ${status} and cannot be ${what}. ${advice[status]}`, { status: 409 })
}
