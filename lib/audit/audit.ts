import { isDeepStrictEqual } from 'node:util'
import { listAll } from '../inbox/inbox.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import type { Finding } from '../reasons.ts'
import type { AuditProgress } from '../state/audit-progress.ts'
import { changeItem } from '../state/change-item.ts'
import { type Auditor, beginOf, dayMs, iso } from './auditor.ts'
import { checkEvents } from './check-events.ts'
import { endStopped } from './end-stopped.ts'
import { findOrphans, type OrphansReport, placeAt } from './find-orphans.ts'
import { distinct, withFound } from './findings.ts'
import { createReader, type Reader } from './reader.ts'
import { listen, type Silent, silentSources } from './silence.ts'

/** What a run has found; a list that is cut says how many `more` there are. */
export type AuditReport = ReturnType<typeof reportOf>

const mostFindings = 100
const mostUnseen = 20
const mostRemembered = 1_000
const second = 1_000

/** Compares both ways, on from where the last run ended. Writes nothing to the back office. Throws only what the tables throw. */
export async function audit(auditor: Auditor, deadlineMs: number): Promise<AuditReport> {
  try {
    return await compare(auditor, deadlineMs)
  } catch (error) {
    if (error instanceof InvariantBroken) logBroken(auditor.workflow.log, error)
    throw error
  }
}

async function compare(auditor: Auditor, deadlineMs: number): Promise<AuditReport> {
  const { now, timing } = auditor.workflow
  const startedAt = now()
  const lastMs = deadlineMs - timing.marginMs
  // The last request must have ended before the places are kept.
  const stopAt = lastMs - timing.requestTimeoutMs - 2 * second
  const before = await auditor.progress.read()
  // By a wrong clock the next run would begin at a wrong place.
  auditor.workflow.clock?.mustBeRight()
  const retention = await findOverdue(auditor, startedAt + (lastMs - startedAt) / 4)
  const since = before?.since ?? startedAt - dayMs
  const first = firstOf(before)
  const { events, returns, calls } = await look(auditor, { before, since, first, stopAt, deadlineMs: lastMs })
  const countedTo = await countedBy(auditor, events, before)
  const heard = await listen(auditor.workflow, before?.heard)
  const silent = silentSources(auditor.workflow, heard, before?.heard)
  const told = before?.cancelled ?? []
  const found = events.findings.flatMap(({ what, returnId }) => (what === 'shop_cancelled' ? (returnId ?? []) : []))
  const cancelled = [...new Set([...(events.round.complete ? [] : told), ...found])].slice(-mostRemembered)
  const rounds = { events: events.round, returns: returns.round }
  const known = { ...(countedTo !== undefined && { countedTo }), ...(cancelled.length > 0 && { cancelled }) }
  const reached = { since, first, ...rounds, heard, ...known }
  const findings = distinct([...events.findings, ...returns.findings])
  await changeItem(auditor.progress, auditor.workflow.newId, (previous) => {
    // Where another run was faster its places stand, and what this one has seen is looked at once more. A person who has settled a finding
    // meanwhile has moved no place.
    if (!isDeepStrictEqual(placesOf(previous), placesOf(before))) return undefined
    return { ...reached, found: withFound(previous?.found, findings, { ...rounds, now: now() }) }
  })
  const report = reportOf({ events, returns, findings, calls, retention, silent, told })
  logReport(auditor.workflow, report)
  return report
}

const placesOf = ({ found: _, writeId: __, ...places }: Partial<AuditProgress> = {}) => places

/** Until when all days are counted. A round that an earlier version has begun may have passed some by: the next one counts. */
async function countedBy(auditor: Auditor, { days, round }: Looks['events'], before: AuditProgress | undefined) {
  if (!auditor.days) return undefined
  const reached = await days.store(round.complete ? round.at.at : undefined)
  const isWhole = before?.countedTo !== undefined || before?.events === undefined || before.events.complete
  return isWhole ? Math.max(before?.countedTo ?? 0, reached) : undefined
}

type Direction = NonNullable<AuditProgress['first']>

/** Who comes second has what is left of a small budget, which may be nothing: they take turns until both have ended. */
function firstOf(before: AuditProgress | undefined): Direction {
  const isOver = before?.events?.complete && before.returns?.complete
  return before?.first === 'returns' && !isOver ? 'events' : 'returns'
}

type Run = { before: AuditProgress | undefined; since: number; first: Direction; stopAt: number; deadlineMs: number }
/** Of a run's time, for who comes first. The first read of returns mostly finds its place again: they need two to come forward. */
const shareOf = { events: 1 / 3, returns: 1 / 2 }

