import { isOpen } from '../../inbox/event.ts'
import { openItem } from '../../inbox/progress.ts'
import { held, type Unclear } from '../../reasons.ts'
import { isOpenWrite, type WriteRecord } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { readyToWrite, untilResumed } from '../paused.ts'
import { whileBusy } from '../retry-policy.ts'
import { settledAt } from '../timing.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { about, type Done, entry, type Kind, type Link } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord, type Judged, judgeRecords } from './record-states.ts'
import { noRoom, recordFollowing, send, sendRecorded } from './send.ts'

/**
 * Writes once what a key stands for, however often and by whomever it is asked for:
 *
 *     no record --sent--> POST --answer--> done
 *                          |  \--refusal--> as before
 *                          \--no answer--> sent ...settles, is looked for...> done | missing --sent again--> ...
 *
 * Open writes of the item are settled first, whichever event sent them. Nothing is sent without a record before it, and nothing is
 * repeated before it was looked for. A record that was stored with the lock, or with the result before it, is sent at once.
 */
export async function writeOnce<Seen>(work: Work, item: Locked, kind: Kind<Seen>): Promise<Done | StepOutcome> {
  const { now, timing } = work.workflow
  const record = item.takeUnsent(kind.key)
  if (record && kind.planUnseen)
    return await sendRecorded(work, item, { kind, plan: await kind.planUnseen(), own: undefined, record })
  const stored = item.records()[kind.key]
  if (!stored || stored.state === 'done') forgetOpen(work, item, kind)
  if (stored?.state === 'done') return { kind: 'done', record: stored, how: 'before' }
  const wait = untilSettled(work, item, kind)
  if (wait) return wait
  const seen = (stored ? undefined : kind.unseen) ?? (await kind.look())
  const times = { now: now(), secondLookMs: timing.secondLookMs }
  const { changes, unclear } = judgeRecords(item.records(), seen, { kind, ...times })
  if (Object.keys(changes).length > 0) await item.save(changes)
  const own = item.records()[kind.key]
  if (own?.state === 'done') {
    work.record(kind.command, { open: undefined }, entry(kind, 'found', own.id))
    return { kind: 'done', record: own, how: 'found' }
  }
  const question = unclear.get(kind.key)
  if (question) return hold(work, item, { kind, facts: { ...question, kind: kind.name, ...about(kind) } })
  const blocked = await blockedByOthers(work, item, { kind, unclear })
  if (blocked) return blocked
  if (own) {
    work.record(kind.command, { open: item.id }, entry(kind, 'missing'))
    const facts = { what: 'missing', kind: kind.name, tries: own.tries.length, ids: [] } as const
    const isReleased = isApproved(work.event(), 'outcome_unclear', { key: kind.key, ...facts })
    if (kind.repeats === 'after_release' && !isReleased) return hold(work, item, { kind, facts })
  }
  const plan = await kind.plan(seen, item.records())
  if (typeof plan === 'string') {
    work.record(kind.command, { open: undefined }, plan === 'there_already' ? entry(kind, 'found') : undefined)
    return { kind: 'done', how: plan === 'told' ? plan : 'found' }
  }
  if ('status' in plan) {
    // The write is not there and cannot be sent again, so nothing is open.
    if (own && plan.status !== 'held') work.record(kind.command, { open: undefined })
    return endWith(plan)
  }
  const paused = await untilResumed(work)
  if (paused) return paused
  const capped = own ? undefined : await kind.cap?.()
  if (capped) return endWith(capped)
  if ('linked' in plan) return await link(work, item, { kind, link: plan, own })
  return (await readyToWrite(work)) ?? (await send(work, item, { kind, plan, own }))
}

/** Forgets that a command is open, unless its own record or its comment's is. */
function forgetOpen<Seen>(work: Work, item: Locked, { command }: Kind<Seen>): void {
  const records = [item.records()[command], item.records()[`${command}/comment`]]
  const isOpen = records.some((record) => record && isOpenWrite(record))
  if (!isOpen && openItem(work.progress(command)) === item.id) work.record(command, { open: undefined })
}

