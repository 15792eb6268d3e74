import type { BackOffice } from '../back-office/back-office.ts'
import type { Constants } from '../back-office/constants.ts'
import type { Order } from '../back-office/schemas.ts'
import type { OrderCommand, OrderRef } from '../commands.ts'
import { requiresEmail } from '../config.ts'
import { Rejected } from '../errors.ts'
import { type Ending, failed, held } from '../reasons.ts'
import { sourceOfKind } from '../sources/registry.ts'
import { carriesLabel, ordersOfEmail } from './orders-of-email.ts'
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
  const { order: meant, candidates } = await lookUp(work, command.order)
  if (candidates.length === 0) return orderUnknown(work)
  const order = meant ?? confirmed(work, candidates)
  if (!order) return endWith(ambiguous(candidates))
  const email = 'email' in command.order ? command.order.email : command.email
  const fits = !emailRequired || (await emailFits(work, order, email))
  if (!fits && !work.event().waived?.includes('email_mismatch')) return endWith(mismatch(order, email))
  work.parents.set(order.id, order)
  const honoured = [...(fits ? [] : (['email_mismatch'] as const)), ...(meant ? [] : (['order_ambiguous'] as const))]
  work.record(index, { orderId: order.id }, { what: 'order found', orderId: order.id, honoured })
  return proceed
}

/** The only order that may be meant, once an operator has released the event for it. */
const confirmed = (work: Work, candidates: readonly Order[]): Order | undefined =>
  candidates.length === 1 && work.event().waived?.includes('order_ambiguous') ? candidates[0] : undefined

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
    return (await backOffice.orders.findByExternalNumber(ref.externalNumber)).slice(0, 1)
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

/** A shop's order may reach the back office later than the shop's event; what a person typed into a form is wrong at once. */
function orderUnknown(work: Work): StepOutcome {
  const { config, timing, now } = work.workflow
  const { source, receivedAt } = work.event()
  const settings = config.sources[source]
  const fromShop = settings !== undefined && sourceOfKind(settings.kind)?.family === 'shops'
  const deadline = receivedAt + timing.appearsWithinMs
  if (fromShop && now() < deadline) {
    const next = now() + Math.max(timing.deferralMs.first, (now() - receivedAt) / 2)
    return {
      kind: 'wait',
      until: Math.min(next, deadline),
      why: 'the back office does not know the order yet',
      ownLimit: true,
    }
  }
  return endWith(failed('order_unknown', 'The back office knows no open sales order by what the event names.'))
}

function ambiguous(candidates: readonly Order[]): Ending {
  const ids = candidates.slice(0, 20).map((order) => order.id)
  if (ids.length === 1) {
    const text = `Order ${ids[0]} may be meant, but does not carry the label that the event names. Release the event if it is the one; it may also be that the order is not there yet.`
    return held('order_ambiguous', text)
  }
  return held(
    'order_ambiguous',
    `Several orders fit: ${ids.join(', ')}. Create the return by hand for the right one, then discard the event.`,
  )
}

function mismatch(order: Order, email: string | undefined): Ending {
  const what =
    email === undefined
      ? 'The event names no e-mail address'
      : 'The e-mail address of the event does not belong to the order'
  return held('email_mismatch', `${what} (order ${order.id}). Release the event if it is genuine.`)
}

/** The address of the order's contact, or the e-mail option of one of its addresses. */
async function emailFits({ backOffice, workflow }: Work, order: Order, email: string | undefined): Promise<boolean> {
  if (email === undefined) return false
  const wanted = email.trim().toLowerCase()
  const options = order.addresses?.flatMap((address) => address.options ?? []) ?? []
  const known = options.filter((option) => option.typeId === workflow.constants.emailOptionTypes.address)
  if (known.some((option) => option.value.trim().toLowerCase() === wanted)) return true
  const receiver = order.relations?.find(
    (relation) => relation.referenceType === 'contact' && relation.relation === 'receiver',
  )
  if (!receiver) return false
  const contacts = await backOffice.contacts.findByEmail(email)
  return contacts.some((contact) => contact.id === receiver.referenceId)
}
