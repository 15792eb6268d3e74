import type { Order } from './records.ts'
import type { World } from './world.ts'

/** A user of the back office itself, not an API user (docs/back-office.md 6.1). */
export const systemUserId = 1

const packageNumberOf = (returnId: number): string => `00340${String(returnId).padStart(15, '0')}`

/**
 * What a new return of certain statuses triggers (docs/back-office.md 5.5): a carrier label, and an automatic comment on the parent order.
 * A return without a parent gets the comment itself.
 * The label fails if the owner is not an API user (docs/back-office.md 5.3, rule 3).
 */
export const fireReturnEventAction = (world: World, order: Order, parent: Order | undefined): void => {
  if (!world.options.labelStatuses.includes(order.statusId)) return
  const owned = world.store.users.list().some((user) => user.id === order.ownerId)
  const packageNumber = owned ? packageNumberOf(order.id) : null
  const state = owned ? 'created' : 'failed'
  world.store.labels.put({
    id: world.store.labels.nextId(),
    orderId: order.id,
    parentOrderId: parent?.id ?? null,
    state,
    packageNumber,
  })
  world.store.comments.put({
    id: world.store.comments.nextId(),
    referenceType: 'order',
    referenceValue: parent?.id ?? order.id,
    userId: systemUserId,
    createdAtMs: world.now(),
    text: `<p>[Event action] Return label ${state} for return ${order.id}${packageNumber ? `: ${packageNumber}` : ''}</p>`,
    isVisibleForContact: false,
  })
}
