import { hasOpenWrite, type InboxEvent } from '../../../lib/inbox/event.ts'
import type { Order } from '../../../sandbox/records.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import { isMoved } from '../all-senders/events.ts'
import { isOfDelivery } from '../facts/is-of-delivery.ts'
import {
  isWithin,
  kindsOfReports,
  largest,
  less,
  type Pieces,
  type Report,
  type ShopReturns,
  sumOf,
} from '../shop-returns/scene.ts'
import type { Judged } from './judged.ts'
import { forPeople } from './needless.ts'
import { ofWeather } from './wrong-endings.ts'

const cancelled = 8

/** A report that has arrived: its events, the first one first, and the returns that they name or have made. */
type Arrived = Report & { events: InboxEvent[]; names: number[]; made: number[] }
type Seen = Pick<Judged, 'sandbox' | 'events'>

/**
 * What shops report of their returns ends as docs/senders.md promises, over what arrived: written from what is promised, and not from the
 * code. What a person has moved, and what the weather has ended, is judged by its upper bounds alone.
 */
export function wrongShopReturns(judged: Judged): string[] {
  const { shopReturns: scene, finished } = judged
  if (!scene || !finished) return []
  const arrived = arrivedOf(scene, judged)
  if (arrived.some(({ events }) => events.some(isMoved))) return []
  const given = { scene, judged, arrived }
  reachPlaces(given)
  return [
    ...parcelsThatLived(given),
    ...ofAnotherParcel(given),
    ...tooManyOrdered(given),
    ...withoutParcel(given),
    ...toldTwice(given),
    ...endedBefore(given),
    ...endedAfterwards(given),
    ...withoutTelling(given),
    ...questionsWithoutCause(given),
    ...unseen(given),
  ].map((what) => `wrong returns: ${what}`)
}

function reachPlaces({ judged, arrived }: Given): void {
  const { reach } = judged.nature.places
  for (const parcel of parcelsIn(arrived)) {
    const own = ofParcel(arrived, parcel)
    const isMade = own.some(({ made }) => made.length > 0)
    if (isMade) reach(hasEnded(own) ? 'a return that its shop has cancelled' : 'a return of a shop as it was reported')
    else if (hasEnded(own)) reach('a return of a shop that ended first')
    if (own.some(({ events }) => events.some(({ status }) => status === 'held')))
      reach('a question about the returns of a shop')
  }
}
type Given = { scene: ShopReturns; judged: Judged; arrived: readonly Arrived[] }

const arrivedOf = ({ reports }: ShopReturns, { events }: Pick<Seen, 'events'>): Arrived[] =>
  reports.flatMap((report) => {
    const own = events
      .filter(({ id }) => report.deliveries.some((delivery) => isOfDelivery(delivery, id)))
      .toSorted((one, other) => one.receivedAt - other.receivedAt)
    const progress = own.flatMap((event) => Object.values(event.progress))
    const names = progress.flatMap(({ returnId, also = [] }) => [
      ...(returnId === undefined ? [] : [returnId]),
      ...also,
    ])
    const made = progress.flatMap(({ returnId, linked }) => (returnId === undefined || linked ? [] : [returnId]))
    return own.length === 0 ? [] : [{ ...report, events: own, names: [...new Set(names)], made: [...new Set(made)] }]
  })

const piecesOf = ({ orderItems }: Order): Pieces =>
  sumOf(orderItems.map(({ references, quantity }) => new Map([[references[0]?.referenceOrderItemId ?? 0, quantity]])))

/** Those of these returns that are not cancelled, together. */
const piecesIn = (ids: Iterable<number>, { sandbox }: Pick<Seen, 'sandbox'>): Pieces =>
  sumOf([...new Set(ids)].flatMap((id) => standing(id, sandbox)).map(piecesOf))
const standing = (id: number, sandbox: Seen['sandbox']): Order[] => {
  const order = sandbox.world.store.orders.get(id)
  return order && order.statusId !== cancelled ? [order] : []
}
const returnsOf = (orderId: number, { sandbox }: Pick<Seen, 'sandbox'>): Order[] =>
  sandbox.world.store.orders
    .childrenOf(orderId)
    .filter(({ typeId, statusId }) => typeId === 3 && statusId !== cancelled)

const kindOf = ({ what }: Report) =>
  what in kindsOfReports ? kindsOfReports[what as keyof typeof kindsOfReports] : undefined
const told = (reports: readonly Report[], kind: ReturnType<typeof kindOf>): Pieces =>
  sumOf(reports.filter((one) => kindOf(one) === kind).map(({ pieces }) => pieces))
