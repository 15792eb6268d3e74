import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { ItemId } from '../../../lib/state/write-record.ts'
import type { Fact } from '../facts/fact.ts'
import { isOfDelivery } from '../facts/is-of-delivery.ts'
import { unjustifiedReports, wrongParcels } from '../facts/parcels.ts'
import { falseClaims } from './false-claims.ts'
import { falseReasons } from './false-reasons.ts'
import { wasted } from './judge-economy.ts'
import { eventsOf, isAbout, isFarTooLate, type Judged } from './judged.ts'
import { markerOf } from './model.ts'
import { needless } from './needless.ts'
import { unjustified } from './unjustified.ts'
import { wrongContent } from './wrong-content.ts'
import { wrongEndings } from './wrong-endings.ts'
import { wrongFlows } from './wrong-flows.ts'
import { wrongShopReturns } from './wrong-shop-returns.ts'
import { wrongWaits } from './wrong-waits.ts'

/** Everything that must hold after a schedule, whatever happened in it; one sentence for each that does not. */
export async function findViolations(judged: Judged): Promise<string[]> {
  return [
    ...new Set(judged.truth.violations),
    ...neverFinished(judged),
    ...lost(judged),
    ...duplicated(judged),
    ...duplicatedMarkers(judged),
    ...duplicatedOrders(judged),
    ...duplicatedPublications(judged),
    ...beliedByTheBackOffice(judged),
    ...tooManyPieces(judged),
    ...wrongParcels(judged, { events: judged.events, acknowledged: judged.mail.acknowledged }),
    ...falseClaims(judged),
    ...falseReasons(judged),
    ...needless(judged),
    ...wrongContent(judged),
    ...wrongEndings(judged),
    ...wrongFlows(judged),
    ...wrongShopReturns(judged),
    ...wrongWaits(judged),
    ...unjustified(judged),
    ...unjustifiedReports(judged, judged.events),
    ...overTheLimit(judged),
    ...wasted(judged),
    ...(await leftOpen(judged)),
  ]
}

const ended = new Set(['done', 'held', 'failed', 'ignored', 'discarded'])

function neverFinished({ events, finished }: Judged): string[] {
  const stuck = events
    .filter(({ status }) => !ended.has(status))
    .map(({ id, status }) => `stuck: ${id} is still ${status}`)
  return stuck.length === 0 && !finished ? ['stuck: something goes on for ever'] : stuck
}

/** Accepted = done + held + failed + ignored + discarded, and nothing that nobody genuine sent. */
function lost({ events, mail }: Judged): string[] {
  const ids = new Set(events.map(({ id }) => id))
  return [
    ...[...mail.acknowledged]
      .filter((id) => !ids.has(id))
      .map((id) => `lost: ${id} was answered with 200 and is not there`),
    ...[...ids]
      .filter((id) => !mail.genuine.some((delivery) => isOfDelivery(delivery, id)))
      .map((id) => `forged: ${id} was stored`),
  ]
}

function duplicated({ script, truth, events }: Judged): string[] {
  return script.facts.flatMap((fact) => {
    const { tag } = fact
    const returns = truth.returns.filter((one) => one.tag === tag)
    if (isFarTooLate(fact, truth)) return unnoticed(fact, returns, { truth, events })
    const comments = truth.comments.filter((one) => one.tag === tag)
    // A second submit that a person lets go on, and that is linked to the return of the first, has a comment of its own.
    const linked = eventsOf(fact, events).filter(wasLinkedByAPerson)
    return [
      ...(returns.length > 1 ? [`duplicated: returns ${returns.map(({ id }) => id).join(', ')} of ${tag}`] : []),
      ...(comments.length > 1 + linked.length
        ? [`duplicated: comments ${comments.map(({ id }) => id).join(', ')} of ${tag}`]
        : []),
    ]
  })
}

/** It was asked about, and is no repeat of its own return: pieces of that have been reported since. */
function wasLinkedByAPerson({ history }: InboxEvent): boolean {
  const asked = history.findIndex((entry) => entry.code === 'held' && entry.reason === 'possible_duplicate')
  const allowed = history.findIndex(({ code }, index) => asked >= 0 && index > asked && code === 'replayed')
  return allowed >= 0 && history.some(({ code }, index) => index > allowed && code === 'linked')
}

/** One comment of a marker, also where it is of a parcel and so of no fact. */
function duplicatedMarkers({ truth }: Judged): string[] {
  const byMarker = Map.groupBy(truth.comments, ({ text }) => markerOf(text))
  return [...byMarker.values()]
    .filter((same) => same.length > 1)
    .map((same) => `duplicated: comments ${same.map(({ id }) => id).join(', ')} with one marker`)
}

/**
 * Nobody can keep what comes later than is assumed from being there; but a person must hear of it. A held or failed event is looked at. Of a
 * discarded one the audit reports what is left open and what no event knows: `audits.ts` judges that.
 */
