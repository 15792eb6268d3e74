import type { Order } from '../../back-office/resources/schemas.ts'
import type { OrderCommand, OrderRef } from '../../commands.ts'
import { type Ending, failed, held } from '../../reasons.ts'
import { sourceOfKind } from '../../sources/registry.ts'
import { isByVisitor } from '../by-visitor.ts'
import { type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import type { Part } from './order-with-lines.ts'

/** A shop's order may arrive after its event. What a visitor typed does not wait, unless it withdraws. */
export function waitForShop({ workflow, event }: Work): StepOutcome | undefined {
  const { config, timing, now } = workflow
  const { source, receivedAt, withdrawal } = event()
  const settings = config.sources[source]
  const fromShop = settings !== undefined && sourceOfKind(settings.kind)?.family === 'shops'
  const isTyped = !withdrawal && isByVisitor(event(), config)
  const deadline = receivedAt + timing.appearsWithinMs
  if (!fromShop || isTyped || now() >= deadline) return undefined
  const next = now() + Math.max(timing.deferralMs.first, (now() - receivedAt) / 2)
  return waitUntil(Math.min(next, deadline), { code: 'order_not_there_yet' })
}

export function orderUnknown({ order: ref, type }: OrderCommand): Ending {
  const wanted = wantedBy(type)
  if ('id' in ref) return failed({ code: 'order_unknown', by: 'id', orderId: ref.id, wanted })
  return failed({ code: 'order_unknown', by: 'email' in ref ? 'email' : 'number', wanted })
}

const wantedBy = (type: OrderCommand['type']) => (type === 'create-return' ? 'return' : 'comment')

/** What a person knows as the order's number. Undefined: the order is named in another way. */
export function typedIn(ref: OrderRef): string | undefined {
  if ('externalNumber' in ref) return ref.externalNumber
  return 'email' in ref ? ref.label : undefined
}

export function orderAmbiguous(key: string, candidates: readonly Order[], { order: ref, type }: OrderCommand): Ending {
  const what = candidates.length === 1 ? 'unlabelled' : typedIn(ref) === undefined ? 'several' : 'label'
  return held({ code: 'order_ambiguous', key, what, ids: firstIds(candidates), wanted: wantedBy(type) })
}

type Doubt = {
  command: OrderCommand
  what: 'shared_label' | 'shared_number' | 'unproven' | 'split'
  parts?: readonly Part[] | undefined
}

/** The shops use the label or the number for several orders, nothing proves that an order belongs to the e-mail, or staff have split it. */
export const orderDoubtful = (key: string, candidates: readonly Order[], { command, what, parts }: Doubt): Ending =>
  held({
    code: 'order_ambiguous',
    key,
    what,
    ids: firstIds(candidates),
    wanted: wantedBy(command.type),
    ...(parts && { split: parts.slice(0, 20).map(shown) }),
  })

export const tooManyFound = (key: string, { type }: OrderCommand): Ending =>
  held({ code: 'order_ambiguous', key, what: 'too_many', ids: [], wanted: wantedBy(type) })

const shown = ({ parent, has }: Part) => ({ orderId: parent.id, ...(has && { lines: has }) })
const firstIds = (orders: readonly Order[]) => orders.slice(0, 20).map(({ id }) => id)
