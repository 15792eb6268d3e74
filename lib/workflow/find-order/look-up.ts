import { carriesNumber, externalNumbersOf } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import type { OrderRef } from '../../commands.ts'
import { isNotFound, recovered, TooManyFound } from '../../errors.ts'
import { bareNumber } from '../../order-label.ts'
import { type Asking, isOwnOrder } from './asking.ts'
import { type LookingUp, type Meant, meantOf, type Part, withLines } from './order-with-lines.ts'
import { carriesLabel, emailFits, ordersOfEmail } from './orders-of-email.ts'
import { meantByNumber, numbersOfLabel, ordersOfLabel } from './orders-of-number.ts'

/** `fits`: whether the e-mail does, if asked. `doubt`: why a person must decide. `numbers`: those looked for. */
export type Found = {
  order?: Order
  fits?: boolean | undefined
  candidates: Order[]
  doubt?: 'shared_label' | 'shared_number' | 'unproven' | 'split'
  parts?: readonly Part[]
  numbers: readonly string[]
}

/** A number is tried as external number, as label, and among the orders of the e-mail. Throws `TooManyFound`. */
export async function lookUp(looking: LookingUp, ref: OrderRef, asking: Asking): Promise<Found> {
  if ('id' in ref) return await byId(looking, ref.id, asking)
  return 'email' in ref ? await byEmail(looking, ref, asking) : await byNumber(looking, ref.externalNumber, asking)
}

async function byId(looking: LookingUp, id: number, asking: Asking): Promise<Found> {
  const order = await recovered(looking.backOffice.orders.read(id, { with: fullOrder }), isNotFound, undefined)
  const isOwn = order && isOwnOrder(order, asking.own, looking.workflow.constants)
  return isOwn ? { ...meant(order), numbers: [] } : none
}

const none: Found = { candidates: [], numbers: [] }

async function byNumber(looking: LookingUp, typed: string, asking: Asking): Promise<Found> {
  const { email, mustFit } = asking
  const fitsAsked = async (order: Order) =>
    mustFit && email !== undefined ? await emailFits(looking, order, email) : undefined
  const number = bareNumber(typed)
  const byItself = await meantByNumber(looking, number, asking)
  if (byItself.doubt) return { ...doubted(byItself), numbers: [number] }
  const { order: direct } = byItself
  const directFits = direct && (await fitsAsked(direct))
  if (direct && directFits !== false) return { ...meant(direct), fits: directFits, numbers: [number] }
  const labelled = await ordersOfLabel(looking, typed, asking)
  const { orders, isShared } = labelled
  const numbers = [number, ...(isShared ? [] : labelled.numbers)]
  if (isShared && orders.length > 0) return { candidates: orders, doubt: 'shared_label', numbers }
  if (labelled.doubt) return { ...doubted(labelled), numbers }
  const [only] = orders
  const onlyFits = only && (await fitsAsked(only))
  if (only && onlyFits !== false) return { ...meant(only), fits: onlyFits, numbers }
  const isLabelled = (order: Order) => carriesLabel(order, typed, looking.workflow.constants)
  const other = direct ?? only
  const asked = email === undefined ? none : ordersOf(looking, { email, label: typed, isLabelled }, asking)
  const ofEmail = await (other ? noneIfTooMany(asked) : asked)
  const carrying = ofEmail.doubt ? {} : single(ofEmail.candidates.filter(isLabelled))
  if (carrying.order) return { ...ofEmail, ...carrying, numbers }
  return other ? { ...meant(other), fits: false, numbers } : { ...ofEmail, numbers }
}

/** No orders instead of `TooManyFound`: another order has the number, and a person can say whether that one fits. */
const noneIfTooMany = async (asked: Found | Promise<Found>): Promise<Found> =>
  await recovered(Promise.resolve(asked), (error) => error instanceof TooManyFound, none)

