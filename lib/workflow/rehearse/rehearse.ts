import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { type Progress, withoutEnd } from '../../inbox/progress.ts'
import type { Ending, Wait } from '../../reasons.ts'
import type { Learnt } from '../../state/learnt.ts'
import type { ItemId, LockedItem, RecordItem, RecordStore } from '../../state/write-record.ts'
import { withChanges } from '../../state/write-record.ts'
import { doOne } from '../do-commands.ts'
import type { RequestPlan } from '../plan-return/plan-return.ts'
import { retryFacts, runEndOf } from '../retry-policy.ts'
import { startWork } from '../start-work.ts'
import type { KeyedCommand } from '../translate/translate-event.ts'
import type { Work, Workflow } from '../workflow.ts'
import { type DryWrite, dryBackOffice, NotMadeYet } from './dry-back-office.ts'

export type Rehearsed = KeyedCommand & {
  progress: Progress
  writes: readonly DryWrite[]
  /** Of a return: the plan, wherever the run came as far. */
  plan?: RequestPlan
} & HowItEnds
/** How a command would end, or what it would wait for; neither: it would be done. */
type HowItEnds = { ending?: Ending; why?: Wait }

type Rehearsal = { ending: Ending } | { commands: Rehearsed[]; parents: Work['parents'] }

/** What a run would do now with every command, by the run's own code: it reads, and stores and sends nothing. Throws as the back office does. */
export async function rehearse(workflow: Workflow, event: InboxEvent, deadlineMs: number): Promise<Rehearsal> {
  let key = ''
  const writes = new Map<string, DryWrite[]>()
  const plans = new Map<string, RequestPlan>()
  const onWrite = (write: DryWrite) => void writes.set(key, [...(writes.get(key) ?? []), write])
  const rehearsed = dry(workflow, { event, deadlineMs, onWrite })
  const { work, translated } = startWork(rehearsed, asClaimed(workflow, event), deadlineMs)
  if (!Array.isArray(translated)) return { ending: translated }
  const rehearsing: Work = { ...work, onPlan: (of, plan) => void plans.set(of, plan) }
  const commands: Rehearsed[] = []
  for (const one of translated) {
    key = one.key
    const outcome = work.progress(key).state === 'done' ? {} : await outcomeOf(rehearsing, one, translated)
    const plan = plans.get(key)
    const facts = { progress: work.progress(key), writes: writes.get(key) ?? [] }
    commands.push({ ...one, ...facts, ...(plan && { plan }), ...outcome })
  }
  return { commands, parents: work.parents }
}

type Dry = { event: InboxEvent; deadlineMs: number; onWrite: (write: DryWrite) => void }

function dry(workflow: Workflow, { event, deadlineMs, onWrite }: Dry): Workflow {
  // What is paused is planned all the same.
  const { pauses: _, ...others } = workflow
  const { log } = workflow
  return {
    ...others,
    inbox: { ...workflow.inbox, save: async () => {} },
    records: dryRecords(workflow.records, event.id),
    learnt: dryLearnt(workflow.learnt),
    // A person waits: it takes no slots ahead.
    openBackOffice: () => dryBackOffice(workflow.openBackOffice({ deadlineMs }), { onWrite }),
    log: { info: () => {}, warn: () => {}, error: log.error },
  }
}

/** The event as a run would claim it, with all that has ended to be tried again. */
function asClaimed({ now, timing }: Workflow, event: InboxEvent): InboxEvent {
  const { deferredSince: _, unsaved: __, cut: ___, ...others } = event
  const progress = Object.entries(event.progress).map(([key, one]) => [key, withoutEnd(one)] as const)
  return {
    ...others,
    status: 'running',
    leaseUntil: now() + timing.leaseMs,
    epoch: event.epoch + 1,
    attempts: 1,
    progress: Object.fromEntries(progress),
  }
}

async function outcomeOf(work: Work, one: KeyedCommand, commands: readonly KeyedCommand[]): Promise<HowItEnds> {
  try {
    const outcome = await doOne(work, one, commands)
    if (outcome.kind === 'end') return { ending: outcome.ending }
    return outcome.kind === 'wait' ? { why: outcome.why } : {}
  } catch (error) {
    if (error instanceof NotMadeYet) return { why: { code: 'order_not_there_yet' } }
    const runEnd = error instanceof Rejected ? runEndOf(error, retryFacts(work)) : undefined
    if (runEnd?.kind === 'end') return { ending: runEnd.ending }
    throw error
  }
}

/** The records as a run would leave them; nothing is stored. An item that the event itself has locked is free for it. */
function dryRecords(records: RecordStore, event: string): RecordStore {
  const items = new Map<ItemId, RecordItem>()
  const places = new Map<string, ItemId>()
  const read = async (id: ItemId) => items.get(id) ?? (await records.get(id))
  const changed = (item: LockedItem, changes: Parameters<RecordStore['save']>[1]['changes']): LockedItem => {
    const next = { ...item, records: withChanges(item.records, changes), version: item.version + 1 }
    items.set(item.id, { id: item.id, records: next.records })
    return next
  }
  return {
    get: read,
    async lock(id, { lock, now, first }) {
      const { records: known = {}, lock: theirs } = (await read(id)) ?? {}
      if (theirs && theirs.event !== event && theirs.until > now) return 'busy'
      const locked = { id, lock, records: known, version: 0 }
      return first && !known[first.key] ? changed(locked, { [first.key]: first.record }) : locked
    },
    save: async (item, { changes }) => changed(item, changes),
    unlock: async () => {},
    async place(key, id, { instead }) {
      const known = places.get(key) ?? (await records.placeOf(key))
      const place = known === undefined || known === instead ? id : known
      places.set(key, place)
      return place
    },
    placeOf: async (key) => places.get(key) ?? (await records.placeOf(key)),
    countOnDay: async () => true,
  }
}

const dryLearnt = ({ parcel }: Learnt): Learnt => ({
  parcel,
  learnParcel: async (source, id, { known }) => ({ ...known, ...(await parcel(source, id)) }),
})
