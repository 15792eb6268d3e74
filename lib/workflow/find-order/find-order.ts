import type { BackOffice } from '../../back-office/back-office.ts'
import type { Constants } from '../../back-office/constants.ts'
import { newestFirst } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { OrderCommand, OrderRef } from '../../commands.ts'
import { requiresEmail } from '../../config/config.ts'
import { Rejected } from '../../errors.ts'
import { held } from '../../reasons.ts'
import { orderIn } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { operatorSource, sourceUnknown } from '../translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work, type Workflow } from '../workflow.ts'
import { emailFits } from './email-fits.ts'
import { orderAmbiguous, orderUnknown, waitForShop } from './order-endings.ts'
import { carriesLabel, ordersOfEmail } from './orders-of-email.ts'
import { ordersOfNumber } from './orders-of-number.ts'

/** Finds the order that a command is about, and makes sure that the sender may speak for it. */
export async function findOrder(work: Work, key: string, command: OrderCommand): Promise<StepOutcome> {
  const { source: name } = work.event()
  const source = work.workflow.config.sources[name]
  // Without its settings nobody knows whether the e-mail has to fit.
  if (!source && name !== operatorSource) return endWith(sourceUnknown(name))
  const emailRequired = command.requireEmail === true || (source !== undefined && requiresEmail(source))
  const named = 'id' in command.order ? command.order.id : undefined
  // Nothing of the order is needed: a comment by id costs one call.
  if (command.type === 'add-comment' && named !== undefined && !emailRequired) return found(work, key, named)
  const isNamed = named !== undefined
  const isTriedBefore = work.event().epoch > 1
  const before = isNamed || !isTriedBefore ? undefined : await placeOf(work, key, command)
  if (before !== undefined) return found(work, key, before)
  const meant = await theOne(work, key, command)
  if ('kind' in meant) {
    const earlier = isNamed || isTriedBefore ? undefined : await placeOf(work, key, command)
    return earlier === undefined ? meant : found(work, key, earlier)
  }
  const { order } = meant
  const email = 'email' in command.order ? command.order.email : command.email
  const question = { key, orderId: order.id }
  const fits =
    !emailRequired || (await emailFits(work, order, email)) || isApproved(work.event(), 'email_mismatch', question)
  if (!fits) return endWith(held({ code: 'email_mismatch', ...question, named: email !== undefined }))
  work.parents.set(order.id, order)
  return found(work, key, order.id)
}

function found(work: Work, key: string, orderId: number): StepOutcome {
  work.record(key, { orderId }, { code: 'order_found', orderId })
  return proceed
}

/** Where something was written for the fact before, by whichever event. A comment's own record names its order. */
async function placeOf(
  { workflow: { records } }: Work,
  key: string,
  { type }: OrderCommand,
): Promise<number | undefined> {
  if (type === 'add-comment') return (await records.get(`comment#${key}`))?.records[key]?.orderId
  const item = await records.placeOf(key)
  return item && (await records.get(item))?.records[key] ? orderIn(item) : undefined
}

/** The order that is meant, or why there is none. */
async function theOne(work: Work, key: string, command: OrderCommand): Promise<{ order: Order } | StepOutcome> {
  const { order: meant, candidates } = await lookUp(work, command.order)
  const order = meant ?? confirmed(work, key, candidates)
  if (order) return { order }
  const wait = mayStillAppear(candidates, command.order, work.workflow.constants) && waitForShop(work)
  if (wait) return wait
  if (candidates.length > 0) return endWith(orderAmbiguous(key, candidates, command))
  const cancelled = await cancelledOrder(work, command)
  return cancelled ? { order: cancelled } : endWith(orderUnknown(command))
}

/** The only order that may be meant, once a person who was shown this one has released the event. */
function confirmed(work: Work, key: string, candidates: readonly Order[]): Order | undefined {
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return undefined
  return isApproved(work.event(), 'order_ambiguous', { key, ids: [only.id] }) ? only : undefined
}

/** Nothing is known by what was named, or nothing that carries the label: the order that is meant may not be there yet. */
const mayStillAppear = (candidates: readonly Order[], ref: OrderRef, constants: Constants): boolean => {
  const label = 'email' in ref ? ref.label : undefined
  return !candidates.some((order) => label === undefined || carriesLabel(order, label, constants))
}

/**
 * A comment belongs to its order even if that is cancelled: the shop may report the cancellation itself. Among several the newest one
 * counts. Nothing of a cancelled order can come back, so a return has none.
 */
async function cancelledOrder(work: Work, { type, order: ref }: OrderCommand): Promise<Order | undefined> {
  if (type !== 'add-comment' || !('externalNumber' in ref)) return undefined
  const { listed } = await ordersOfNumber(work, ref.externalNumber)
  // All are cancelled: one that is not would have been found before.
  const [newest] = listed.sort(newestFirst)
  return newest && (await work.backOffice.orders.read(newest.id, { with: everything }))
}

/** Orders that a reference fits, and the one that it means; without `order` and with several candidates it is ambiguous. */
export async function lookUp(
  { backOffice, workflow: { constants } }: Pick<Work, 'backOffice'> & { workflow: Pick<Workflow, 'constants'> },
  ref: OrderRef,
): Promise<{ order?: Order; candidates: Order[] }> {
  const candidates = await findCandidates(backOffice, ref, constants)
  const order = choose(candidates, ref, constants)
  return { candidates, ...(order ? { order } : {}) }
}

async function findCandidates(backOffice: BackOffice, ref: OrderRef, constants: Constants): Promise<Order[]> {
  if ('externalNumber' in ref) {
    // Several orders can share a number: the newest one that is not cancelled counts (docs/back-office.md 7.4).
    return (await backOffice.orders.findByExternalNumber(ref.externalNumber)).entries.slice(0, 1)
  }
  if ('email' in ref) return await ordersOfEmail(backOffice, ref, constants)
  try {
    return [await backOffice.orders.read(ref.id, { with: everything })]
  } catch (error) {
    if (error instanceof Rejected && error.status === 404) return []
    throw error
  }
}

/** All that the plan of a return needs, in one call (docs/back-office.md 4.2). */
export const everything = [
  'addresses',
  'addressRelations',
  'orderItems.properties',
  'properties',
  'orderReferences',
] as const

/**
 * The label distinguishes orders of a contact, where the back office stores it as the external number. A label that no order carries
 * confirms none, not even a contact's only one: the order that is meant may not be there yet.
 */
function choose(candidates: readonly Order[], ref: OrderRef, constants: Constants): Order | undefined {
  if (!('email' in ref) || ref.label === undefined) return candidates.length === 1 ? candidates[0] : undefined
  const { label } = ref
  const labelled = candidates.filter((order) => carriesLabel(order, label, constants))
  return labelled.length === 1 ? labelled[0] : undefined
}
