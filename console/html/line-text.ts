import type { OrderLine } from '../event-shapes.ts'

/** `1 × Mug, blue (MUG-BLUE)` */
export const lineText = ({ id, quantity, orderItemName, sku }: OrderLine): string =>
  `${quantity} × ${orderItemName ?? sku ?? id}${orderItemName && sku ? ` (${sku})` : ''}`
