import { commentView } from '../comment-view.ts'
import { contactView } from '../contact-view.ts'
import { everything, orderView } from '../order-view.ts'
import type { Order } from '../records.ts'
import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'

/** How long the back office's user interface lags behind (docs/back-office.md 6.1). */
const staleUiMs = 60_000

export const orderState = (order: Order, world: World) => ({
  ...orderView(order, everything, world),
  contactId: order.contactId,
})

/** What the back office's user interface would not show yet; reads through the API do show it. */
const staleUi = (world: World) => ({
  commentIdsNotShownYet: world.store.comments
    .list()
    .filter((comment) => comment.createdAtMs > world.now() - staleUiMs)
    .map((comment) => comment.id),
})

/** All records: orders with all nested data, users without their passwords. */
export const state: ControlCall = {
  method: 'GET',
  path: '/sandbox/state',
  answer: (world) => {
    const { orders, comments, contacts, images, users, labels } = world.store
    return ok({
      orders: orders.list().map((order) => orderState(order, world)),
      comments: comments.list().map(commentView),
      contacts: contacts.list().map(contactView),
      images: images.list(),
      users: users.list().map(({ password: _, ...user }) => user),
      labels: labels.list(),
      staleUi: staleUi(world),
    })
  },
}
