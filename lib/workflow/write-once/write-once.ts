import { wasNotSent } from '../../back-office/http/not-sent.ts'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../../errors.ts'
import { isOpen } from '../../inbox/shards.ts'
import { failed, held, type Unclear } from '../../reasons.ts'
import type { Records, WriteRecord } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { nextDeferral } from '../retry-policy.ts'
import { settledAt } from '../timing.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import type { Kind, Plan } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord, type Settled, settleRecords } from './settle-records.ts'

export type Done = {
  kind: 'done'
  /** Absent where nothing had to be sent. */
  record?: Extract<WriteRecord, { state: 'done' }>
  /** `before`: it was done before this run looked. */
  how: 'written' | 'found' | 'before'
  statusId?: number
}

/**
 * Writes once what a key stands for, however often and by whomever it is asked for:
 *
 *     no record --sent--> POST --answer--> done
 *                          |  \--refusal--> as before
 *                          \--no answer--> sent ...settles, is looked for...> done | missing --sent again--> ...
 *
 * Whatever was sent for the item before and has no known outcome is settled first, whoever's it is. Nothing is sent without a record
 * before it, and nothing is repeated before it was looked for.
 */
export async function writeOnce<Seen>(work: Work, item: Locked, kind: Kind<Seen>): Promise<Done | StepOutcome> {
  const { now, timing } = work.workflow
  const stored = item.records()[kind.key]
  if (stored?.state === 'done') {
    if (work.progress(kind.command).openWrite !== undefined) work.record(kind.command, { openWrite: undefined })
    return { kind: 'done', record: stored, how: 'before' }
  }
  const wait = untilSettled(work, item, kind)
  if (wait) return wait
  const seen = (stored ? undefined : kind.unseen) ?? (await kind.look())
  const { changes, unclear } = settleRecords(item.records(), seen, {
    kind,
    now: now(),
    secondLookMs: timing.secondLookMs,
  })
  if (Object.keys(changes).length > 0) await item.save(changes)
  const own = item.records()[kind.key]
  if (own?.state === 'done') {
    work.record(kind.command, { openWrite: undefined }, entry(kind, 'found', own.id))
    return { kind: 'done', record: own, how: 'found' }
  }
  const question = unclear.get(kind.key)
  if (question) return hold(work, item, { kind, facts: { ...question, kind: kind.name, ...about(kind) } })
  const blocked = await blockedByOthers(work, item, { kind, unclear })
  if (blocked) return blocked
  if (own) {
    work.record(kind.command, { openWrite: item.id }, entry(kind, 'missing'))
    const facts = { what: 'missing', kind: kind.name, tries: own.tries.length, ids: [] } as const
    const isReleased = isApproved(work.event(), 'outcome_unclear', { key: kind.key, ...facts })
    if (kind.repeats === 'after_release' && !isReleased) return hold(work, item, { kind, facts })
  }
  const plan = await kind.plan(seen, item.records())
  if (plan === 'there_already') {
    work.record(kind.command, { openWrite: undefined }, entry(kind, 'found'))
    return { kind: 'done', how: 'found' }
  }
  if ('status' in plan) {
    // It is not there, and cannot be sent again: then nothing of this event is left open.
    if (own && plan.status !== 'held') work.record(kind.command, { openWrite: undefined })
    return endWith(plan)
  }
  await work.backOffice.reserveWrites()
  return await send(work, item, { kind, plan, own })
}

/** Nothing is looked for before it has settled. */
function untilSettled<Seen>(
  work: Work,
  item: Locked,
  { name, key, command, isExclusive }: Kind<Seen>,
): StepOutcome | undefined {
  const { now, timing } = work.workflow
  const sent = Object.entries(item.records()).filter(
    ([other, record]) => record.state === 'sent' && record.kind === name && (isExclusive || other === key),
  )
  const settled = Math.max(0, ...sent.map(([, { tries }]) => settledAt(tries.at(-1), timing)))
  if (now() >= settled) return undefined
  const isOurs = sent.some(([other]) => other === key)
  if (isOurs) work.record(command, { openWrite: item.id })
  return waitUntil(settled, isOurs ? { code: 'settling', kind: name } : { code: 'busy', item: item.id })
}

/**
 * While the event of an unclear write is open or held, others wait for it: a person is being asked. A missing order or image blocks its
 * number in the same way, because only that event may send it again.
 */
async function blockedByOthers<Seen>(
  work: Work,
  item: Locked,
  { kind, unclear }: { kind: Kind<Seen>; unclear: Settled['unclear'] },
): Promise<StepOutcome | undefined> {
  const { inbox, now, random, timing } = work.workflow
  const missing = Object.entries(item.records()).filter(
    ([key, { state, kind: name }]) => key !== kind.key && state === 'missing' && name === kind.name,
  )
  const blocking = [...unclear.keys(), ...(kind.repeats === 'after_release' ? missing.map(([key]) => key) : [])]
  for (const key of blocking) {
    const { by = '', tries = [] } = item.records()[key] ?? {}
    if (by === work.event().id) {
      // A command of this event that its mapping no longer gives.
      const question = unclear.get(key)
      const facts: Unclear = question
        ? { ...question, kind: kind.name, ...about(kind) }
        : { what: 'missing', kind: kind.name, tries: tries.length, ids: [] }
      if (isApproved(work.event(), 'outcome_unclear', { key, ...facts })) continue
      work.record(key, { openWrite: item.id })
      return endWith(held({ code: 'outcome_unclear', key, ...facts }))
    }
    const status = (await inbox.get(by))?.status
    if (status !== undefined && (isOpen(status) || status === 'held')) {
      const until = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
      return waitUntil(until, { code: 'busy', item: item.id })
    }
  }
  return undefined
}

