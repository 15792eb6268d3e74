import type { WideOrder } from '../all-senders/fact.ts'
import type { Pieces } from './scene.ts'

/** As Shopify sends them (local/samples/shopify). */
type About = { order: WideOrder; parcel: number; pieces: Pieces }

const gid = (type: string, id: number | string) => ({
  id: Number(id),
  admin_graphql_api_id: `gid://shopify/${type}/${id}`,
})
const plain = ({ order, parcel }: About) => ({ ...gid('Return', parcel), order_id: Number(order.number) })
/** The shop's own id of a line of a return. */
const lineOf = ({ parcel }: About, line: number): number => parcel * 100 + (line % 100)

const whole = (about: About, status: string, named: (line: number, quantity: number) => object) => ({
  ...gid('Return', about.parcel),
  ...{ status, name: `#${about.parcel}`, order: gid('Order', about.order.number) },
  total_return_line_items: about.pieces.size,
  return_line_items: [...about.pieces].map(([line, quantity]) => ({
    ...{ id: lineOf(about, line), return_reason: 'size_too_small' },
    fulfillment_line_item: { id: line + 1, line_item: gid('LineItem', line) },
    ...named(line, quantity),
  })),
})

export const teaching = ({ number, lines }: WideOrder) => ({
  ...{ ...gid('Order', number), name: `#R${number}`, order_number: 1 },
  line_items: lines.slice(0, 3).map(({ id, sku, name }) => ({ ...gid('LineItem', id), sku, name })),
})

export const withStatus = (about: About, status: string) => whole(about, status, (_, quantity) => ({ quantity }))
export const processed = (about: About) =>
  whole(about, 'open', (_, quantity) => ({ quantity, processed_quantity: quantity }))
export const briefly = (about: About, status: string) => ({ ...plain(about), status })

export const removed = (about: About) => ({
  ...gid('Return', about.parcel),
  return_line_items: {
    additions: [],
    removals: [...about.pieces].map(([line, delta]) => ({ id: lineOf(about, line), delta })),
  },
})

export const refunded = (
  { order, pieces, parcel }: Omit<About, 'parcel'> & { parcel: number | undefined },
  { id, way }: { id: number; way: 'return' | 'cancel' },
) => ({
  ...gid('Refund', id),
  ...{ order_id: Number(order.number), transactions: [], order_adjustments: [], refund_shipping_lines: [] },
  ...(parcel !== undefined && { return: gid('Return', parcel) }),
  refund_line_items: [...pieces].map(([line, quantity]) => {
    const { sku, name } = order.lines.find((one) => one.id === line) ?? {}
    return {
      ...{ id: id * 100 + (line % 100), quantity, restock_type: way },
      line_item: { ...gid('LineItem', line), sku, name },
    }
  }),
})
