import type { OrdersPage } from '../back-office/back-office.ts'
import { isCancelled } from '../back-office/constants.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { Finding } from '../reasons.ts'
import type { AuditRound, ReturnsPlace } from '../state/audit-progress.ts'
import { type Auditor, dayMs, iso, type Unseen } from './auditor.ts'
import { judgeOwnReturn } from './judge.ts'
import { createPassBy, type PassBy, PutOff, type Reader, tookTooMuch, Unreadable } from './reader.ts'

/** The list is asked for from a little before the beginning: times may be given in whole seconds. */
const overlapMs = 1_000

export type OrphansReport = {
  round: AuditRound<ReturnsPlace>
  /** Every return that was read, whoever made it. */
  listed: Map<number, Order>
  /** Of these, how many were looked for among the events. */
  ours: number
  findings: Finding[]
  unseen: Unseen[]
  putOff?: PutOff
}

type Search = { reader: Reader; since: number; round: AuditRound<ReturnsPlace>; stopAt: number }

/** Returns of the API user in the back office, against what events have made. A run that is broken off leaves its place. */
export async function findOrphans(auditor: Auditor, given: Search): Promise<OrphansReport> {
  const { reader, since, stopAt } = given
  const { stuck: wasStuck, ...round } = given.round
  const search: Search = { ...given, round }
  const report: OrphansReport = { round, listed: new Map(), ours: 0, findings: [], unseen: [] }
  const { log, now } = auditor.workflow
  const passBy = createPassBy(log, report.unseen)
  const until = now()
  let tried: Tried | undefined
  try {
    const ownerId = await reader.read(({ user }) => user.id())
    if (ownerId === undefined) throw new PutOff({ code: 'user_unknown' })
    for await (const found of pagesBehind(round.at, pageReader(auditor, search))) {
      if (!found.inOrder) startOver(search, report)
      for (const one of found.all) report.listed.set(one.id, one)
      for (const one of found.entries) {
        // The reader's time may be over: what a page has brought is looked up all the same, mostly in the tables.
        if (now() >= stopAt) throw new PutOff({ code: 'time_over' })
        const place = { time: timeOf(one, until), page: found.page, id: one.id }
        tried = { place, readsBefore: reader.reads() }
        if (isOurs(auditor, one, { ownerId, since })) await lookUp(auditor, { reader, passBy, one }, report)
        if (found.inOrder) move(search, report, place)
      }
      if (found.inOrder) move(search, report, { ...found, time: 0 })
    }
    return { ...report, round: { ...round, at: { ...report.round.at, time: until }, complete: true } }
  } catch (error) {
    if (!(error instanceof PutOff || error instanceof Unreadable)) throw error
    const putOff = error instanceof PutOff ? error : new PutOff(error.why)
    return { ...report, ...brokenOff(search, report, { tried, wasStuck }), putOff }
  }
}

type Tried = { place: ReturnsPlace; readsBefore: number }
type Broken = { tried: Tried | undefined; wasStuck: true | undefined }
type Left = Pick<OrphansReport, 'round' | 'unseen'>

/** A return that takes more reads than a run can pay would be the end of every run: the second one passes it by. */
function brokenOff({ reader, round }: Search, report: OrphansReport, { tried, wasStuck }: Broken): Left {
  const { unseen } = report
  if (report.round.at.id > round.at.id) return report
  const isTooMuch = tried !== undefined && tookTooMuch(reader, tried)
  if (!isTooMuch) return { unseen, round: { ...report.round, ...(wasStuck && { stuck: wasStuck }) } }
  if (!wasStuck) return { unseen, round: { ...report.round, stuck: true } }
  const time = Math.max(tried.place.time, report.round.at.time)
  const tooMuch = { returnId: tried.place.id, why: { code: 'too_many_reads' } } as const
  return { round: { ...round, at: { ...tried.place, time } }, unseen: [...unseen, tooMuch] }
}

/** Pages of the round's list: it begins at the same time for all of its runs, so that a page stays what it was. */
function pageReader({ workflow }: Auditor, { reader, round }: Search) {
  const createdFrom = iso(Math.max(0, round.from - overlapMs))
  const filter = { typeId: workflow.constants.orderTypes.return, createdFrom, with: ['orderReferences'] } as const
  return async (number: number): Promise<OrdersPage> => {
    const page = await reader.read(({ orders }) => orders.page(filter, number))
    return page ?? { entries: [], ids: [], isLastPage: true, totalsCount: 0 }
  }
}

function move({ reader, round }: Search, report: OrphansReport, place: ReturnsPlace): void {
  const { page, id, found } = place
  const time = Math.max(place.time, report.round.at.time)
  report.round = { ...round, at: { time, page, id, ...(found && { found }) }, complete: false }
  if (id > round.at.id) reader.moved()
}

