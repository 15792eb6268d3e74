import type { BackOffice } from '../back-office/back-office.ts'
import type { Constants } from '../back-office/constants.ts'
import { newestFirst } from '../back-office/resources/order-filter.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { OrderCommand, OrderRef } from '../commands.ts'
import { requiresEmail } from '../config.ts'
import { Rejected } from '../errors.ts'
import { emailFits } from './email-fits.ts'
import { mismatch, orderAmbiguous, orderUnknown, waitForShop } from './order-endings.ts'
import { carriesLabel, ordersOfEmail } from './orders-of-email.ts'
import { ordersOfNumber } from './orders-of-number.ts'
import { operatorSource, sourceUnknown } from './translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work, type Workflow } from './workflow.ts'

/** Finds the order that a command is about, and makes sure that the sender may speak for it. */
export async function findOrder(work: Work, index: number, command: OrderCommand): Promise<StepOutcome> {
  const { source: name } = work.event()
  const source = work.workflow.config.sources[name]
  // Without its settings nobody knows whether the e-mail has to fit.
  if (!source && name !== operatorSource) return endWith(sourceUnknown(name))
  const emailRequired = source !== undefined && requiresEmail(source)
  if (command.type === 'add-comment' && 'id' in command.order && !emailRequired) {
    // Nothing of the order is needed: a comment by id costs one call.
    work.record(index, { orderId: command.order.id }, { what: 'order named', orderId: command.order.id })
    return proceed
  }
  const found = await theOne(work, index, command)
  if ('kind' in found) return found
  const { order } = found
  const email = 'email' in command.order ? command.order.email : command.email
  const fits = !emailRequired || (await emailFits(work, order, email))
  if (!fits && !(isTold(work, index, order) && work.event().waived?.includes('email_mismatch'))) {
    tellMeant(work, index, order)
    return endWith(mismatch(order, email))
  }
  work.parents.set(order.id, order)
  const honoured = ['order_ambiguous', ...(fits ? [] : (['email_mismatch'] as const))] as const
  work.record(index, { orderId: order.id }, { what: 'order found', orderId: order.id, honoured })
  return proceed
}

/** The order that is meant, or why there is none. */
async function theOne(work: Work, index: number, command: OrderCommand): Promise<{ order: Order } | StepOutcome> {
  const { order: meant, candidates } = await lookUp(work, command.order)
  const order = meant ?? confirmed(work, index, candidates)
  if (order) return { order }
  const wait = mayStillAppear(candidates, command.order, work.workflow.constants) && waitForShop(work)
  if (wait) return wait
  if (candidates.length > 0) return holdFor(work, index, { candidates, command })
  const cancelled = await cancelledOrder(work, command)
  return cancelled ? { order: cancelled } : endWith(orderUnknown(command))
}

/** Whoever releases the event has read which order may be meant: another one that is found by then is not released. */
const isTold = (work: Work, index: number, { id }: Order): boolean => work.event().ledger[index]?.mayBeMeant === id

/** What was released before was released for another order. */
const forAnother = ['order_ambiguous', 'email_mismatch'] as const

function tellMeant(work: Work, index: number, order: Order): void {
  const honoured = isTold(work, index, order) ? [] : forAnother
  work.record(index, { mayBeMeant: order.id }, { what: 'order may be meant', orderId: order.id, honoured })
}

/** The only order that may be meant, once an operator who was told of this one has released the event. */
function confirmed(work: Work, index: number, candidates: readonly Order[]): Order | undefined {
  const [only, ...others] = candidates
  const isMeant = only !== undefined && others.length === 0 && isTold(work, index, only)
  return isMeant && work.event().waived?.includes('order_ambiguous') ? only : undefined
}

function holdFor(
  work: Work,
  index: number,
  { candidates, command }: { candidates: readonly Order[]; command: OrderCommand },
): StepOutcome {
  const [only, ...others] = candidates
  if (only && others.length === 0) tellMeant(work, index, only)
  else work.record(index, { mayBeMeant: undefined }, { what: 'several orders may be meant', honoured: forAnother })
  return endWith(orderAmbiguous(candidates, command))
}

/** Nothing is known by what was named, or nothing that carries the label: the order that is meant may not be there yet. */
const mayStillAppear = (candidates: readonly Order[], ref: OrderRef, constants: Constants): boolean => {
  const label = 'email' in ref ? ref.label : undefined
  return !candidates.some((order) => label === undefined || carriesLabel(order, label, constants))
}

/**
 * What is said of a cancelled order belongs to it all the same, be it that the shop tells the cancellation itself: the newest one of the
 * number. Nothing of it can come back, so for a return there is none.
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
    // Twins share a number: the newest one that is not cancelled counts (specification, List and lookup operations).
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

/** All that the plan of a return needs, in one call (specification: eager loading does not count extra). */
export const everything = [
  'addresses',
  'addressRelations',
  'orderItems.properties',
  'properties',
  'orderReferences',
] as const

/**
 * Orders of a contact are told apart by the label, where the back office stores it as the external number. A label that no
 * order carries confirms none, not even a contact's only one: the order that is meant may not be there yet.
 */
function choose(candidates: readonly Order[], ref: OrderRef, constants: Constants): Order | undefined {
  if (!('email' in ref) || ref.label === undefined) return candidates.length === 1 ? candidates[0] : undefined
  const { label } = ref
  const labelled = candidates.filter((order) => carriesLabel(order, label, constants))
  return labelled.length === 1 ? labelled[0] : undefined
}
