import type { Chance } from '../random.ts'
import { reportsOf } from './reports.ts'
import { endOf, type Work } from './world.ts'

const order = 10_001
const day = 24 * 60 * 60_000
const line = order * 10 + 1

/** The same lines under other keys. */
export const duplicateWork = {
  /** Each earlier request is a question of its own, the oldest first; a release answers exactly one. */
  async duplicates(work: Work, chance: Chance) {
    const { same, world } = work
    const quantity = chance.between(2, 4)
    work.order(order)
    const items = (world.sandbox.world.store.orders.get(order)?.orderItems ?? []).map((item, at) =>
      at === 0 ? { ...item, quantity } : item,
    )
    work.change(order, { orderItems: items })
    const { form } = reportsOf(work)
    const before: string[] = []
    for (let at = 1; at <= 3; at += 1) {
      let event = await form(1)
      for (const by of before) {
        const reason = { code: 'possible_duplicate', key: `form/p${at}`, what: 'same_lines', orderId: order, by }
        same(`the question of ${at} about ${by}`, endOf(event), { status: 'held', reason })
        event = await work.again(event.id)
      }
      if (at <= quantity)
        same(`the end of ${at}`, [event.status, work.made(order)], ['done', Array.from({ length: at }, () => '1:1')])
      else {
        const facts = {
          key: `form/p${at}`,
          orderId: order,
          line: 1,
          name: { by: 'sku' },
          orderItemIds: [line],
          quantity: 1,
          left: 0,
        }
        same('one too many', endOf(event), { status: 'held', reason: { code: 'too_many', ...facts } })
        same('nothing is left', endOf(await work.again(event.id)), {
          status: 'failed',
          reason: { code: 'nothing_to_return', orderId: order, what: 'nothing_asked_for' },
        })
      }
      before.push(event.id)
    }
    if (quantity !== 4) return
    const isOver = chance.hits(0.5)
    await world.advance(7 * day + (isOver ? 1 : -1) * 3_600_000)
    const late = await form(1)
    same('the window', [late.status, work.made(order).length], isOver ? ['done', 4] : ['held', 3])
  },
}
