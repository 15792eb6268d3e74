import type { Constants } from '../../back-office/constants.ts'
import { carriesNumber } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import type { OrderRef } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { bareNumber } from '../../order-label.ts'
import type { Work, Workflow } from '../workflow.ts'
import type { Asking } from './asking.ts'
import { emailFits } from './email-fits.ts'
import { isOwnOrder } from './is-own-order.ts'
import { carriesLabel, ordersOfEmail } from './orders-of-email.ts'

/** What a look-up may use. */
export type LookingUp = Pick<Work, 'backOffice'> & { workflow: Pick<Workflow, 'constants' | 'inbox'> }

/**
 * The order that is meant, or those that may be. `fits`: whether it belongs to the e-mail of whoever asks, where that was looked at.
 * `isShared`: several orders have the label. `numbers`: the external numbers that were looked for.
 */
export type Found = {
  order?: Order
  fits?: boolean | undefined
  candidates: Order[]
  isShared?: true
  numbers: readonly string[]
}

/** Orders with one label are not read beyond so many: none of them is the one for certain. */
const mostSharing = 5

/**
 * By id; by e-mail; or by what a person knows as the order's number, tried in three ways: as external number, as label of a shop, and
 * among the orders of the e-mail. With an e-mail the orders of its contact come first. Throws `TooManyFound`.
 */
export async function lookUp(looking: LookingUp, ref: OrderRef, asking: Asking): Promise<Found> {
  if ('id' in ref) return await byId(looking, ref.id, asking)
  return 'email' in ref ? await byEmail(looking, ref, asking) : await byNumber(looking, ref.externalNumber, asking)
}

async function byId(looking: LookingUp, id: number, asking: Asking): Promise<Found> {
  try {
    const order = await looking.backOffice.orders.read(id, { with: fullOrder })
    const isOwn = isOwnOrder(order, asking.own, looking.workflow.constants)
    return isOwn ? { ...meant(order), numbers: [] } : none
  } catch (error) {
    if (error instanceof Rejected && error.status === 404) return none
    throw error
  }
}

const none: Found = { candidates: [], numbers: [] }

async function byNumber(looking: LookingUp, typed: string, asking: Asking): Promise<Found> {
  const { email, mustFit } = asking
  /** Undefined: it is not asked here. */
  const fitsAsked = async (order: Order) =>
    mustFit && email !== undefined ? await emailFits(looking, order, email) : undefined
  const number = bareNumber(typed)
  const direct = await newestOf(looking, number, asking)
  const directFits = direct && (await fitsAsked(direct))
  if (direct && directFits !== false) return { ...meant(direct), fits: directFits, numbers: [number] }
  const labelled = await ordersOfLabel(looking, typed, asking)
  const { orders, isShared } = labelled
  const numbers = [number, ...(isShared ? [] : labelled.numbers)]
  if (isShared && orders.length > 0) return { candidates: orders, isShared, numbers }
  const [only] = orders
  const onlyFits = only && (await fitsAsked(only))
  if (only && onlyFits !== false) return { ...meant(only), fits: onlyFits, numbers }
  const ofEmail = email === undefined ? [] : await ownOrdersOfEmail(looking, { email, label: typed }, asking)
  const carrying = single(ofEmail.filter((order) => carriesLabel(order, typed, looking.workflow.constants)))
  if (carrying.order) return { ...carrying, candidates: ofEmail, numbers }
  const other = direct ?? only
  // It is there, but not theirs.
  return other ? { ...meant(other), fits: false, numbers } : { candidates: ofEmail, numbers }
}

const meant = (order: Order) => ({ order, candidates: [order] })

/**
 * A label that no order of the contact has confirms none of them, not even the only one: the order that is meant may not be there yet. It
 * may be found without the contact, but has to belong to the e-mail then.
 */
async function byEmail(
  looking: LookingUp,
  { email, label }: Extract<OrderRef, { email: string }>,
  asking: Asking,
): Promise<Found> {
  const { constants } = looking.workflow
  if (label === undefined) {
    const candidates = await ownOrdersOfEmail(looking, { email }, asking)
    return { ...single(candidates), candidates, numbers: [] }
  }
  const { numbers, isShared } = await numbersOfLabel(looking, label, asking)
  const isLabelled = (order: Order) =>
    carriesLabel(order, label, constants) ||
    (!isShared && numbers.some((number) => carriesNumber(order, number, constants)))
  const candidates = await ownOrdersOfEmail(looking, { email, label, isLabelled }, asking)
  const labelled = candidates.filter(isLabelled)
  if (labelled.length > 0) return { ...single(labelled), candidates, numbers: [] }
  for (const number of [bareNumber(label), ...(isShared ? [] : numbers)]) {
    const order = await newestOf(looking, number, asking)
    if (order && (await emailFits(looking, order, email)))
      return { order, fits: true, candidates: [order], numbers: [] }
  }
  return { candidates, numbers: [] }
}

const single = ([order, ...others]: readonly Order[]) => (order && others.length === 0 ? { order } : {})

const isOwnOf =
  (constants: Constants, { own }: Asking) =>
  (order: Order) =>
    isOwnOrder(order, own, constants)

const ownOrdersOfEmail = (
  { backOffice, workflow: { constants } }: LookingUp,
  wanted: Omit<Parameters<typeof ordersOfEmail>[1], 'isOwn'>,
  asking: Asking,
) => ordersOfEmail(backOffice, { ...wanted, isOwn: isOwnOf(constants, asking) }, constants)

/** Several orders can share a number: the newest one that is not cancelled counts (docs/back-office.md 7.4). */
async function newestOf(
  { backOffice, workflow }: LookingUp,
  number: string,
  asking: Asking,
): Promise<Order | undefined> {
  const { entries } = await backOffice.orders.findByExternalNumber(number)
  return entries.find(isOwnOf(workflow.constants, asking))
}

async function numbersOfLabel({ workflow: { inbox } }: LookingUp, label: string, { shops }: Asking) {
  const learnt = await Promise.all(shops.map((shop) => inbox.numbersOfLabel(shop, label)))
  const all = [...new Set(learnt.flat())]
  const isShared = all.length > 1
  return { numbers: all.filter((number) => number !== bareNumber(label)).slice(0, mostSharing), isShared }
}

async function ordersOfLabel(looking: LookingUp, label: string, asking: Asking) {
  const { numbers, isShared } = await numbersOfLabel(looking, label, asking)
  const orders = new Map<number, Order>()
  for (const number of numbers) {
    const order = await newestOf(looking, number, asking)
    if (order) orders.set(order.id, order)
  }
  return { orders: [...orders.values()], numbers, isShared }
}
