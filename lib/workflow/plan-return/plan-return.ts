import { type Constants, isCancelled } from '../../back-office/constants.ts'
import type { NewReturn, Order } from '../../back-office/resources/schemas.ts'
import type { CreateReturn } from '../../commands.ts'
import { RetryLater } from '../../errors.ts'
import { oneLine } from '../../plain-text.ts'
import { type Ending, failed, held } from '../../reasons.ts'
import type { HeldPieces, LeftOutLine, ReturnLine } from '../../state/write-record.ts'
import { leftToReturn, type Returned } from './left-to-return.ts'
import { isShown, type MarketSkus, mayBeGoods, type PlanItem, planItems } from './plan-items.ts'
import { type PlannedLine, planLines, unfulfilled } from './plan-lines.ts'
import { addressRelations, toReturnBody } from './return-body.ts'

export type ReturnRequest = Pick<CreateReturn, 'lines' | 'reason' | 'mayMake'>

export type ReturnFacts = Returned & {
  parent: Order
  marketSkus?: MarketSkus
  /** The API user (docs/back-office.md 5.3, rule 3). */
  ownerId: number
  statusId: number
  /** From a sender's reason, lower case, to the deployment's reason id. */
  reasons: Readonly<Record<string, string>>
  /** The request's idempotency key, for what a person is asked. */
  key: string
  /** A release has approved that what is left comes back, although more was asked for. */
  isCapped: boolean
}

export type ReturnPlan =
  | { body: NewReturn; lines: PlannedLine[]; returnLines: ReturnLine[]; leftOut?: LeftOutLine[] | undefined }
  | { ending: Ending; lines: PlannedLine[] }

/** The body (docs/back-office.md 5.2, 5.3), or why there is none. Throws `RetryLater` if not all was shown. */
export function planReturn(request: ReturnRequest, facts: ReturnFacts): ReturnPlan {
  const { parent, constants } = facts
  const items = planItems(parent, constants, facts.marketSkus)
  const choose = (returned: Returned) =>
    planLines(items, request.lines, {
      orderId: parent.id,
      remaining: leftToReturn(items, returned),
      key: facts.key,
      isCapped: facts.isCapped,
    })
  const refusal = refuseParent(parent, constants)
  // Its returns do not matter any more, and need not have been shown.
  if (refusal)
    return { ending: refusal, lines: unfulfilled(choose({ ...facts, returns: [], returnedByUs: new Map() }).lines) }
  const shown = shownWhole(parent, items)
  const { lines, ending } = choose(facts)
  if (ending) return { ending, lines }
  const addresses = addressRelations(parent, constants)
  if (!addresses) return { ending: addressesMissing(parent, constants), lines: unfulfilled(lines) }
  const included = lines.filter((line) => line.included)
  const { ownerId, statusId, reasons } = facts
  const body = toReturnBody(
    { parent: shown, items, lines: included, addresses, reason: request.reason, ownerId, statusId, reasons },
    constants,
  )
  const returnLines = included.map(({ orderItemId, quantity }) => ({ orderItemId, quantity }))
  const leftOut = request.lines === 'all' ? leftOutOf(lines, items) : []
  return { body, lines, returnLines, ...(leftOut.length > 0 && { leftOut }) }
}

const mostLeftOut = { lines: 20, name: 60 }

/** What "all" could have meant and the bridge does not return. Shipping costs and phantom lines are nobody's goods. */
function leftOutOf(lines: readonly PlannedLine[], items: readonly PlanItem[]): LeftOutLine[] {
  const found = lines.flatMap(({ orderItemId, why }, at) => {
    if (why.code !== 'type_not_returned' || why.kind === 'shippingCosts') return []
    const { code: _, ...type } = why
    const name = oneLine(items[at]?.orderItemName ?? '').slice(0, mostLeftOut.name)
    return [{ orderItemId, ...(name !== '' && { name }), ...type }]
  })
  return found.slice(0, mostLeftOut.lines)
}

export function refuseParent(parent: Order, { orderTypes, statuses }: Constants): Ending | undefined {
  if (parent.typeId !== orderTypes.salesOrder) {
    const { id: orderId, typeId } = parent
    return failed({ code: 'not_a_sales_order', orderId, typeId, salesOrder: orderTypes.salesOrder })
  }
  if (isCancelled(parent.statusId, statuses))
    return failed({ code: 'order_cancelled', orderId: parent.id, statusId: parent.statusId })
  return undefined
}

function addressesMissing({ id }: Order, { addressRelationTypes, isBillingConfigured }: Constants): Ending {
  const relation = isBillingConfigured ? 'billing' : addressRelationTypes.billing
  return held({ code: 'addresses_missing', orderId: id, relation })
}

/** What the plan needs and no read has shown is not guessed. */
function shownWhole(parent: Order, items: readonly PlanItem[]): Order & { plentyId: number } {
  const fields = (['plentyId', 'orderItems', 'properties', 'addressRelations'] as const).filter(
    (field) => parent[field] === null,
  )
  const lines = items.filter((item) => mayBeGoods(item) && !isShown(item))
  const missing = [...fields, ...lines.map(({ id }) => `fields of line ${id}`)]
  const { plentyId } = parent
  if (plentyId !== null && missing.length === 0) return { ...parent, plentyId }
  throw new RetryLater(
    `The back office did not show all of order ${parent.id} that a return needs (${missing.slice(0, 20).join(', ')}).`,
  )
}

/** All of it was there: the first of the returns that hold it, and the others. */
export type Link = HeldPieces & { also: readonly HeldPieces[]; fingerprint: string }
/** `also`: what other returns hold of the request, which is no part of this one. */
type Planned = Exclude<ReturnPlan, { ending: Ending }> & { fingerprint: string; also?: readonly HeldPieces[] }

/** `instead`: why not, or the returns that it belongs to; `comment`: none, and none may be made. */
export type RequestPlan = {
  plan: Planned | Extract<ReturnPlan, { ending: Ending }>
  instead?: Ending | Link | 'comment'
}
