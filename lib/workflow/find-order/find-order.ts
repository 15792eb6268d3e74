import { type Constants, isCancelled } from '../../back-office/constants.ts'
import { newestFirst } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import type { OrderCommand, OrderRef } from '../../commands.ts'
import { TooManyFound } from '../../errors.ts'
import { held } from '../../reasons.ts'
import { orderIn } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { operatorSource, sourceUnknown } from '../translate/translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work } from '../workflow.ts'
import { type Asking, askingOf, isOfGoodsBack, isOwnOrder, reportOf } from './asking.ts'
import { type Found, lookUp } from './look-up.ts'
import { orderAmbiguous, orderDoubtful, orderUnknown, tooManyFound, typedIn, waitForShop } from './order-endings.ts'
import { carriesLabel, emailFits } from './orders-of-email.ts'
import { ordersOfNumber } from './orders-of-number.ts'

export async function findOrder(work: Work, key: string, command: OrderCommand): Promise<StepOutcome> {
  const { source: name } = work.event()
  const { config } = work.workflow
  const settings = config.sources[name]
  // Without its settings nobody knows whether the e-mail has to fit.
  if (!settings && name !== operatorSource) return endWith(sourceUnknown(name))
  const asked = askingOf(config, settings && { name, settings }, command.email)
  const isHint = command.type === 'add-comment'
  const wanted = command.lines && { lines: command.lines, report: reportOf(work, command), isHint }
  const asking = { ...asked, mustFit: asked.mustFit || command.requireEmail === true, wanted }
  const named = 'id' in command.order ? command.order.id : undefined
  // Nothing of the order is needed: a comment by id costs one call.
  const needsNoOrder = command.type === 'add-comment' && !asking.mustFit && asking.own === undefined
  if (needsNoOrder && named !== undefined) return found(work, key, named)
  const isTriedBefore = work.event().epoch > 1
  const place = async () => (named === undefined ? await placeOf(work, key, command) : undefined)
  const before = isTriedBefore ? await place() : undefined
  if (before !== undefined) return found(work, key, before)
  const meant = await meantOrder(work, { key, command, asking })
  if ('kind' in meant) {
    const earlier = isTriedBefore ? undefined : await place()
    return earlier === undefined ? meant : found(work, key, earlier)
  }
  const { order } = meant
  const email = 'email' in command.order ? command.order.email : command.email
  const question = { key, orderId: order.id }
  const fits =
    !asking.mustFit ||
    (meant.fits ?? (await emailFits(work, order, email))) ||
    isApproved(work.event(), 'email_mismatch', question)
  if (!fits) return endWith(held({ code: 'email_mismatch', ...question, named: email !== undefined }))
  work.parents.set(order.id, order)
  return found(work, key, order.id)
}

function found(work: Work, key: string, orderId: number): StepOutcome {
  work.record(key, { orderId }, { code: 'order_found', orderId })
  return proceed
}

/** The order to which any event has already written for the fact. */
async function placeOf({ workflow: { records } }: Work, key: string, { type }: OrderCommand) {
  if (type === 'add-comment') return (await records.get(`comment#${key}`))?.records[key]?.orderId
  const item = await records.placeOf(key)
  return item && (await records.get(item))?.records[key] ? orderIn(item) : undefined
}

type OrderSearch = { key: string; command: OrderCommand; asking: Asking }

async function meantOrder(work: Work, asked: OrderSearch) {
  try {
    return await chooseOrder(work, asked, await lookUp(work, asked.command.order, asked.asking))
  } catch (error) {
    if (error instanceof TooManyFound) return endWith(tooManyFound(asked.key, asked.command))
    throw error
  }
}

async function chooseOrder(work: Work, { key, command, asking }: OrderSearch, meant: Found) {
  const { candidates, fits } = meant
  if (meant.order) return { order: meant.order, fits }
  const order = confirmed(work, key, candidates)
  if (order) return { order, fits: fits ?? isProvenByPerson(work, key, order) }
  const { constants } = work.workflow
  const wait = !meant.doubt && mayStillAppear(candidates, command.order, constants) && waitForShop(work)
  if (wait) return wait
  const cancelled = await cancelledOrder(work, command, { numbers: meant.numbers, asking })
  if (cancelled) return { order: cancelled }
  if (meant.doubt) return endWith(orderDoubtful(key, candidates, { command, what: meant.doubt, parts: meant.parts }))
  return endWith(candidates.length > 0 ? orderAmbiguous(key, candidates, command) : orderUnknown(command))
}

/** The only order that may be meant, once a person who was shown this one has released the event. */
function confirmed(work: Work, key: string, candidates: readonly Order[]): Order | undefined {
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return undefined
  return isApproved(work.event(), 'order_ambiguous', { key, ids: [only.id] }) ? only : undefined
}

/** True if a person has released this order although nothing proved its e-mail. Undefined: nobody has. */
const isProvenByPerson = (work: Work, key: string, { id }: Order): true | undefined =>
  isApproved(work.event(), 'order_ambiguous', { key, what: 'unproven', ids: [id] }) || undefined

/** Whether the order may not be there yet: nothing was found, or nothing that carries the label. */
function mayStillAppear(candidates: readonly Order[], ref: OrderRef, constants: Constants): boolean {
  const typed = typedIn(ref)
  return !candidates.some((order) => typed === undefined || carriesLabel(order, typed, constants))
}

/** Cancelled orders that are read one by one, at most. */
const mostCancelled = 5

/** The cancelled order that a comment belongs to, the newest of several. Of what was refunded or received only a comment is made there. */
async function cancelledOrder(
  work: Work,
  command: OrderCommand,
  { numbers, asking }: { numbers: readonly string[]; asking: Asking },
): Promise<Order | undefined> {
  if (command.type !== 'add-comment' && !isOfGoodsBack(reportOf(work, command))) return undefined
  for (const number of numbers) {
    const { listed } = await ordersOfNumber(work, number)
    // A live order was seen before, and belongs to another source.
    const cancelled = listed.filter(({ statusId }) => isCancelled(statusId, work.workflow.constants.statuses))
    for (const { id } of cancelled.sort(newestFirst).slice(0, mostCancelled)) {
      const order = await work.backOffice.orders.read(id, { with: fullOrder })
      if (isOwnOrder(order, asking.own, work.workflow.constants)) return order
    }
  }
  return undefined
}
