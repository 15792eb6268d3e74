import type { Order } from '../../back-office/resources/schemas.ts'
import type { OrderCommand } from '../../commands.ts'
import { type Ending, failed, held } from '../../reasons.ts'
import { sourceOfKind } from '../../sources/registry.ts'
import type { StepOutcome, Work } from '../workflow.ts'

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
    why: { code: 'order_not_there_yet' },
    ownLimit: true,
  }
}

export function orderUnknown({ order: ref, type }: OrderCommand): Ending {
  const wanted = wantedBy(type)
  if ('id' in ref) return failed({ code: 'order_unknown', by: 'id', orderId: ref.id, wanted })
  return failed({ code: 'order_unknown', by: 'email' in ref ? 'email' : 'number', wanted })
}

const wantedBy = (type: OrderCommand['type']) => (type === 'create-return' ? 'return' : 'comment')

/** Orders that may be meant, without any that is: for a person. */
export function orderAmbiguous(key: string, candidates: readonly Order[], { order: ref, type }: OrderCommand): Ending {
  const ids = candidates.slice(0, 20).map(({ id }) => id)
  const what = ids.length === 1 ? 'unlabelled' : 'label' in ref ? 'label' : 'several'
  return held({ code: 'order_ambiguous', key, what, ids, wanted: wantedBy(type) })
}