const show = (pieces: Pieces) => JSON.stringify([...pieces])
const isSettled = ({ events }: Arrived) => events.every(({ status }) => status === 'done' || status === 'ignored')
const ofParcel = (arrived: readonly Arrived[], parcel: number | undefined) =>
  arrived.filter((one) => one.parcel !== undefined && one.parcel === parcel)
const parcelsIn = (arrived: readonly Arrived[]) => [...new Set(arrived.flatMap(({ parcel }) => parcel ?? []))]

/** Declined or cancelled; or `update` may have left nothing of what its approval names. */
const hasEnded = (reports: readonly Report[]) => reports.some(({ what }) => what === 'end')
function mayHaveEnded(reports: readonly Report[]): boolean {
  const gone = sumOf(reports.filter(({ what }) => what === 'update').map(({ pieces }) => pieces))
  const approved = reports.find(({ what }) => what === 'approve')
  return hasEnded(reports) || (approved !== undefined && gone.size > 0 && isWithin(approved.pieces, gone))
}

/** Whether the lines of the order were surely learnt before an approval came. */
function areKnown({ order, events }: Arrived, { scene, judged }: Given): boolean {
  const { delivery } = scene.teaching.find((one) => one.order === order) ?? {}
  const heardAt = delivery && judged.mail.heardAt.get(delivery)
  return heardAt !== undefined && heardAt < (events[0]?.receivedAt ?? 0) - judged.nature.clocks.mostApartMs
}

/**
 * P lived: the pieces of the returns that carry P are, line by line, the larger of what its approval announced and what its refunds name
 * together (as far as the settings let each make anything). A return that others have made can hold more.
 */
function parcelsThatLived(given: Given): string[] {
  const { scene, judged, arrived } = given
  return parcelsIn(arrived).flatMap((parcel) => {
    const own = ofParcel(arrived, parcel)
    if (mayHaveEnded(own)) return []
    const isMade = (report: Arrived) =>
      kindOf(report) === 'announcement'
        ? scene.returns === 'approved' && areKnown(report, given)
        : report.what === 'refund'
    const wanted = own.filter((one) => scene.returns !== 'never' && isMade(one))
    const least = largest([told(wanted, 'announcement'), told(wanted, 'refund')])
    const most =
      scene.returns === 'never'
        ? new Map()
        : largest((['announcement', 'receipt', 'refund'] as const).map((kind) => told(own, kind)))
    const carried = piecesIn(
      own.flatMap(({ names }) => names),
      judged,
    )
    const ids = own.flatMap((one) => one.made)
    const made = piecesIn(ids, judged)
    const isTidied = own.some(({ names }) => names.some((id) => standing(id, judged.sandbox).length === 0))
    // What names no parcel can be about a piece that was made for this one; and another parcel about one that it has lost.
    const others = arrived.filter((one) => !own.includes(one) && one.names.some((id) => ids.includes(id)))
    const all = sumOf([most, ...others.map(({ pieces }) => pieces)])
    return [
      ...(own.every(isSettled) && !isTidied && !isWithin(least, carried)
        ? [`of parcel ${parcel} come ${show(carried)}, not ${show(least)}`]
        : []),
      ...(isWithin(made, all) ? [] : [`for parcel ${parcel} were made ${show(made)}, not ${show(all)}`]),
    ]
  })
}

/** What comes back of P, once its approval was done, is linked within P, and no question. */
const ofAnotherParcel = (given: Given): string[] =>
  given.arrived.flatMap((report) => {
    const wrong = report.names.filter((id) => !namesOfParcel(report, given)?.includes(id))
    return namesOfParcel(report, given) && wrong.length > 0
      ? [`${report.events[0]?.id} names ${wrong}, of another parcel`]
      : []
  })

/** The returns that a receipt or a refund of P must be about. Undefined: other reports may have changed that. */
function namesOfParcel(report: Arrived, { judged, arrived }: Given): number[] | undefined {
  if (report.what !== 'refund' && report.what !== 'process') return undefined
  const own = ofParcel(arrived, report.parcel)
  const approved = own.find(({ what, names }) => what === 'approve' && names.length > 0)
  const since = Math.max(...(approved?.events ?? []).map(({ endedAt = Number.POSITIVE_INFINITY }) => endedAt))
  const begunAt = (event: InboxEvent) => event.history.find(({ code }) => code === 'claimed')?.at ?? event.receivedAt
  const isLater = report.events.every((event) => begunAt(event) > since + judged.nature.clocks.mostApartMs)
  const isAlone =
    own.every(({ what }) => what !== 'update') &&
    arrived.every(({ what, parcel }) => what === 'form' || what === 'money' || parcel !== undefined)
  if (!approved || !isLater || !isAlone || !approved.names.every((id) => standing(id, judged.sandbox).length > 0))
    return undefined
  const goods = told(
    own.filter(({ what }) => what === report.what),
    kindOf(report),
  )
  const held = piecesIn(approved.names, judged)
  return isWithin(goods, approved.pieces) && isWithin(approved.pieces, held) ? approved.names : undefined
}

