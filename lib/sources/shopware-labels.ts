import * as z from 'zod'
import { toOrderLabel } from '../order-label.ts'
import type { LabelDelivery } from './source.ts'
import { readMessage } from './translation.ts'

const message = z.object({
  data: z.object({
    event: z.string(),
    payload: z
      .object({ order: z.object({ orderNumber: z.unknown().optional() }) })
      .optional()
      .catch(undefined),
  }),
})

/** It comes for every new order and reports nothing else. */
const placed = 'checkout.order.placed'

/** Each event about an order names its number, which is the external number, too. */
export function shopwareLabels({ body }: { body: Buffer }): LabelDelivery | undefined {
  const read = readMessage(body, message)
  if ('ending' in read) return undefined
  const { event, payload } = read.content.data
  if (event !== placed && !event.startsWith('state_enter.order')) return undefined
  const number = payload?.order.orderNumber
  return { isEvent: event !== placed, label: toOrderLabel([number], number) }
}