function unnoticed(
  fact: Fact,
  returns: readonly { id: number }[],
  { truth, events }: Pick<Judged, 'truth' | 'events'>,
): string[] {
  const isNoticed = eventsOf(fact, events).some(
    ({ id, status, history }) =>
      truth.alarms.has(id) ||
      ['held', 'failed', 'discarded'].includes(status) ||
      history.some((one) => one.code === 'held' && one.reason === 'outcome_unclear'),
  )
  if (returns.length < 2 || isNoticed) return []
  return [`duplicated: returns ${returns.map(({ id }) => id).join(', ')} of ${fact.tag}, and nobody was called`]
}

/** One order of an external number. */
function duplicatedOrders({ script, truth }: Judged): string[] {
  return script.facts.flatMap((fact) => {
    const orders = ordersOf(fact, truth)
    return orders.length > 1 ? [`duplicated: orders ${orders.map(({ id }) => id).join(', ')} of ${fact.tag}`] : []
  })
}

/**
 * One publication of an image: the back office takes it twice without a word, so only what was carried out tells. Under another key it
 * is made visible once more where the list does not show it yet, which changes nothing.
 */
function duplicatedPublications({ script, truth, faults }: Judged): string[] {
  return script.facts.flatMap((fact) => {
    const times = publishedFor(fact, truth).length
    return times > (faults.has('list lags') ? keysOf(fact) : 1)
      ? [`duplicated: image ${fact.image?.imageId} of ${fact.tag} was published ${times} times`]
      : []
  })
}

/** The desk's deliveries have one key. Each of an operator has its own. */
const keysOf = ({ deliveries }: Fact): number =>
  new Set(deliveries.map(({ source, id }) => (source === 'operator' ? id : source))).size

const ordersOf = ({ externalNumber }: Fact, { newOrders }: Judged['truth']) =>
  externalNumber === undefined ? [] : newOrders.filter((one) => one.externalNumber === externalNumber)
const publishedFor = ({ image }: Fact, { published }: Judged['truth']) =>
  image ? published.filter(({ path }) => path.includes(`/images/${image.imageId}/`)) : []

/** What the inbox says was done is in the back office, and what is in the back office the inbox knows of. */
export function beliedByTheBackOffice(judged: Judged): string[] {
  const facts = judged.script.facts.filter((fact) => !isFarTooLate(fact, judged.truth))
  return facts.flatMap((fact) => {
    const events = eventsOf(fact, judged.events)
    const returns = judged.truth.returns.filter(({ tag }) => tag === fact.tag)
    const comments = judged.truth.comments.filter(({ tag }) => tag === fact.tag)
    const records = ordersOf(fact, judged.truth).length + publishedFor(fact, judged.truth).length
    const written = returns.length + comments.length + records > 0
    // One that has expired has known it: come anew, it can be refused before it reads the record.
    const lives = [...events, ...eventsOf(fact, judged.expired)]
    const told = lives.some((event) => mayHaveWritten.has(event.status) || knowsOf(event, returns, records))
    return [
      ...events.filter(({ status }) => status === 'done').flatMap((event) => emptyPromises(fact, event, judged)),
      ...(written && !told
        ? [`forgotten: ${fact.tag} was written, but its events are ${events.map(({ status }) => status).join(', ')}`]
        : []),
    ]
  })
}

/** An event can fail after its return was made: it then says so, and people see it. */
const mayHaveWritten: ReadonlySet<string> = new Set(['done', 'held', 'discarded'])
function knowsOf({ progress }: InboxEvent, returns: readonly { id: number }[], records: number): boolean {
  const made = Object.values(progress)
  if (records > 0) return made.some((one) => (one.createdOrderId ?? one.publishedImageId) !== undefined)
  if (returns.length === 0) return made.some(({ comment }) => comment !== undefined)
  return returns.every(({ id }) => made.some(({ returnId }) => returnId === id))
}

const madeBy = ({ progress }: InboxEvent) => Object.values(progress)

function emptyPromises(fact: Fact, event: InboxEvent, judged: Judged): string[] {
  const { truth } = judged
  const { tag, kind, order } = fact
  if (kind === 'order' || kind === 'image') return emptyRecords(fact, event, judged)
  const returnId = madeBy(event).find((made) => made.returnId !== undefined)?.returnId
  const ours = truth.returns.some(({ id, tag: whose }) => id === returnId && whose === tag)
  const likeOurs = truth.byHand.some(
    ({ id, likeOurs, orderId }) => id === returnId && likeOurs && isAbout(order, orderId),
  )
  const linked = madeBy(event).some((made) => made.linked) && isOfOrder(order, returnId, judged)
  const isKnown = (id: number) =>
    madeBy(event).some(
      // Of several facts another event may have done this one.
      ({ comment, ...one }) =>
        (one.state === 'done' && one.by !== undefined) || (comment && (comment.commentId ?? id) === id),
    )
  const commented = truth.comments.some((one) => one.tag === tag && isAbout(order, one.orderId) && isKnown(one.id))
  // A refund of an order that is cancelled is told on it, and nothing is made.
  const isTold =
    returnId === undefined &&
    truth.comments.some(
      ({ tag: whose, text, orderId }) =>
        whose === tag && truth.cancelledAt.has(orderId) && text.includes(`order ${orderId} is cancelled`),
    )
  return [
    ...(kind === 'return' && !ours && !likeOurs && !linked && !isTold
      ? [`untrue: ${event.id} is done with return ${returnId}, which is not of ${tag}`]
      : []),
    ...(commented ? [] : [`untrue: ${event.id} is done without its comment`]),
  ]
}

