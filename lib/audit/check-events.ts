import type { Order } from '../back-office/resources/schemas.ts'
import { endedFirst } from '../inbox/ended-order.ts'
import type { EndedSummary } from '../inbox/event.ts'
import type { AuditRound, EventsPlace } from '../state/audit-progress.ts'
import type { Auditor, Finding, Unseen } from './auditor.ts'
import { type Comparing, type Comparison, commentsOnce, comparisonsOf } from './compare-event.ts'
import { createPassBy, type PassBy } from './pass-by.ts'
import { PutOff, type Reader, Unreadable } from './reader.ts'

const pageSize = 50

export type EventsReport = {
  round: AuditRound<EventsPlace>
  events: number
  orders: number
  returns: number
  comments: number
  findings: Finding[]
  unseen: Unseen[]
  putOff?: PutOff
}

/** Where a run is: behind what it has tried, and behind the last of it that could be read. */
type Track = { tried: EventsPlace; read?: { at: EventsPlace; unseen: number } }

type Check = Comparing & { report: EventsReport; track: Track; passBy: PassBy }

/**
 * Done events, in the order in which they ended, against the back office. Where the run ends before, the round goes on behind the last
 * thing that could be read, be it in the middle of an event: what could not, right before the end, is no accident of its own. Only where
 * two runs could read nothing at all of what they tried, the round goes on behind that.
 */
export async function checkEvents(
  auditor: Auditor,
  { reader, listed, round }: { reader: Reader; listed: ReadonlyMap<number, Order>; round: AuditRound<EventsPlace> },
): Promise<EventsReport> {
  const report: EventsReport = { round, events: 0, orders: 0, returns: 0, comments: 0, findings: [], unseen: [] }
  const track: Track = { tried: round.at }
  const passBy = createPassBy(auditor.workflow.log)
  const check = { auditor, reader, listed, comments: commentsOnce(reader), report, track, passBy }
  const until = auditor.workflow.now()
  try {
    for (;;) {
      const page = await endedPage(auditor, { until, after: track.tried })
      for (const ended of page) {
        reader.mustGoOn()
        const isRead = await checkOne(check, ended)
        pass(check, { endedAt: ended.endedAt, id: ended.id }, isRead)
      }
      if (page.length > 0) continue
      const unseen = [...passBy.unseen, ...report.unseen]
      return { ...report, unseen, round: { from: round.from, at: { endedAt: until, id: '' }, complete: true } }
    }
  } catch (error) {
    if (!(error instanceof PutOff)) throw error
    const ended = { ...report, ...brokenOff(check), putOff: error }
    return { ...ended, unseen: [...passBy.unseen, ...ended.unseen] }
  }
}

function pass({ reader, report, track }: Check, at: EventsPlace, isRead: boolean): void {
  track.tried = at
  if (!isRead) return
  track.read = { at, unseen: report.unseen.length }
  reader.moved()
}

function brokenOff({ report, track }: Check): Pick<EventsReport, 'round' | 'unseen'> {
  const { stuck, ...round } = report.round
  if (track.read) return { round: { ...round, at: track.read.at }, unseen: report.unseen.slice(0, track.read.unseen) }
  if (report.unseen.length === 0) return report
  if (stuck) return { round: { ...round, at: track.tried }, unseen: report.unseen }
  return { round: { ...round, stuck: true }, unseen: [] }
}

/** Both parts of the index: a short `payloadDays` has erased some of them already, and what is checked stays. */
async function endedPage(
  { workflow }: Auditor,
  { until, after }: { until: number; after: EventsPlace },
): Promise<EndedSummary[]> {
  const pages = (['ended', 'erased'] as const).map((stage) =>
    workflow.inbox.ended({ stage, until, after, limit: pageSize }),
  )
  return (await Promise.all(pages)).flat().sort(endedFirst).slice(0, pageSize)
}

/** False: the last of it could not be read. */
async function checkOne(check: Check, { id, endedAt, status }: EndedSummary): Promise<boolean> {
  if (status !== 'done') return true
  const found = await check.passBy.attempt({ event: id }, async () => ({
    event: await check.auditor.workflow.inbox.get(id),
  }))
  if (!found) return false
  const { event } = found
  // Replayed since: it comes again with its next end.
  if (event?.status !== 'done' || event.endedAt !== endedAt) return true
  const { partly, ...behind } = check.track.tried
  const before = partly?.id === id && partly.endedAt === endedAt ? partly.compared : 0
  let isRead = true
  let isWhole = true
  for (const [index, comparison] of comparisonsOf(check, event).entries()) {
    if (index < before) continue
    isRead = await compare(check, id, comparison)
    isWhole &&= isRead
    pass(check, { ...behind, partly: { endedAt, id, compared: index + 1 } }, isRead)
  }
  if (isWhole) check.report.events += 1
  return isRead
}

/** False: it could not be read. */
async function compare({ report }: Check, event: string, { of, make }: Comparison): Promise<boolean> {
  try {
    const finding = await make()
    if (finding) report.findings.push(finding)
    report[of] += 1
    return true
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.unseen.push({ event, why: error.message })
    return false
  }
}