/** Returns first where there is a choice: the events' own are among them and need not be read again. */
async function look(auditor: Auditor, { before, since, first, stopAt, deadlineMs }: Run) {
  const { now } = auditor.workflow
  const whole = createReader(auditor, { stopAt, deadlineMs })
  const share = createReader(auditor, { stopAt, shareUntil: now() + (stopAt - now()) * shareOf[first], deadlineMs })
  const eventsWith = (reader: Reader, listed: OrphansReport['listed']) =>
    checkEvents(auditor, { reader, listed, round: beginOf(before?.events, { now: now(), placeAt: eventsFrom }) })
  const returnsWith = (reader: Reader) =>
    findOrphans(auditor, { reader, since, stopAt, round: beginOf(before?.returns, { now: now(), placeAt }) })
  const eventsFirst = first === 'events' ? await eventsWith(share, new Map()) : undefined
  const returns = await returnsWith(eventsFirst ? whole : share)
  const events = eventsFirst ?? (await eventsWith(whole, returns.listed))
  return { events, returns, calls: whole.reads() + share.reads() }
}

const eventsFrom = () => ({ at: 0, id: '' })
type Looks = Awaited<ReturnType<typeof look>>
type Found = Looks & {
  findings: readonly Finding[]
  told: readonly number[]
  retention: Retention
  silent: readonly Silent[]
}

function reportOf({ events, returns, findings, calls, retention, silent, told }: Found) {
  const unseen = [...events.unseen, ...returns.unseen]
  const { why, until } = events.putOff ?? returns.putOff ?? {}
  return {
    /** What is not as it was recorded. */
    findings: findings.slice(0, mostFindings),
    moreFindings: Math.max(0, findings.length - mostFindings),
    /** How many of all findings people are told of: one that stays, once. */
    news: findings.filter(({ what, returnId = 0 }) => what !== 'shop_cancelled' || !told.includes(returnId)).length,
    /** Events by receipt that ended since `from`. `writes`: of discarded events, that were looked at. */
    events: {
      ...looked(events.round, events.round.at.at),
      checked: events.events,
      orders: events.orders,
      returns: events.returns,
      comments: events.comments,
      writes: events.writes,
    },
    /** Returns in the back office, and how many of them are the API user's own. */
    returns: { ...looked(returns.round, returns.round.at.time), listed: returns.listed.size, ours: returns.ours },
    /** What could not be looked at. */
    unseen: unseen.slice(0, mostUnseen),
    moreUnseen: Math.max(0, unseen.length - mostUnseen),
    /** Why the comparison ended before its time: the next run goes on. */
    ...(why && { putOff: { why, ...(until !== undefined && { until: iso(until) }) } }),
    calls,
    retention,
    silent,
  }
}

/** Looked at between two times; `complete` is false where the run ended before, and the next one goes on at `to`. */
function looked({ from, complete }: { from: number; complete: boolean }, to: number) {
  return { from: iso(from), to: iso(to), complete }
}

/** One warning for each finding, so that an alarm can count them. */
function logReport({ log }: Auditor['workflow'], { findings, unseen, retention, events, returns }: AuditReport): void {
  for (const { what, event, orderId, returnId, commentId } of findings)
    log.warn('audit finding', { what, event, orderId, returnId, commentId })
  const { held, failed, ids } = retention
  if (ids.length > 0) log.warn('held and failed events are older than retention.days', { held, failed, ids })
  log.info('audit ended', {
    findings: findings.length,
    unseen: unseen.length,
    events: events.checked,
    returns: returns.ours,
    compared: events.complete && returns.complete,
  })
}

type Retention = Awaited<ReturnType<typeof findOverdue>>
const mostIds = 20
/** Pages of each status, 100 events each. */
const mostPages = 50

/** Held and failed events that have not moved for longer than `retention.days`: all others expire by themselves, these wait for a person. */
async function findOverdue({ workflow }: Auditor, until: number) {
  const { inbox, now, config } = workflow
  const lists = await Promise.all((['held', 'failed'] as const).map((status) => listAll(inbox, { status }, mostPages)))
  const stopped = lists.flatMap(({ events }) => events)
  const ended = await endStopped(workflow, stopped, until)
  const before = now() - config.retention.days * dayMs
  const overdue = stopped.filter(({ id, updatedAt }) => updatedAt < before && !ended.has(id))
  const oldest = overdue.toSorted((one, other) => one.updatedAt - other.updatedAt)
  const count = (wanted: string) => overdue.filter(({ status }) => status === wanted).length
  return {
    held: count('held'),
    failed: count('failed'),
    /** So many were ended, by `retention.stoppedDays`. */
    ...(config.retention.stoppedDays !== undefined && { ended: ended.size }),
    /** The oldest of them. */
    ids: oldest.slice(0, mostIds).map(({ id }) => id),
    /** False: there may be more than were counted. */
    complete: lists.every(({ isCut }) => !isCut),
  }
}
