import type { Operation } from '../operation.ts'
import { statusNames } from '../order-view.ts'
import { listReply } from '../page.ts'

const statuses = Object.entries(statusNames).map(([id, name]) => ({ statusId: Number(id), names: { en: name } }))

/** A list with an envelope (docs/back-office.md 4.3). */
export const listStatuses: Operation = {
  method: 'GET',
  template: '/rest/orders/statuses',
  right: 'orders.read',
  answer: (call) => listReply(statuses, call, (status) => status),
}