const doubted = ({ doubt, parts = [] }: { doubt?: Meant['doubt'] | undefined; parts?: readonly Part[] }) => ({
  candidates: parts.map(({ parent }) => parent),
  ...(doubt && { doubt }),
  ...(doubt === 'split' && { parts }),
})

const meant = (order: Order) => ({ order, candidates: [order] })
type ByEmail = Extract<OrderRef, { email: string }>

/** The order of an e-mail. A label that none of the contact's orders carries confirms none. */
async function byEmail(looking: LookingUp, { email, label }: ByEmail, asking: Asking): Promise<Found> {
  const { constants } = looking.workflow
  if (label === undefined) {
    const { wanted } = asking
    // A return can be of any order of the address; a comment is about the first contact's.
    const found = await ordersOf(looking, { email, ofEach: wanted !== undefined }, asking)
    const having = found.doubt || !wanted ? [] : await withLines(looking, found.candidates, wanted)
    if (having.length > 0) return { ...found, candidates: having, ...(await ofOneNumber(looking, having, asking)) }
    const stated = wanted?.isHint ? await ordersOf(looking, { email }, asking) : found
    return stated.doubt ? stated : { ...stated, ...single(stated.candidates) }
  }
  const { numbers, isShared } = await numbersOfLabel(looking, label, asking)
  const isLabelled = (order: Order) =>
    carriesLabel(order, label, constants) ||
    (!isShared && numbers.some((number) => carriesNumber(order, number, constants)))
  const found = await ordersOf(looking, { email, label, isLabelled }, asking)
  const labelled = found.doubt ? [] : found.candidates.filter(isLabelled)
  if (labelled.length > 0) return { ...found, ...(await ofOneNumber(looking, labelled, asking)) }
  for (const number of [bareNumber(label), ...(isShared ? [] : numbers)]) {
    const { order, doubt, parts = [] } = await meantByNumber(looking, number, asking)
    if (order && (await emailFits(looking, order, email)))
      return { order, fits: true, candidates: [order], numbers: [] }
    const theirs = await Array.fromAsync(parts, async (part) =>
      (await emailFits(looking, part.parent, email)) ? [part] : [],
    )
    if (theirs.flat().length > 0) return { ...doubted({ doubt, parts: theirs.flat() }), numbers: [] }
  }
  return found
}

/** The order that is meant of several that share a number; orders of different numbers are for a person. */
async function ofOneNumber(looking: LookingUp, orders: readonly Order[], { wanted }: Asking): Promise<Partial<Found>> {
  const numbers = orders.map((order) => externalNumbersOf(order, looking.workflow.constants).join('\n'))
  if (new Set(numbers).size > 1) return single(orders)
  const { order, ...unclear } = await meantOf(looking, orders, wanted)
  return unclear.doubt ? doubted(unclear) : { ...(order && { order }) }
}

const single = ([order, ...others]: readonly Order[]) => (order && others.length === 0 ? { order } : {})

type OfEmail = Pick<Parameters<typeof ordersOfEmail>[1], 'email' | 'label' | 'isLabelled' | 'ofEach'>

/** The orders of an e-mail. If none is proven to belong to it, those that may, with the label before all others. */
async function ordersOf({ backOffice, workflow }: LookingUp, wanted: OfEmail, asking: Asking): Promise<Found> {
  const { constants } = workflow
  const unproven: Order[] = []
  const onUnproven = (orders: readonly Order[]) => void unproven.push(...orders)
  const isOwn = (order: Order) => isOwnOrder(order, asking.own, constants)
  const candidates = await ordersOfEmail(backOffice, { ...wanted, isOwn, onUnproven }, constants)
  if (candidates.length > 0 || unproven.length === 0) return { candidates, numbers: [] }
  const labelled = unproven.filter((order) => wanted.isLabelled?.(order))
  return { candidates: labelled.length > 0 ? labelled : unproven, doubt: 'unproven', numbers: [] }
}