/** Never more than were ordered, over all parcels and people. */
const tooManyOrdered = ({ scene, judged }: Given): string[] =>
  scene.orders.flatMap(({ id, lines }) => {
    const all = sumOf(returnsOf(id, judged).map(piecesOf))
    const ordered = new Map(lines.map((line) => [line.id, line.quantity]))
    return isWithin(all, ordered) ? [] : [`of order ${id} come ${show(all)}, more than were ordered`]
  })

/** A report without a parcel: its pieces are among the returns that stand. */
const withoutParcel = ({ scene, judged, arrived }: Given): string[] =>
  arrived
    .filter(
      (one) =>
        one.parcel === undefined && (one.what === 'form' || (one.what === 'refund' && scene.returns !== 'never')),
    )
    .filter((one) => isSettled(one) && one.names.every((id) => standing(id, judged.sandbox).length > 0))
    .filter(({ pieces, names }) => !isWithin(pieces, piecesIn(names, judged)))
    .map(({ events, pieces, names }) => `${events[0]?.id} is about ${show(pieces)}, and ${names} have other pieces`)

/**
 * Each told once by its source in its kind; what an ended parcel told, and pieces that were taken from one, are told by nobody. Where the
 * shop's reports make nothing, some of what they name can be nowhere.
 */
const toldTwice = ({ scene, judged, arrived }: Given): string[] =>
  (['announcement', 'refund'] as const).flatMap((kind) => {
    if (scene.returns === 'never') return []
    const tellers = arrived.filter(
      (one) =>
        kindOf(one) === kind &&
        one.what !== 'form' &&
        one.names.length > 0 &&
        !mayHaveEnded(ofParcel(arrived, one.parcel)),
    )
    const isTidied = tellers.some(({ names }) => names.some((id) => standing(id, judged.sandbox).length === 0))
    const freed = told(
      arrived.filter(({ what }) => what === 'update').map((one) => ({ ...one, what: 'approve' })),
      'announcement',
    )
    const pieces = less(sumOf(tellers.map((one) => one.pieces)), kind === 'announcement' ? freed : new Map())
    const held = piecesIn(
      tellers.flatMap(({ names }) => names),
      judged,
    )
    return isTidied || isWithin(pieces, held) ? [] : [`${kind}s of ${show(pieces)} share ${show(held)}`]
  })

/** P ended before its return was made: none. */
const endedBefore = ({ judged, arrived }: Given): string[] =>
  parcelsIn(arrived).flatMap((parcel) => {
    const own = ofParcel(arrived, parcel)
    const ends = own
      .filter(({ what }) => what === 'end')
      .flatMap(({ events }) => events.flatMap(({ endedAt = [] }) => endedAt))
    const endedAt = Math.min(...ends) + judged.nature.clocks.mostApartMs
    return own
      .filter(({ events, names }) => kindOfAny(events, endedAt) && names.length > 0)
      .map(({ events, names }) => `${events[0]?.id} names ${names} after parcel ${parcel} has ended`)
  })
const kindOfAny = (events: readonly InboxEvent[], endedAt: number) =>
  events.every(({ receivedAt }) => receivedAt > endedAt)

/** P ended or shrank afterwards: its return stands as it was (the audits judge what is found of it). */
const endedAfterwards = ({ scene, judged, arrived }: Given): string[] =>
  arrived.flatMap(({ made, pieces, events }) =>
    made.flatMap((id) => {
      const order = judged.sandbox.world.store.orders.get(id)
      const isOurs = order && !scene.tidied.includes(id)
      const isWrong = isOurs && (order.statusId === cancelled || !isWithin(piecesOf(order), pieces))
      return isWrong
        ? [`return ${id} of ${events[0]?.id} has status ${order.statusId} and ${show(piecesOf(order))}`]
        : []
    }),
  )

/** No return without a telling or a person. */
const withoutTelling = ({ scene, judged, arrived }: Given): string[] => {
  const made = arrived.flatMap((one) => one.made)
  const byHand = judged.truth.byHand.map(({ id }) => id)
  const isOpen = arrived.some(({ events }) => events.some(({ reason }) => reason?.code === 'outcome_unclear'))
  return scene.orders
    .flatMap(({ id }) => judged.sandbox.world.store.orders.childrenOf(id))
    .filter(({ id, typeId, ownerId }) => typeId === 3 && ownerId === apiUser.id && !byHand.includes(id))
    .filter(({ id }) =>
      isOpen ? made.filter((one) => one === id).length > 1 : made.filter((one) => one === id).length !== 1,
    )
    .map(({ id }) => `return ${id} is made by ${made.filter((one) => one === id).length} reports`)
}

