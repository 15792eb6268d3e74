import type { Chance } from '../random.ts'
import { comment, endOf, type Work, wanted } from './world.ts'

const order = 10_001
const item = `order#${order}` as const

/** As no operation of the back office's interface can. */
function deletes({ world }: Work, id: number): void {
  const { orders } = world.sandbox.world.store
  const { get, list, childrenOf } = { ...orders }
  const isThere = (one: { id: number }) => one.id !== id
  Object.assign(orders, {
    get: (one: number) => (one === id ? undefined : get(one)),
    list: () => list().filter(isThere),
    childrenOf: (parent: number) => childrenOf(parent).filter(isThere),
  })
}

/** What is gone from the back office, and forgotten. */
export const goneWork = {
  /** A return that somebody deleted is made once more after its record is forgotten: by its own event, or by another key at once. */
  async forgottenReturn(work: Work, chance: Chance) {
    const { same, ask, world } = work
    work.order(order)
    const both = await work.done('desk', wanted('f', order, { A: 1 }), comment('c', order))
    const kept = await work.done('desk', wanted('k', order, { B: 1 }))
    const returnId = both.progress['desk/f']?.returnId ?? 0
    const given = { returnId, orderId: order, note: 'deleted by mistake' }
    same('while it is there', (await ask('record.forget', given)).error?.code, 'conflict')
    deletes(work, returnId)
    // Until it is forgotten it counts, and is known.
    const early = await work.done('desk', wanted('e', order, { A: 2 }))
    same('before', [early.status, early.reason?.code], ['held', 'too_many'])
    same('a replay before', [(await work.again(both.id, 'event.replay')).status, work.made(order)], ['done', ['2:1']])
    const { ok, result } = await ask('record.forget', given)
    same('the answer', [ok, result], [true, { item, keys: ['desk/f'], events: [both.id] }])
    const records = (await world.workflow.records.get(item))?.records ?? {}
    same('what stays', Object.keys(records).toSorted(), ['desk/k', 'desk/k/comment'])
    const event = await world.get(both.id)
    same(
      'what its event knows',
      [event.status, event.progress['desk/f'], event.progress['desk/c']?.done],
      ['done', undefined, true],
    )
    same('what it says', event.history.at(-1), {
      at: world.now(),
      code: 'forgotten',
      kind: 'return',
      id: returnId,
      note: 'deleted by mistake',
    })
    same('others', (await world.get(kept.id)).history.length, kept.history.length)
    same('once more', (await ask('record.forget', given)).error?.code, 'not_found')
    const said = work.said(order).length
    if (chance.hits(0.5)) {
      const end = await work.again(both.id, 'event.replay')
      const made = end.progress['desk/f']?.returnId
      same('made again', [end.status, work.made(order), made !== returnId], ['done', ['2:1', '1:1'], true])
      same('and said', work.said(order).slice(said), [`Return ${made} was created for a request from desk.`])
    } else {
      const end = await work.again(early.id)
      same('the other one', [end.status, work.made(order)], ['done', ['2:1', '1:2']])
    }
  },
  /** An order that is gone: its number is free again, for its own event or another one. */
  async forgottenOrder(work: Work, chance: Chance) {
    const { same, ask, world } = work
    const body = (quantity: number) => ({
      typeId: 1,
      properties: [{ typeId: 7, value: 'NEW' }],
      orderItems: [{ typeId: 1, itemVariationId: 5, quantity }],
    })
    const first = await work.done('desk', { type: 'create-order', key: 'n', body: body(1) })
    const orderId = first.progress['desk/n']?.createdOrderId ?? 0
    const given = { orderId, note: 'gone', ...(chance.hits(0.5) && { externalNumber: 'NEW' }) }
    same('while it is there', (await ask('record.forget', given)).error?.code, 'conflict')
    work.change(orderId, { statusId: 8 })
    same('while it is cancelled', (await ask('record.forget', given)).error?.code, 'conflict')
    const { store } = world.sandbox.world
    deletes(work, orderId)
    const second = await work.done('desk', { type: 'create-order', key: 'm', body: body(2) })
    same('its number before', endOf(second), {
      status: 'held',
      reason: { code: 'possible_duplicate', key: 'desk/m', what: 'number_taken', ids: [orderId], by: first.id },
    })
    same(
      'of another number',
      (await ask('record.forget', { ...given, externalNumber: 'OTHER' })).error?.code,
      'not_found',
    )
    const { ok, result } = await ask('record.forget', given)
    same('the answer', [ok, result?.keys, result?.events], [true, ['desk/n'], [first.id]])
    const isSecond = chance.hits(0.5)
    const end = await work.again(isSecond ? second.id : first.id, isSecond ? 'event.release' : 'event.replay')
    const orders = store.orders.list().filter(({ typeId }) => typeId === 1)
    same('the end', [end.status, orders.map(({ orderItems }) => orderItems[0]?.quantity)], ['done', [isSecond ? 2 : 1]])
  },
}
