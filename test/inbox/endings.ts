import type { NewEntry } from '../../lib/inbox/event.ts'
import { failed, held, ignored, type Wait } from '../../lib/reasons.ts'

/** One of each way to end or to wait, for tests that do not ask which. */
export const tooMany = held({
  code: 'too_many',
  key: 'k',
  orderId: 7,
  line: 1,
  name: { by: 'sku' },
  orderItemIds: [1],
  quantity: 2,
  left: 1,
})
export const noSuchField = failed({ code: 'mapping', problem: 'no_pieces' })
export const testDelivery = ignored({ code: 'test_delivery', sender: 'shopify' })
/** One wait that costs an attempt, one that gives it back, and one for a slot. */
export const later: Wait = { code: 'cause', cause: 'later' }
export const notReady: Wait = { code: 'not_ready', cause: 'later' }
export const inQueue: Wait = { code: 'pace', cause: 'later' }
export const orderFound: NewEntry = { code: 'order_found', orderId: 7 }