/** Where a list is not in order only its end counts, in a run that has begun at its beginning. */
function startOver({ round }: Search, report: OrphansReport): void {
  report.round = { ...round, at: placeAt(round.from) }
  if (round.at.id > 0) throw new PutOff({ code: 'list_unsorted' })
}

export const placeAt = (time: number): ReturnsPlace => ({ time, page: 1, id: 0 })

/** When it was created, as far as that is past. */
function timeOf({ createdAt }: Order, until: number): number {
  const at = Date.parse(createdAt ?? '')
  return at <= until ? at : 0
}

/** Clocks differ, and a time without its offset is hours off; what lies further ahead is no time of its creation. */
const aheadMs = 2 * dayMs

/** What is cancelled takes no goods back; and what is older than the bridge, or than its records, nobody can know. */
function isOurs({ workflow }: Auditor, one: Order, { ownerId, since }: { ownerId: number; since: number }): boolean {
  const { config, constants, now } = workflow
  const oldest = Math.max(since, now() - (config.retention.ledgerDays - 1) * dayMs)
  const at = Date.parse(one.createdAt ?? '')
  const isElsewhen = at < oldest || at > now() + aheadMs
  return one.ownerId === ownerId && !isCancelled(one.statusId, constants.statuses) && !isElsewhen
}

type Own = { reader: Reader; passBy: PassBy; one: Order }

async function lookUp(auditor: Auditor, { reader, passBy, one }: Own, report: OrphansReport): Promise<void> {
  const returnId = one.id
  try {
    const parents = await parentsOf(reader, one)
    report.ours += 1
    const finding = await passBy.attempt({ returnId }, () => judgeOwnReturn(auditor, reader, { returnId, parents }))
    if (finding) report.findings.push(finding)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.unseen.push({ returnId, why: error.why })
  }
}

/** Which orders it refers to, in whatever way; read alone where the list did not load it. */
async function parentsOf(reader: Reader, one: Order): Promise<number[]> {
  const full = one.orderReferences
    ? one
    : await reader.read(({ orders }) => orders.read(one.id, { with: ['orderReferences'] }))
  return [...new Set((full?.orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId))]
}

/** One page of the list: `entries` are those that were not looked at before. */
export type PageBehind = {
  page: number
  /** The highest id up to here. */
  id: number
  entries: Order[]
  /** Everything on the page, whether it was looked at before or not. */
  all: Order[]
  /** False: the list does not come by id, and what is behind a place of another run is not known. */
  inOrder: boolean
  /** Nothing on it is new, and the list goes on with the next page. */
  found?: ReturnsPlace['found']
}

const mostWithoutNews = 1
type ReadPage = (page: number) => Promise<OrdersPage>
type Pages = AsyncGenerator<PageBehind, void, undefined>

/** A list behind a place. Throws `PutOff` where it has no end, or is out of order and became shorter: what was seen of it proves nothing. */
export async function* pagesBehind(place: Omit<ReturnsPlace, 'time'>, read: ReadPage): Pages {
  let { id } = place
  let page = place.found ? place.page + 1 : place.page
  let isSure = place.found !== undefined
  let inOrder = true
  let total = place.found?.total
  let withoutNews = 0
  const seen = new Set<number>()
  for (;;) {
    const found = await read(page)
    if (total !== undefined && found.totalsCount !== undefined && found.totalsCount < total) {
      if (!inOrder) throw new PutOff({ code: 'list_shorter' })
      isSure = false
    }
    total = found.totalsCount ?? total
    if (!isSure && page > 1 && (found.ids[0] ?? Number.POSITIVE_INFINITY) > id) {
      page -= 1
      yield { page, id, entries: [], all: found.entries, inOrder }
      continue
    }
    inOrder &&= isAscending(found.ids) && (!isSure || found.ids.every((one) => one > id || seen.has(one)))
    const behind = id
    const isNew = (one: number) => (inOrder ? one > behind : !seen.has(one))
    const isNews = found.ids.some(isNew)
    withoutNews = !isSure || isNews ? 0 : withoutNews + 1
    const entries = found.entries.filter((one) => isNew(one.id))
    isSure = true
    id = Math.max(id, ...found.ids)
    for (const one of found.ids) seen.add(one)
    yield { page, id, entries, all: found.entries, inOrder, ...(!isNews && !found.isLastPage && { found: { total } }) }
    if (found.isLastPage) return
    if (withoutNews > mostWithoutNews) throw new PutOff({ code: 'list_endless' })
    page += 1
  }
}

const isAscending = (ids: readonly number[]) => ids.every((id, index) => id > (ids[index - 1] ?? 0))
