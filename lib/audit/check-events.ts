import type { InboxEvent } from '../inbox/event.ts'
import type { Walked } from '../inbox/inbox.ts'
import type { Finding } from '../reasons.ts'
import type { AuditRound, EventsPlace } from '../state/audit-progress.ts'
import type { Auditor, Unseen } from './auditor.ts'
import { type Comparing, type Comparison, commentsOnce, comparisonsOf } from './compare-event.ts'
import { createDayCounts, type DayCountsOfWalk } from './count-days.ts'
import { createPassBy, type PassBy, PutOff, type Reader, tookTooMuch, Unreadable } from './reader.ts'

const pageSize = 50

/** Counts what was compared; `writes`: where a discarded event may have left a write of unknown outcome. */
export type EventsReport = Record<'events' | Comparison['of'], number> & {
  round: AuditRound<EventsPlace>
  days: DayCountsOfWalk
  findings: Finding[]
  unseen: Unseen[]
  putOff?: PutOff
}

type Check = Comparing & { report: EventsReport; track: Track; passBy: PassBy }

type Asked = Pick<Comparing, 'reader' | 'listed'> & Pick<EventsReport, 'round'>

/** Events that ended since the round's `from`, by receipt. A thing that two runs could not read, or not pay for, is passed by. */
export async function checkEvents(auditor: Auditor, { reader, listed, round }: Asked): Promise<EventsReport> {
  const { inbox, now, timing, log } = auditor.workflow
  const counts = { events: 0, orders: 0, returns: 0, comments: 0, writes: 0 }
  const days = createDayCounts(auditor)
  const report: EventsReport = { round, days, ...counts, findings: [], unseen: [] }
  const track: Track = { tried: round.at }
  const passBy = createPassBy(log)
  const until = now()
  const settledAt = until - timing.settlingMs
  const check = { auditor, reader, listed, comments: commentsOnce(reader), settledAt, report, track, passBy }
  await days.begin(round.at)
  try {
    for (;;) {
      const page = await inbox.walk({ after: track.tried, limit: pageSize })
      for (const walked of page) {
        reader.mustGoOn()
        const isRead = await checkOne(check, walked)
        pass(check, { at: walked.at, id: walked.id }, isRead)
      }
      if (page.length === pageSize) continue
      const unseen = [...passBy.unseen, ...report.unseen]
      const { stuck: _, ...begun } = round
      return { ...report, unseen, round: { ...begun, at: { at: until, id: '' }, complete: true } }
    }
  } catch (error) {
    if (!(error instanceof PutOff)) throw error
    const ended = { ...report, ...brokenOff(check, error), putOff: error }
    return { ...ended, unseen: [...passBy.unseen, ...ended.unseen] }
  }
}

/** False: the last of it could not be read. */
async function checkOne(check: Check, { id, at, read }: Walked): Promise<boolean> {
  const { round, days } = check.report
  const event = await check.passBy.attempt({ event: id }, async () => read())
  days.add({ id, at }, event)
  if (!event) return false
  const isOld = event.endedAt === undefined || event.endedAt < round.from
  if (isOld && !leavesReturns(event)) return true
  const { partly, ...behind } = check.track.tried
  const before = partly?.id === id ? partly.compared : 0
  const comparisons = await check.passBy.attempt({ event: id }, () => comparisonsOf(check, event))
  if (!comparisons) return false
  let isRead = true
  let isWhole = true
  for (const [index, comparison] of comparisons.entries()) {
    if (index < before || (isOld && !comparison.lasts)) continue
    const at = { ...behind, partly: { id, compared: index + 1 } }
    check.track.trying = { at, event: id, readsBefore: check.reader.reads() }
    isRead = await compare(check, event, comparison)
    isWhole &&= isRead
    pass(check, at, isRead)
  }
  if (isWhole && event.status === 'done') check.report.events += 1
  return isRead
}

/** They are looked at as long as the event is kept that says the shop has cancelled them. */
const leavesReturns = ({ status, progress }: InboxEvent): boolean =>
  status === 'done' && Object.values(progress).some(({ standing }) => standing !== undefined)

/** False: it could not be read. */
async function compare({ report, passBy }: Check, { id }: InboxEvent, { of, make }: Comparison): Promise<boolean> {
  try {
    const made = await passBy.attempt({ event: id }, async () => ({ finding: await make() }))
    if (!made) return false
    if (made.finding) report.findings.push(made.finding)
    report[of] += 1
    return true
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.unseen.push({ event: id, why: error.why })
    return false
  }
}

/** Behind what was tried, behind the last that could be read, and at what is tried now (`at`: the place behind it). */
type Track = {
  tried: EventsPlace
  read?: { at: EventsPlace; unseen: number }
  trying?: { at: EventsPlace; event: string; readsBefore: number }
}

type Run = { reader: Reader; report: { round: AuditRound<EventsPlace>; unseen: Unseen[] }; track: Track }

function pass({ reader, report, track }: Run, at: EventsPlace, isRead: boolean): void {
  track.tried = at
  delete track.trying
  if (!isRead) return
  track.read = { at, unseen: report.unseen.length }
  reader.moved()
}

/** What a run leaves that was ended: nothing that it could not read is passed by, unless the run before could not, either. */
function brokenOff(run: Run, { why: end }: PutOff): Run['report'] {
  const { reader, track } = run
  const { unseen } = run.report
  const { stuck: wasStuck, ...round } = run.report.round
  if (track.read) return { round: { ...round, at: track.read.at }, unseen: unseen.slice(0, track.read.unseen) }
  const { trying } = track
  const isTooMuch = trying !== undefined && tookTooMuch(reader, trying)
  if (unseen.length === 0 && !isTooMuch) return run.report
  if (!wasStuck) return { round: { ...round, stuck: true }, unseen: [] }
  if (!isTooMuch) return { round: { ...round, at: track.tried }, unseen }
  const tooMuch = { event: trying.event, why: { code: 'too_many_reads', end } } as const
  return { round: { ...round, at: trying.at }, unseen: [...unseen, tooMuch] }
}