/** No question without its cause. Of one parcel two refunds are two facts, and only unequal returns are a question. */
function questionsWithoutCause(given: Given): string[] {
  const { scene, judged, arrived } = given
  const isHeavy = judged.faults.size > 0 && forPeople.some((kind) => judged.faults.has(kind))
  const isCaused = (report: Arrived, code: string): boolean => {
    const { order, pieces } = report
    const all = judged.sandbox.world.store.orders
      .childrenOf(order.id)
      .filter(({ typeId }) => typeId === 3)
      .map(piecesOf)
    const holding = all.filter((held) => [...pieces.keys()].some((line) => held.has(line)))
    if (code === 'same_parcel') return !namesOfParcel(report, given) && new Set(holding.map(show)).size > 1
    if (code === 'too_many' || code === 'nothing_to_return') {
      const wanted = parcelsIn(arrived).map((parcel) =>
        largest((['announcement', 'receipt', 'refund'] as const).map((kind) => told(ofParcel(arrived, parcel), kind))),
      )
      const others = arrived.filter((one) => one.parcel === undefined && kindOf(one)).map((one) => one.pieces)
      const sum = sumOf([...wanted, ...others, ...scene.byHand.map((one) => one.pieces)])
      return order.lines.some(({ id, quantity }) => pieces.has(id) && (sum.get(id) ?? 0) > quantity)
    }
    // A write of unknown outcome whose event waits for a person keeps all others of its order waiting.
    const isKept = arrived.some((one) => one.order === order && one.events.some(isHeldWithWrite))
    return (code === 'deferred_too_long' && isKept) || (isHeavy && ofWeather.has(code))
  }
  return arrived.flatMap((report) =>
    report.events
      .filter(
        ({ status, reason }) => (status === 'held' || status === 'failed') && !isCaused(report, reason?.code ?? ''),
      )
      .map(
        ({ id, status, reason }) => `${id} (${report.what}) is ${status} as ${JSON.stringify(reason)} without a cause`,
      ),
  )
}

const isHeldWithWrite = (event: InboxEvent): boolean => event.status === 'held' && hasOpenWrite(event)

/** Each telling is seen in a comment, a link or a reason. */
const unseen = ({ arrived }: Given): string[] =>
  arrived
    .flatMap(({ events }) => events)
    .filter(({ status, reason, progress }) =>
      status === 'done'
        ? !Object.values(progress).some(
            (one) => one.comment || one.returnId !== undefined || (one.state === 'done' && one.by),
          )
        : reason === undefined,
    )
    .map(({ id, status }) => `${id} is ${status}, and nothing shows it`)

/**
 * Whether `shop_cancelled` is found of a return: of what the bridge made, as long as it stands, and the shop has ended or taken back what
 * it was made for; unless other reports stand for all its pieces. Where they stand for some of them it `may` be.
 */
export function isFoundOf(returnId: number, scene: ShopReturns, seen: Seen): 'must' | 'may' | 'not' {
  const arrived = arrivedOf(scene, seen)
  const [order] = standing(returnId, seen.sandbox)
  const about = arrived.filter(({ names }) => names.includes(returnId))
  const ownOf = (one: Arrived) => ofParcel(arrived, one.parcel)
  const isShrunk = (one: Arrived) => ownOf(one).some(({ what }) => what === 'update')
  // What a person has discarded may have sent it.
  if (order && arrived.some(({ events }) => events.some(isMoved))) return 'may'
  if (!order || !about.some((one) => hasEnded(ownOf(one)) || isShrunk(one))) return 'not'
  const live = about.filter((one) => !hasEnded(ownOf(one)))
  const covered = largest((['announcement', 'receipt', 'refund'] as const).map((kind) => told(live, kind)))
  if (
    live.length > 0 &&
    !live.some(isShrunk) &&
    isWithin(piecesOf(order), covered) &&
    live.every(({ names }) => names.length === 1)
  )
    return 'not'
  const isClear = live.length === 0 && about.every(({ events }) => events.every(({ status }) => status === 'done'))
  const ends = arrived.filter((one) => one.what === 'end' && about.some(({ parcel }) => parcel === one.parcel))
  const isMade = about.some(({ made }) => made.includes(returnId))
  return isClear && isMade && ends.every(isSettled) ? 'must' : 'may'
}

/** What an audit must say of them. */
export const mustBeFound = (scene: ShopReturns, seen: Seen): number[] =>
  arrivedOf(scene, seen)
    .flatMap(({ made }) => made)
    .filter((id) => isFoundOf(id, scene, seen) === 'must')
