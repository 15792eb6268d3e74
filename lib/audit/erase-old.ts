import type { EndedPlace } from '../inbox/ended-order.ts'
import { erased } from '../inbox/erasure.ts'
import type { EndedSummary, InboxEvent, OrderKey } from '../inbox/event.ts'
import { LostEvent } from '../inbox/inbox.ts'
import type { EndedStage } from '../inbox/shards.ts'
import { type Auditor, dayMs, iso, type Unseen } from './auditor.ts'
import { createPassBy } from './pass-by.ts'

const pageSize = 100
const sideBySide = 8
/** A failed event is told of this long before it is given up. */
const noticeMs = 7 * dayMs
/** The table itself drops what no audit has removed, this much later: the audit also forgets what the orders remember of it. */
const graceMs = 7 * dayMs
const mostTold = 100

/** A failed event that is given up and erased soon, unless somebody replays it. */
export type Notice = { event: string; givenUpAt: string; says: string }

export type RetentionReport = {
  /** Events that lost payload and words. */
  erased: number
  /** Of these, failed ones that were given up by it. */
  givenUp: number
  /** Events of which nothing is left. */
  removed: number
  /** Failed events with a week to go; 100 at most. */
  soonGivenUp: Notice[]
  /** False: the time of this run was over, the next one goes on. */
  complete: boolean
}

/**
 * Ends what is over: payloads after `payloadDays`, the rest after `ledgerDays`. Touches no event that is open or held. `unseen`: events
 * that could not be read or saved and were passed by. Throws what the tables throw where it is no accident of single events.
 */
export async function eraseOld(
  auditor: Auditor,
  { stopAt }: { stopAt: number },
): Promise<{ retention: RetentionReport; unseen: Unseen[] }> {
  const { config, now } = auditor.workflow
  const payloadMs = config.retention.payloadDays * dayMs
  const ledgerMs = config.retention.ledgerDays * dayMs
  const startedAt = now()
  const over = startedAt - payloadMs
  const { attempt, unseen } = createPassBy(auditor.workflow.log)
  const erase = ({ id }: EndedSummary) => attempt({ event: id }, () => eraseOne(auditor, id, { over, ledgerMs }))
  const remove = (event: EndedSummary) => attempt({ event: event.id }, () => removeOne(auditor, event))
  const failed = await throughAll(auditor, { stage: 'failed', until: over, stopAt }, erase)
  const ended = await throughAll(auditor, { stage: 'ended', until: over, stopAt }, erase)
  const removed = await throughAll(auditor, { stage: 'erased', until: startedAt - ledgerMs, stopAt }, remove)
  const retention = {
    erased: failed.count + ended.count,
    givenUp: failed.count,
    removed: removed.count,
    soonGivenUp: await readNotices(auditor, { over, payloadMs }),
    complete: failed.complete && ended.complete && removed.complete,
  }
  return { retention, unseen }
}

type Part = { stage: EndedStage; until: number; stopAt: number }

/** Each event of a stage once; `complete` is false where time is over before the last. */
async function throughAll(
  { workflow }: Auditor,
  { stage, until, stopAt }: Part,
  one: (event: EndedSummary) => Promise<boolean | undefined>,
): Promise<{ count: number; complete: boolean }> {
  const { inbox, now } = workflow
  let count = 0
  let after: EndedPlace | undefined
  for (;;) {
    if (now() >= stopAt) return { count, complete: false }
    const page = await inbox.ended({ stage, until, after, limit: pageSize })
    for (let from = 0; from < page.length; from += sideBySide) {
      if (now() >= stopAt) return { count, complete: false }
      const done = await Promise.all(page.slice(from, from + sideBySide).map(one))
      count += done.filter(Boolean).length
    }
    after = page.at(-1)
    if (!after) return { count, complete: true }
  }
}

type Limits = { over: number; ledgerMs: number }

/** False: it was moved at the same moment, or is not over any more. */
async function eraseOne({ workflow }: Auditor, id: string, { over, ledgerMs }: Limits): Promise<boolean> {
  const { inbox, now, newId } = workflow
  const event = await inbox.get(id)
  if (event?.endedAt === undefined || event.endedAt > over) return false
  const expiresAt = event.endedAt + ledgerMs + graceMs
  return await unlessMoved(() => inbox.save(event, erased(event, { now: now(), writeId: newId(), expiresAt })))
}

async function unlessMoved(save: () => Promise<void>): Promise<boolean> {
  try {
    await save()
    return true
  } catch (error) {
    if (error instanceof LostEvent) return false
    throw error
  }
}

/**
 * First what its orders remember of it, then the event: while the event is there, what is left over is found again. Not while a write
 * for one of its orders is open, or another event of it: both may still go by what is remembered.
 */
async function removeOne({ workflow }: Auditor, { id, epoch }: EndedSummary): Promise<boolean> {
  const { inbox, orders, now } = workflow
  const event = await inbox.get(id)
  if (event?.epoch !== epoch) return false
  for (const key of keysOf(event)) {
    if (typeof key === 'number' && (await isNeeded({ workflow }, key))) return false
    if (!(await orders.forget(key, { event: id, now: now() }))) return false
  }
  return await inbox.remove({ id, epoch })
}

/** Every item of the state table that it may have left something in. */
const keysOf = ({ orderId, ledger }: InboxEvent): OrderKey[] => {
  const keys = ledger.flatMap((progress) => [progress.orderId, progress.newOrder?.key, progress.image?.key])
  return [...new Set([orderId, ...keys].filter((key) => key !== undefined))]
}

/** An event about this order is open or held. */
async function isNeeded({ workflow }: Pick<Auditor, 'workflow'>, orderId: number): Promise<boolean> {
  const unfinished = ['ready', 'running', 'waiting', 'held'] as const
  for (const status of unfinished) {
    const { events, cursor } = await workflow.inbox.list({ orderId, status, limit: 1 })
    if (events.length > 0 || cursor !== undefined) return true
  }
  return false
}

async function readNotices(
  { workflow }: Auditor,
  { over, payloadMs }: { over: number; payloadMs: number },
): Promise<Notice[]> {
  const until = over + noticeMs
  const soon = await workflow.inbox.ended({
    stage: 'failed',
    until,
    after: { endedAt: over, id: '\uffff' },
    limit: mostTold,
  })
  return soon.map(({ id, endedAt }) => {
    const givenUpAt = iso(endedAt + payloadMs)
    const day = givenUpAt.slice(0, 10)
    return {
      event: id,
      givenUpAt,
      says: `Event ${id} has failed and is given up on ${day}: its payload is erased then. Replay it before.`,
    }
  })
}
