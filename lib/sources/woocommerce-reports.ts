import { givenText, isAbsentOrList, type JsonFields, readFields } from './json-fields.ts'
import { isOrder } from './woocommerce-labels.ts'

/** What `on` can name: whether an order reports it. A cancellation has no topic of its own: it is an update. */
const reports: Readonly<Record<string, (order: JsonFields, topic: string) => boolean>> = {
  'order.updated': ({ refunds }) => Array.isArray(refunds) && refunds.length > 0,
  'order.created': (_, topic) => topic === 'order.created',
  'order.cancelled': ({ status }) => status === 'cancelled',
}

/** Declared, or confirmed by the merchant: the statuses of the withdrawal buttons (docs/senders.md). */
const withdrawn: readonly unknown[] = ['pending-wdraw', 'withdrawn']

export const isWithdrawn = (order: JsonFields | undefined): boolean => withdrawn.includes(order?.status)

/** Its id and its refunds can be read. */
const isReadable = ({ id, refunds }: JsonFields): boolean =>
  (id === '' || givenText(id) !== undefined) && isAbsentOrList(refunds)

/**
 * Whether the translation of an order (woocommerce.ts) is anything but ignored: a fact, or a message that cannot be read. Said before the
 * sender is answered, so without the shapes that the translation has. Never throws.
 */
export function reportsFact(body: Buffer, topic: string, on: readonly string[] = ['order.updated']): boolean {
  const order = readFields(body)
  const isWithdrawal = isWithdrawn(order)
  if (!isWithdrawal && !on.includes('order.cancelled') && !on.includes(topic)) return false
  if (!order || !isReadable(order) || !isOrder(order)) return true
  return isWithdrawal || on.some((name) => Object.hasOwn(reports, name) && reports[name]?.(order, topic))
}