function hold<Seen>(work: Work, item: Locked, { kind, facts }: { kind: Kind<Seen>; facts: Unclear }): StepOutcome {
  work.record(kind.command, { openWrite: item.id })
  return endWith(held({ code: 'outcome_unclear', key: kind.key, ...facts }))
}

type Sending<Seen> = { kind: Kind<Seen>; plan: Plan; own: WriteRecord | undefined }

async function send<Seen>(work: Work, item: Locked, { kind, plan, own }: Sending<Seen>): Promise<Done | StepOutcome> {
  const { now, timing } = work.workflow
  const sendBefore = Math.min(now() + timing.sendWindowMs, work.lock.until)
  const record: WriteRecord = {
    kind: kind.name,
    by: work.event().id,
    at: own?.at ?? now(),
    ...(plan.fingerprint !== undefined && { fingerprint: plan.fingerprint }),
    // Elsewhere the item itself names the order.
    ...(item.id.startsWith('comment#') && kind.orderId !== undefined && { orderId: kind.orderId }),
    tries: [...(own?.tries ?? []), { ...plan.recognise, sendBefore }],
    state: 'sent',
  }
  if (!fits({ ...item.records(), [kind.key]: record })) return endWith(isFull(item))
  await item.save({ [kind.key]: record })
  return await sendRecorded(work, item, { kind, plan, own, record })
}

/** An item holds at most 400 KB. What is recorded as sent must fit with its result beside it. */
const mostBytes = 300_000
const fits = (records: Records): boolean => Buffer.byteLength(JSON.stringify(records)) <= mostBytes

function isFull(item: Locked) {
  const count = Object.keys(item.records()).length
  return failed({ code: 'rejected', words: `${item.id} has ${count} write records, and no room for another one.` })
}

/** Sends what is recorded as sent already. */
export async function sendRecorded<Seen>(
  work: Work,
  item: Locked,
  { kind, plan, own, record }: Sending<Seen> & { record: WriteRecord },
): Promise<Done | StepOutcome> {
  const { now, timing } = work.workflow
  if (own) work.record(kind.command, {}, entry(kind, 'sent_again'))
  const { sendBefore = 0 } = record.tries.at(-1) ?? {}
  try {
    const { alongside = {}, ...sent } = await plan.send({ sendBefore })
    const isRepeated = kind.hasSecondLook && record.tries.length > 1
    const done = doneRecord(record, { ...sent, ...(isRepeated && { secondLookAt: now() + timing.secondLookMs }) })
    await item.save({ [kind.key]: done, ...alongside }, { unlock: kind.isLast && !isRepeated })
    work.record(kind.command, { openWrite: undefined }, entry(kind, 'written', sent.id))
    return { kind: 'done', record: done, how: 'written', ...sent }
  } catch (error) {
    if (error instanceof OutcomeUnknown) return outcomeUnknown(work, item, { kind, record })
    if (!isRefusal(error)) throw error
    // Nothing happened: the record is as it was before, and the next try is planned anew.
    await item.save({ [kind.key]: own }, { unlock: true })
    // What is not there and is refused for good leaves nothing open; an order or image that is missing is for a person all the same.
    const isOver = error instanceof Rejected && kind.repeats === 'by_itself'
    const openWrite = own && !isOver ? item.id : undefined
    work.record(kind.command, { openWrite }, entry(kind, wasNotSent(error) ? 'not_sent' : 'refused'))
    throw error
  }
}

function outcomeUnknown<Seen>(
  work: Work,
  item: Locked,
  { kind, record }: { kind: Kind<Seen>; record: WriteRecord },
): StepOutcome {
  const { now, random, timing } = work.workflow
  work.record(kind.command, { openWrite: item.id }, entry(kind, 'outcome_unknown'))
  const again = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
  return waitUntil(Math.max(settledAt(record.tries.at(-1), timing), again), { code: 'settling', kind: kind.name })
}

const about = ({ orderId }: { orderId?: number }) => (orderId === undefined ? {} : { orderId })

function entry<
  Code extends 'written' | 'found' | 'missing' | 'sent_again' | 'refused' | 'not_sent' | 'outcome_unknown',
>(kind: Pick<Kind<unknown>, 'name' | 'orderId'>, code: Code, id?: number) {
  return { code, kind: kind.name, ...about(kind), ...(id !== undefined && { id }) }
}

/** Errors of the client that prove that nothing was carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed
