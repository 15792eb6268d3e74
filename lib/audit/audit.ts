import { isDeepStrictEqual } from 'node:util'
import { listAll } from '../inbox/inbox.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import type { Finding, Unread } from '../reasons.ts'
import type { AuditProgress } from '../state/audit-progress.ts'
import { type Auditor, beginOf, dayMs, iso, type Unseen } from './auditor.ts'
import { checkEvents } from './check-events.ts'
import { findOrphans, type OrphansReport, placeAt } from './find-orphans.ts'
import { distinct, found as foundWith } from './findings.ts'
import { createReader, type Reader } from './reader.ts'
import { listen, type Silent, silentSources } from './silence.ts'

/** Looked at between two times; `complete` is false where the run ended before, and the next one goes on at `to`. */
type Looked = { from: string; to: string; complete: boolean }

export type AuditReport = {
  /** What is not as it was recorded; 100 at most, and `moreFindings` besides. */
  findings: Finding[]
  moreFindings: number
  /** How many of all findings people are told of: one that stays, once. */
  news: number
  /** Events by receipt that ended since `from`. `writes`: of discarded events, that were looked at. */
  events: Looked & { checked: number; orders: number; returns: number; comments: number; writes: number }
  /** Returns in the back office, and how many of them are the API user's own. */
  returns: Looked & { listed: number; ours: number }
  /** What could not be looked at; 20 at most, and `moreUnseen` besides. */
  unseen: Unseen[]
  moreUnseen: number
  /** Why the comparison ended before its time: the next run goes on. */
  putOff?: { why: Unread; until?: string }
  calls: number
  retention: RetentionReport
  silent: Silent[]
}

const mostFindings = 100
const mostUnseen = 20
const mostRemembered = 1_000
const mostTries = 3
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
  const retention = await findOverdue(auditor)
  // The last request must have ended before the places are kept.
  const stopAt = lastMs - timing.requestTimeoutMs - 2 * second
  const before = await auditor.progress.read()
  // By a wrong clock the next run would begin at a wrong place.
  auditor.workflow.clock?.mustBeRight()
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
  await keep(auditor, { before, reached, findings })
  const report = reportOf({ events, returns, findings, calls, retention, silent, told })
  logReport(auditor.workflow, report)
  return report
}

type Reached = {
  before: AuditProgress | undefined
  reached: Omit<AuditProgress, 'writeId' | 'found'>
  findings: readonly Finding[]
}

/**
 * Where another run was faster its places stand, and what this one has seen is looked at once more. A person who has settled a finding
 * meanwhile has moved no place.
 */
async function keep({ progress, workflow }: Auditor, { before, reached, findings }: Reached): Promise<void> {
  const { now, newId } = workflow
  let previous = before
  for (let tries = 0; tries < mostTries; tries += 1) {
    const next = { ...reached, found: foundWith(previous?.found, findings, reached, now()), writeId: newId() }
    if (await progress.replace(next, { previous })) return
    previous = await progress.read()
    if (!isDeepStrictEqual(placesOf(previous), placesOf(before))) return
  }
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
type Parts = Looks & Pick<AuditReport, 'findings' | 'retention' | 'silent'> & { told: readonly number[] }

function reportOf({ events, returns, findings, calls, retention, silent, told }: Parts): AuditReport {
  const unseen = [...events.unseen, ...returns.unseen]
  const putOff = events.putOff ?? returns.putOff
  return {
    findings: findings.slice(0, mostFindings),
    moreFindings: Math.max(0, findings.length - mostFindings),
    news: findings.filter(({ what, returnId = 0 }) => what !== 'shop_cancelled' || !told.includes(returnId)).length,
    events: {
      ...looked(events.round.from, events.round.at.at, events.round.complete),
      checked: events.events,
      orders: events.orders,
      returns: events.returns,
      comments: events.comments,
      writes: events.writes,
    },
    returns: {
      ...looked(returns.round.from, returns.round.at.time, returns.round.complete),
      listed: returns.listed.size,
      ours: returns.ours,
    },
    unseen: unseen.slice(0, mostUnseen),
    moreUnseen: Math.max(0, unseen.length - mostUnseen),
    ...(putOff && { putOff: { why: putOff.why, ...(putOff.until !== undefined && { until: iso(putOff.until) }) } }),
    calls,
    retention,
    silent,
  }
}

const looked = (from: number, to: number, complete: boolean): Looked => ({ from: iso(from), to: iso(to), complete })

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

type RetentionReport = {
  /** Held and failed events that have not moved for longer than `retention.days`. */
  held: number
  failed: number
  /** The oldest of them; 20 at most. */
  ids: string[]
  /** False: there may be more than were counted. */
  complete: boolean
}

const mostIds = 20
/** Pages of each status, 100 events each. */
const mostPages = 50

/** All others expire by themselves. These wait for a person, however long. */
async function findOverdue(auditor: Auditor): Promise<RetentionReport> {
  const held = await overdue(auditor, 'held')
  const failed = await overdue(auditor, 'failed')
  const oldest = [...held.events, ...failed.events].toSorted((one, other) => one.updatedAt - other.updatedAt)
  const ids = oldest.slice(0, mostIds).map(({ id }) => id)
  return { held: held.events.length, failed: failed.events.length, ids, complete: held.isWhole && failed.isWhole }
}

async function overdue({ workflow }: Auditor, status: 'held' | 'failed') {
  const { inbox, now, config } = workflow
  const before = now() - config.retention.days * dayMs
  const { events, isCut } = await listAll(inbox, { status }, mostPages)
  return { events: events.filter(({ updatedAt }) => updatedAt < before), isWhole: !isCut }
}