/** Until they have settled. A missing one waits for recent `done` ones too: a list without them proves nothing. */
function untilSettled<Seen>(work: Work, item: Locked, { name, key, command, isExclusive }: Kind<Seen>) {
  const { now, clock, timing } = work.workflow
  const records = Object.entries(item.records()).filter(
    ([other, record]) => record.kind === name && (isExclusive || other === key),
  )
  const isMissing = item.records()[key]?.state === 'missing'
  const times = records.map(([, record]) => {
    // A repeated write keeps its tries for the second look, and `at` is of the first.
    const last = record.tries.at(-1)
    if (record.state === 'sent') return settledAt(last, timing)
    const isMade = record.state === 'done' && record.id !== undefined && !record.linked
    return isMissing && isMade ? settledAt(last ?? { sendBefore: record.at + timing.sendWindowMs }, timing) : 0
  })
  const last = Math.max(0, ...times)
  const settled = last > 0 ? Math.max(last, clock?.unsteadyUntil(settledAt({}, timing)) ?? 0) : 0
  if (now() >= settled) return undefined
  const isOurs = isMissing || item.records()[key]?.state === 'sent'
  if (isOurs) work.record(command, { open: item.id })
  return waitUntil(settled, isOurs ? { code: 'settling', kind: name } : { code: 'busy', item: item.id })
}

/** While the event of an unclear write is open or held, others wait: it alone may send it again, or a person. */
async function blockedByOthers<Seen>(
  work: Work,
  item: Locked,
  { kind, unclear }: { kind: Kind<Seen>; unclear: Judged['unclear'] },
): Promise<StepOutcome | undefined> {
  const missing = Object.entries(item.records()).filter(
    ([key, { state, kind: name }]) => key !== kind.key && state === 'missing' && name === kind.name,
  )
  const own = item.records()[kind.key]
  const first = missing.filter(([key, record]) => kind.waitsFor?.({ ...record, key }, own))
  const blocking = [...unclear.keys(), ...first.map(([key]) => key)]
  for (const key of blocking) {
    const { by = '', tries = [] } = item.records()[key] ?? {}
    if (by === work.event().id) {
      // The write is of a command that the mapping no longer gives.
      const question = unclear.get(key)
      const facts: Unclear = question
        ? { ...question, kind: kind.name, ...about(kind) }
        : { what: 'missing', kind: kind.name, tries: tries.length, ids: [] }
      if (isApproved(work.event(), 'outcome_unclear', { key, ...facts })) continue
      work.record(key, { open: item.id })
      return endWith(held({ code: 'outcome_unclear', key, ...facts }))
    }
    const status = (await work.workflow.inbox.get(by))?.status
    if (status !== undefined && (isOpen(status) || status === 'held')) return whileBusy(work, item.id)
  }
  return undefined
}

function hold<Seen>(work: Work, item: Locked, { kind, facts }: { kind: Kind<Seen>; facts: Unclear }): StepOutcome {
  work.record(kind.command, { open: item.id })
  return endWith(held({ code: 'outcome_unclear', key: kind.key, ...facts }))
}

/** Records in one write the key as done with what was there, and what follows as `sent`. An earlier own try gets a second look. */
type Linking<Seen> = { kind: Kind<Seen>; link: Link; own: WriteRecord | undefined }

async function link<Seen>(work: Work, item: Locked, linking: Linking<Seen>): Promise<Done | StepOutcome> {
  const { kind, link, own } = linking
  const { now, timing } = work.workflow
  const { linked, ...said } = link
  const tries = own?.tries ?? []
  const done = doneRecord(
    { ...said, kind: kind.name, by: work.event().id, at: own?.at ?? now(), tries },
    {
      id: linked.id,
      linked: true,
      of: { lines: linked.lines, known: [], sendBefore: 0 },
      ...(tries.length > 0 && { secondLookAt: now() + timing.secondLookMs }),
    },
  )
  const full = noRoom(item, kind, { [kind.key]: done })
  if (full) return endWith(full)
  // Before anything is recorded: what follows must be able to go out at once.
  const paused = tries.length === 0 ? await readyToWrite(work) : undefined
  if (paused) return paused
  const along = tries.length === 0 ? recordFollowing(work, item, kind) : undefined
  if (along) work.record(kind.command, { open: item.id })
  await item.save({ [kind.key]: done, ...along?.records }, { unsent: along?.key })
  work.record(kind.command, { open: along && item.id }, { code: 'linked', returnId: linked.id })
  return { kind: 'done', record: done, how: 'linked' }
}
