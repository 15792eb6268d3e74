import { toOrderLabel } from '../order-label.ts'
import { fieldsOf, readFields } from './json-fields.ts'
import type { LabelDelivery } from './source.ts'

/** It comes for every new order and reports nothing else. */
const placed = 'checkout.order.placed'

/** Each event about an order names its number, which is the external number, too. */
export function shopwareLabels({ body }: { body: Buffer }): LabelDelivery | undefined {
  const { event, payload } = fieldsOf(readFields(body)?.data) ?? {}
  if (typeof event !== 'string') return undefined
  if (event !== placed && !event.startsWith('state_enter.order')) return undefined
  const number = fieldsOf(fieldsOf(payload)?.order)?.orderNumber
  return { isEvent: event !== placed, label: toOrderLabel([number], number) }
}
