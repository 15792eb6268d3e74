import type { Order } from '../back-office/resources/schemas.ts'
import type { OrderCommand } from '../commands.ts'
import { type Ending, failed, held } from '../reasons.ts'
import { sourceOfKind } from '../sources/registry.ts'
import type { StepOutcome, Work } from './workflow.ts'

/**
 * A shop's order may reach the back office later than the shop's event; what a person typed into a form is wrong at once. Undefined:
 * there is nothing to wait for, or no longer.
 */
export function waitForShop({ workflow, event }: Work): StepOutcome | undefined {
  const { config, timing, now } = workflow
  const { source, receivedAt } = event()
  const settings = config.sources[source]
  const fromShop = settings !== undefined && sourceOfKind(settings.kind)?.family === 'shops'
  const deadline = receivedAt + timing.appearsWithinMs
  if (!fromShop || now() >= deadline) return undefined
  const next = now() + Math.max(timing.deferralMs.first, (now() - receivedAt) / 2)
  return {
    kind: 'wait',
    until: Math.min(next, deadline),
    why: 'the back office does not know the order yet',
    ownLimit: true,
  }
}

/** Never in the words of the event: a number can be whatever somebody typed. */
export function orderUnknown({ order: ref, type }: OrderCommand): Ending {
  if ('id' in ref) return failed('order_unknown', `The back office has no order ${ref.id}.`)
  if ('email' in ref) {
    const text = 'The contact of the e-mail address that the event names has no sales order that is not cancelled, or'
    return failed('order_unknown', `${text} there is no such contact.`)
  }
  const text = 'The back office has no sales order of the external number that the event names'
  return failed('order_unknown', `${text}${type === 'create-return' ? ', or only cancelled ones' : ''}.`)
}

const byHand = {
  'create-return': 'Make the return of the right one by hand (return.create), then discard the event.',
  'add-comment': 'Write the comment to the right one by hand (comment.add), then discard the event.',
} as const

/** Orders that may be meant, without any that is: for a person. */
export function orderAmbiguous(candidates: readonly Order[], { order: ref, type }: OrderCommand): Ending {
  const ids = candidates.slice(0, 20).map((order) => order.id)
  if (ids.length === 1) {
    const text = `Order ${ids[0]} may be meant, but does not carry the label that the event names; it may also be that the order is not there yet.`
    return held('order_ambiguous', `${text} If it is the one, release the event. If not: ${byHand[type]}`)
  }
  const which =
    'label' in ref ? 'The label that the event names does not tell which order is meant' : 'Several orders fit'
  return held('order_ambiguous', `${which}: ${ids.join(', ')}. ${byHand[type]}`)
}

export function mismatch(order: Order, email: string | undefined): Ending {
  const what =
    email === undefined
      ? 'The event names no e-mail address'
      : 'The e-mail address of the event does not belong to the order'
  return held('email_mismatch', `${what} (order ${order.id}). Release the event if it is genuine.`)
}
