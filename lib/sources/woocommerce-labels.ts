import * as z from 'zod'
import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { readMessage } from './translation.ts'

const order = z.object({ id: z.unknown().optional(), number: z.unknown().optional() })

/** Every update of an order has one of these topics. Other resources have an `id` too, which is no order's. */
export const isLabelTopic = (topic: string | undefined): boolean =>
  topic === 'order.created' || topic === 'order.updated'

/** The number that customers see is the external number, too; the id where there is none. */
export function woocommerceLabel(body: Buffer): OrderLabel | undefined {
  const read = readMessage(body, order)
  if ('ending' in read) return undefined
  const { id, number } = read.content
  const shown = number === undefined || number === null || number === '' ? id : number
  return toOrderLabel([shown], shown)
}
