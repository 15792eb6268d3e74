import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Operator } from '../../../lib/operator/operator.ts'
import { isOpenWrite } from '../../../lib/state/write-record.ts'
import { putOrder } from '../../../sandbox/put-order.ts'
import type { Town } from '../town/town.ts'
import type { Answering } from '../with-a-person/people.ts'
import type { Parcel } from './fact.ts'
import { isOfDelivery } from './is-of-delivery.ts'

const minute = 60_000
const clerk = 12
const cancelled = 8

export const isOfParcel = ({ script }: Pick<Town, 'script'>, event: string): boolean =>
  script.parcels.some((parcel) => reports(parcel, event))

const reports = ({ deliveries }: Parcel, event: string): boolean => deliveries.some((one) => isOfDelivery(one, event))

/** Those who have the parcels in hand: they enter a return where there is none yet, and answer what the bridge asks. */
export function startPackers(town: Town): Answering {
  const { nature, script } = town
  let lastAnswerAt = 0
  let lastLookAt = 0
  const answerSometimes = () => {
    nature.timeline.after(10 * minute, () => {
      const at = nature.timeline.now()
      void answer(town).then((isAnswered) => {
        if (isAnswered) lastAnswerAt = nature.timeline.now()
        lastLookAt = at
      })
      answerSometimes()
    })
  }
  for (const parcel of script.parcels) {
    const { byHandAt, mistakenAt } = parcel
    if (byHandAt !== undefined) nature.timeline.after(byHandAt, () => void enter(town, parcel))
    if (mistakenAt !== undefined) nature.timeline.after(mistakenAt, () => putReturn(town, parcel, cancelled))
  }
  if (script.parcels.length > 0) answerSometimes()
  else lastLookAt = Number.POSITIVE_INFINITY
  return { lastAnswerAt: () => lastAnswerAt, lastLookAt: () => lastLookAt }
}

/** A clerk sees the order's returns, and enters one for the parcel unless there are enough. */
async function enter(town: Town, parcel: Parcel, tries = 0): Promise<void> {
  const { timeline } = town.nature
  if (await timeline.busy(isBusy(town))) {
    // What is entered in the very seconds of a write nobody can see: clerk and bridge would both have looked before.
    if (tries < 500) timeline.after(minute, () => void enter(town, parcel, tries + 1))
    return
  }
  if (returnsOf(town).length < town.script.parcels.length) putReturn(town, parcel, 9)
}

function putReturn(town: Town, { line }: Parcel, statusId: number): void {
  const { nature, sandbox, truth } = town
  const [orderId = 0] = ordersOf(town)
  const references = [{ referenceType: 'parent', referenceOrderItemId: line.itemId }]
  const orderItems = [{ typeId: 1, itemVariationId: line.variationId, quantity: 1, references }]
  const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
  const given = { typeId: 3, statusId, ownerId: clerk, orderReferences, orderItems }
  const made = putOrder(sandbox.world.store, given, nature.timeline.now())
  truth.byHand.push({ id: made.id, orderId, likeOurs: false })
  nature.tell('a clerk', () => `enters return ${made.id} for a parcel, with status ${statusId}`)
}

/** A person who knows how many parcels there are answers an event that is held for that; false: nothing is asked. */
async function answer(town: Town): Promise<boolean> {
  const { nature, platform, script } = town
  if (await nature.timeline.busy(isBusy(town))) return false
  const event = (await town.events()).find((one) => isOfParcel(town, one.id) && isQuestion(one))
  if (!event) return false
  const [returnId, ...others] = returnsOf(town)
  const isMore = 1 + others.length < script.parcels.length
  const { id, reason } = event
  await platform.invoke('operator', 30_000, async ({ workflow, code }, deadlineMs) => {
    const operator = { workflow, deadlineMs } as Operator
    nature.tell('a person', () => `answers ${reason?.code} of ${id}`)
    if (returnId === undefined || isMore) await code.moveEvent(operator, { id, note: 'another parcel' }, code.released)
    else if (reason?.code === 'same_parcel')
      await code.eventLink.run(operator, { id, returnId, note: 'the same parcel' })
    else await code.moveEvent(operator, { id, note: 'told twice' }, code.discarded)
  })
  return true
}

export const isQuestion = ({ status, reason }: Pick<InboxEvent, 'status' | 'reason'>): boolean =>
  status === 'held' && (reason?.code === 'same_parcel' || reason?.code === 'possible_duplicate')

const ordersOf = ({ script }: Town): number[] =>
  script.orders.filter(({ isOfParcels }) => isOfParcels).map(({ id }) => id)

/** Whether the bridge is in the middle of a return of the orders. */
export async function isBusy(town: Town, orders = ordersOf(town)): Promise<boolean> {
  const items = await Promise.all(orders.map((id) => town.tables.records.get(`order#${id}`)))
  return items.some(
    (item) => item?.lock !== undefined || Object.values(item?.records ?? {}).some((record) => isOpenWrite(record)),
  )
}

/** Returns of the parcels' order that are not cancelled. */
const returnsOf = (town: Pick<Town, 'sandbox' | 'script'>): number[] =>
  ordersOf(town as Town)
    .flatMap((id) => town.sandbox.world.store.orders.childrenOf(id))
    .filter(({ typeId, statusId }) => typeId === 3 && statusId !== cancelled)
    .map(({ id }) => id)

/**
 * As many returns as parcels: never more, whatever happened; and no fewer, once every report has come to its end as it should.
 */
export function wrongParcels(
  town: Pick<Town, 'sandbox' | 'script'>,
  { events, acknowledged }: { events: readonly InboxEvent[]; acknowledged: ReadonlySet<string> },
): string[] {
  const { parcels } = town.script
  const count = returnsOf(town).length
  const own = events.filter(({ id }) => isOfParcel(town, id))
  const hasEnded = own.length === parcels.flatMap(({ deliveries }) => deliveries).length && own.every(isSettled)
  const reported = parcels.filter((parcel) => [...acknowledged].some((id) => reports(parcel, id))).length
  return [
    ...(count > parcels.length ? [`duplicated: ${count} returns of ${parcels.length} parcels`] : []),
    ...(hasEnded && count < reported ? [`lost: ${count} returns of ${reported} parcels that were reported`] : []),
  ]
}

/** Ends that no fault brings about: the parcels' order is there, whole, and has pieces enough. */
const neverJustified: ReadonlySet<string> = new Set([
  ...['too_many', 'nothing_to_return', 'line_unknown', 'order_unknown', 'order_ambiguous', 'order_cancelled'],
  ...['not_a_sales_order', 'email_mismatch', 'addresses_missing', 'payload_invalid', 'mapping'],
])

/** Of a reason, or of the commands that it names. */
const codesOf = (reason: InboxEvent['reason']): string[] =>
  reason ? (reason.several?.failed.map(({ because }) => because.code) ?? [reason.code]) : []

/** Reports of parcels that ended so without need. */
export function unjustifiedReports(town: Pick<Town, 'script'>, events: readonly InboxEvent[]): string[] {
  return events
    .filter(
      ({ id, status, reason }) =>
        isOfParcel(town, id) && status !== 'discarded' && codesOf(reason).some((code) => neverJustified.has(code)),
    )
    .map(({ id, status, reason }) => `unjustified: ${id} is ${status} as ${reason?.code} (${JSON.stringify(reason)})`)
}

/** Discarded by somebody who knew that there is a return. */
const isSettled = ({ status, history }: InboxEvent): boolean => {
  const last = history.at(-1)
  return status === 'done' || (last?.code === 'discarded' && last.note === 'told twice')
}
