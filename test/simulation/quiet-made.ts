import type { InboxEvent, Progress } from '../../lib/inbox/event.ts'
import type { WriteRecord } from '../../lib/state/write-record.ts'
import { commentMarker } from '../../lib/workflow/kinds/comment-text.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import type { World } from '../workflow/world.ts'
import { putRecord } from './quiet-discards.ts'
import type { Chance } from './random.ts'

const us = 77
const day = 24 * 60 * 60_000

/** A finding as its ids tell it from others. */
export type Told = { what: string; event?: string; orderId?: number; returnId?: number; commentId?: number }
/** What the audit must report of it where it looks there. `endedAt`, `createdAt`: epoch ms. */
export type Made = {
  event: string
  endedAt: number
  linked: boolean
  of: { returns: number; comments: number; orders: number }
  findings: Told[]
}
export type Own = { returnId: number; createdAt: number; isUnknown: boolean; orderId: number }

/** What happens to what was made, after it was made. */
const fates = {
  return: ['as it was', 'gone', 'cancelled', 'moved', 'of another type'],
  comment: ['as it was', 'gone', 'twice'],
} as const

function putReturn(
  { sandbox }: World,
  given: { id?: number; orderId: number; at: number; ownerId?: number; statusId?: number; typeId?: number },
) {
  const { orderId, at, ...fields } = given
  const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
  return putOrder(sandbox.world.store, { typeId: 3, statusId: 9.01, ownerId: us, orderReferences, ...fields }, at).id
}

/** An event that is done with a return, a comment or a new order, of which somebody may have taken away or changed some since. */
export async function putMade(
  world: World,
  chance: Chance,
  { name, endedAt }: { name: string; endedAt: number },
): Promise<{ made: Made; own: Own[] }> {
  const { store } = world.sandbox.world
  const { inbox } = world.workflow
  const event = `standard/${name}`
  const orderId = chance.between(10_001, 10_003)
  const key = `key of ${name}`
  const progress: Progress = { orderId }
  const of = { returns: 0, comments: 0, orders: 0 }
  const findings: Told[] = []
  const own: Own[] = []
  // The back office has no such id any more.
  const goneId = () => 880_000 + Number(name.split('-')[1])
  const linked = chance.hits(0.2)
  if (chance.hits(0.7)) {
    const ownerId = linked && chance.hits(0.5) ? 12 : us
    const createdAt = endedAt - chance.pick([1_000, day / 2, 3 * day])
    const fate = chance.hits(0.4) ? chance.pick(fates.return) : 'as it was'
    const id = fate === 'gone' ? goneId() : putReturn(world, { orderId, at: createdAt, ownerId })
    const record = {
      kind: 'return',
      state: 'done',
      by: event,
      at: endedAt,
      tries: [],
      id,
      ...(linked && { linked: true }),
    } as WriteRecord
    await putRecord(world, `order#${orderId}`, key, record)
    Object.assign(progress, { returnId: id, ...(linked && { linked: true }) })
    of.returns = 1
    const ids = { event, orderId, returnId: id }
    if (fate === 'of another type') putReturn(world, { id, orderId, at: createdAt, ownerId, typeId: 4 })
    if (fate === 'gone' || fate === 'of another type') findings.push({ what: 'return_gone', ...ids })
    if (fate === 'cancelled') {
      putReturn(world, { id, orderId, at: createdAt, ownerId, statusId: 8 })
      findings.push({ what: 'return_cancelled', ...ids })
    }
    if (fate === 'moved') {
      putReturn(world, { id, orderId: orderId + 10, at: createdAt, ownerId })
      findings.push({ what: 'return_of_another_order', ...ids })
    }
    // The records of its order know it, unless it was there before; those of another one do not.
    if (ownerId === us && (fate === 'as it was' || fate === 'moved')) {
      const isMoved = fate === 'moved'
      own.push({ returnId: id, createdAt, isUnknown: isMoved || linked, orderId: isMoved ? orderId + 10 : orderId })
    }
  }
  if (chance.hits(0.6)) {
    const put = (to: number) =>
      store.comments.put({
        ...{
          id: store.comments.nextId(),
          referenceType: 'order',
          referenceValue: to,
          userId: us,
          createdAtMs: endedAt,
        },
        ...{ text: `<p>${commentMarker(key)} as asked</p>`, isVisibleForContact: false },
      }).id
    const fate = chance.hits(0.4) ? chance.pick(fates.comment) : 'as it was'
    const commentId = put(fate === 'gone' ? 19_999 : orderId)
    // The answer need not have shown its id.
    const shown = chance.hits(0.7) ? { commentId } : {}
    progress.comment = { orderId, ...shown }
    of.comments = 1
    if (fate === 'twice') put(orderId)
    if (fate === 'twice') findings.push({ what: 'comment_twice', event, orderId, ...shown })
    if (fate === 'gone') findings.push({ what: 'comment_gone', event, orderId, ...shown })
  }
  if (chance.hits(0.2)) {
    const isGone = chance.hits(0.5)
    const createdOrderId = isGone ? goneId() : putOrder(store, { typeId: 1, ownerId: us }, endedAt).id
    progress.createdOrderId = createdOrderId
    of.orders = 1
    if (isGone) findings.push({ what: 'order_gone', event, orderId: createdOrderId })
  }
  const receivedAt = endedAt - chance.pick([0, day, 10 * day])
  await inbox.accept({
    id: event,
    source: 'standard',
    delivery: { body: Buffer.from('{}'), headers: {} },
    now: receivedAt,
    hintMs: 1,
  })
  const { wakeAt: _, ...stored } = await world.get(event)
  await inbox.save(
    stored as InboxEvent,
    { ...stored, status: 'done', endedAt, updatedAt: endedAt, progress: { [key]: progress } } as InboxEvent,
  )
  return { made: { event, endedAt, linked, of, findings }, own }
}

/** A return of the API user or of somebody else, which no event has made. */
export function putStray(world: World, chance: Chance, at: number): Own[] {
  const orderId = chance.between(10_001, 10_003)
  const [ownerId, statusId] = [chance.pick([us, us, 12]), chance.pick([9.01, 9.02, 9.1, 8])]
  const returnId = putReturn(world, { orderId, at, ownerId, statusId })
  return ownerId === us && statusId !== 8 ? [{ returnId, createdAt: at, isUnknown: true, orderId }] : []
}
