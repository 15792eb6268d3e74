import type { Order } from '../back-office/schemas.ts'
import type { AuditRound } from '../state/audit-progress.ts'
import { type Auditor, dayMs, type Finding, iso, type Unseen } from './auditor.ts'
import { judgeOwn, unknownReturn } from './judge.ts'
import { PutOff, type Reader, Unreadable } from './reader.ts'

/** The list is asked for from a little before the place: times may be told in whole seconds. */
const overlapMs = 1_000

export type OrphansReport = {
  round: AuditRound<number>
  /** This run was the other direction's: nothing was looked at, and the place stays. */
  leftAlone?: true
  /** Every return that was read, whoever made it. */
  listed: Map<number, Order>
  /** Of these, how many were looked for among the events. */
  ours: number
  findings: Finding[]
  unseen: Unseen[]
  putOff?: PutOff
}

/**
 * Returns of the API user in the back office, against what events have made. The list comes by id and so by time; as long as it does,
 * a run that is broken off leaves the time of the last return that it has looked at, and the next one goes on there.
 */
export async function findOrphans(
  auditor: Auditor,
  { reader, since, round, stopAt }: { reader: Reader; since: number; round: AuditRound<number>; stopAt: number },
): Promise<OrphansReport> {
  const report: OrphansReport = { round, listed: new Map(), ours: 0, findings: [], unseen: [] }
  const until = auditor.workflow.now()
  try {
    const ownerId = await reader.read(({ user }) => user.id())
    if (ownerId === undefined) throw new PutOff('the back office does not tell who its API user is')
    const stopped = await readList(auditor, { reader, report })
    const inOrder = orderedTimes([...report.listed.values()])
    for (const one of report.listed.values()) {
      // The reader's time may be over with the list: what was listed is looked up all the same, mostly in the tables.
      if (auditor.workflow.now() >= stopAt) throw stopped ?? new PutOff('the time of this run is over')
      if (isOurs(auditor, one, { ownerId, since })) await lookUp(auditor, { reader, one }, report)
      const at = inOrder.get(one.id) ?? 0
      if (at <= until && at > report.round.at) report.round = { ...round, at, complete: false }
    }
    if (stopped) throw stopped
    return { ...report, round: { from: round.from, at: until, complete: true } }
  } catch (error) {
    if (!(error instanceof PutOff || error instanceof Unreadable)) throw error
    return { ...report, putOff: error instanceof PutOff ? error : new PutOff(error.message) }
  }
}

/** Reads as far as this run can; answers what stopped it before the last page. */
async function readList(
  { workflow }: Auditor,
  { reader, report }: { reader: Reader; report: OrphansReport },
): Promise<PutOff | Unreadable | undefined> {
  const { listed, round } = report
  const typeId = workflow.constants.orderTypes.return
  try {
    await reader.read(async ({ orders }) => {
      const begunAt = Math.max(round.at, ...orderedTimes([...listed.values()]).values())
      const createdFrom = iso(Math.max(0, begunAt - overlapMs))
      for await (const one of orders.list({ typeId, createdFrom, with: ['orderReferences'] })) {
        listed.set(one.id, one)
        reader.mustGoOn()
      }
    })
    return undefined
  } catch (error) {
    if (error instanceof PutOff || error instanceof Unreadable) return error
    throw error
  }
}

/** Clocks differ, and a time without its offset is hours off; what lies further ahead is no time of its creation. */
const aheadMs = 2 * dayMs

/** What is cancelled takes no goods back; and what is older than the bridge, or than its ledger, nobody can know. */
function isOurs({ workflow }: Auditor, one: Order, { ownerId, since }: { ownerId: number; since: number }): boolean {
  const { config, constants, now } = workflow
  const oldest = Math.max(since, now() - (config.retention.ledgerDays - 1) * dayMs)
  const at = Date.parse(one.createdAt ?? '')
  const isElsewhen = at < oldest || at > now() + aheadMs
  return one.ownerId === ownerId && one.statusId !== constants.statuses.cancelled && !isElsewhen
}

async function lookUp(
  { workflow }: Auditor,
  { reader, one }: { reader: Reader; one: Order },
  report: OrphansReport,
): Promise<void> {
  const { inbox, orders } = workflow
  try {
    const parents = await parentsOf(reader, one)
    report.ours += 1
    const memories = await Promise.all(parents.map((orderId) => orders.get(orderId)))
    const judged = judgeOwn(one.id, memories)
    if (judged === 'unsettled')
      report.unseen.push({ returnId: one.id, why: 'a write for its order is not settled yet' })
    if (judged !== 'unknown') return
    for (const orderId of parents) {
      const { events } = await inbox.list({ orderId, limit: 100 })
      for (const { id } of events) {
        const event = await inbox.get(id)
        if (event?.ledger.some((progress) => progress.return?.returnId === one.id)) return
      }
    }
    report.findings.push(unknownReturn(one.id, parents))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.unseen.push({ returnId: one.id, why: error.message })
  }
}

/** Which orders it refers to, in whatever way; read alone where the list did not load it. */
async function parentsOf(reader: Reader, one: Order): Promise<number[]> {
  const full = one.orderReferences
    ? one
    : await reader.read(({ orders }) => orders.read(one.id, { with: ['orderReferences'] }))
  return [...new Set((full?.orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId))]
}

/** By id, when each was created. None where the list is not in order of time, or tells no times: then only its end counts. */
function orderedTimes(listed: readonly Order[]): Map<number, number> {
  const times = listed.map(({ id, createdAt }) => [id, Date.parse(createdAt ?? '')] as const)
  const isOrdered = times.every(([, at], index) => at >= (times[index - 1]?.[1] ?? 0))
  return isOrdered ? new Map(times) : new Map()
}