/** The order has the return; who made it, and of which parcel, only the order of the parcels can tell (`wrongParcels`). */
const isOfOrder = (order: Fact['order'], returnId: number | undefined, { sandbox }: Judged): boolean =>
  (sandbox.world.store.orders.get(returnId ?? 0)?.orderReferences ?? []).some(({ referenceOrderId }) =>
    isAbout(order, referenceOrderId),
  )

function emptyRecords(fact: Fact, event: InboxEvent, { truth, sandbox }: Judged): string[] {
  const createdOrderId = madeBy(event).find((made) => made.createdOrderId !== undefined)?.createdOrderId
  const { externalNumber, image } = fact
  const isMade = [...ordersOf(fact, truth), ...truth.byHand.filter((one) => one.likeOurs)].some(
    (one) => one.id === createdOrderId && one.externalNumber === externalNumber,
  )
  const stored = image && sandbox.world.store.images.get(image.imageId)
  const isShown = stored?.availabilities.some(({ type, value }) => type === image?.type && value === image.value)
  if (fact.kind === 'order' ? isMade : isShown) return []
  return [`untrue: ${event.id} is done without its ${fact.kind}`]
}

/** Of each line no more pieces come back by us than were ordered. */
function tooManyPieces({ script, truth, sandbox }: Judged): string[] {
  const pieces = new Map<number, number>()
  for (const { line, quantity, isCancelled } of truth.older)
    if (!isCancelled) pieces.set(line.itemId, (pieces.get(line.itemId) ?? 0) + quantity)
  for (const { id } of truth.returns.filter((one) => !one.isFarTooLate)) {
    for (const item of sandbox.world.store.orders.get(id)?.orderItems ?? []) {
      const line = item.references[0]?.referenceOrderItemId ?? 0
      pieces.set(line, (pieces.get(line) ?? 0) + item.quantity)
    }
  }
  const lines = script.orders.flatMap((order) => order.lines)
  return lines
    .filter(({ itemId, quantity }) => (pieces.get(itemId) ?? 0) > quantity)
    .map(
      ({ itemId, quantity }) =>
        `too many: ${pieces.get(itemId)} pieces of line ${itemId} come back, ${quantity} were ordered`,
    )
}

const minuteMs = 60_000

/** Never more calls sent than the limit in any minute, wherever it begins; where the limits are configured, not learnt. */
function overTheLimit({ truth }: Judged): string[] {
  return (['read', 'write'] as const).flatMap((kind) => {
    const limit = truth.limits?.[kind]
    if (limit === undefined) return []
    const times = truth.countedAt[kind].toSorted((one, other) => one - other)
    const over = times.some((at, index) => (times[index + limit] ?? Number.POSITIVE_INFINITY) < at + minuteMs)
    return over ? [`limit: more than ${limit} ${kind}s within a minute`] : []
  })
}

/** A lock that stays would keep its item from everybody else; and no event ends with a write of unknown outcome but by a person. */
async function leftOpen({ script, records, events }: Judged): Promise<string[]> {
  const ids = [
    ...script.orders.flatMap(({ id, anewId = id }): ItemId[] => [`order#${id}`, `order#${anewId}`]),
    ...script.facts.flatMap(recordItems),
  ]
  const items = (await Promise.all(ids.map((id) => records.get(id)))).filter((item) => item !== undefined)
  const statusOf = (by: string) => events.find(({ id }) => id === by)?.status
  return items.flatMap(({ id, records: found }) =>
    Object.values(found)
      .filter(({ state, kind }) => state === 'sent' || (state === 'missing' && (kind === 'order' || kind === 'image')))
      .filter(({ by }) => statusOf(by) !== 'held' && statusOf(by) !== 'discarded')
      .map(
        ({ state, kind, by }) => `left open: ${id} has a ${kind} that is ${state}, of ${by}, which is ${statusOf(by)}`,
      ),
  )
}

const recordItems = ({ externalNumber, image }: Fact): ItemId[] => [
  ...(externalNumber === undefined ? [] : [`number#${externalNumber}` as const]),
  ...(image ? [`image#${image.itemId}/${image.imageId}/${image.type}/${image.value}` as const] : []),
]
