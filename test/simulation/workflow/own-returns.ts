import type { Chance } from '../random.ts'
import { endOf, type Work, wanted } from './world.ts'

const order = 10_001

/** Returns of the bridge itself, as lists show them or do not. */
export const ownReturnWork = {
  /** A return of ours counts until a list shows that it is cancelled. */
  async notListed(work: Work, chance: Chance) {
    const { same, rules } = work
    work.order(order)
    const first = (await work.done('desk', wanted('f', order, { A: 2 }))).progress['desk/f']?.returnId ?? 0
    const isCancelled = chance.hits(0.5)
    if (isCancelled) work.change(first, { statusId: 8 })
    let isHidden = true
    rules.push(async ({ line }, real) => {
      if (!isHidden || !line.startsWith('GET /rest/orders?')) return undefined
      const page = (await (await real()).json()) as { entries: { id: number }[] }
      return Response.json({ ...page, entries: page.entries.filter(({ id }) => id !== first) })
    })
    const held = await work.done('desk', wanted('s', order, { A: 1, B: 1 }))
    const reason = {
      code: 'too_many',
      key: 'desk/s',
      orderId: order,
      line: 1,
      name: { by: 'sku' },
      orderItemIds: [order * 10 + 1],
      quantity: 1,
      left: 0,
    }
    same('what no list shows', endOf(held), { status: 'held', reason })
    same('what is left', endOf(await work.done('desk', wanted('c', order, { C: 1 }))), { status: 'done' })
    isHidden = false
    const end = await work.again(held.id, 'event.replay')
    const made = work.made(order)
    same('once it is listed', endOf(end), isCancelled ? { status: 'done' } : { status: 'held', reason })
    same('the returns', made, isCancelled ? ['3:1', '1:1,2:1'] : ['1:2', '3:1'])
  },
  /** A return of ours whose lines name none counts for those that it was made of. */
  async ownUntied(work: Work, chance: Chance) {
    const { same, rules } = work
    const line = (at: number) => ({
      id: order * 10 + at,
      typeId: 1,
      itemVariationId: 100,
      quantity: 4,
      orderItemName: 'One',
    })
    work.order(order, { orderItems: [line(1), line(2), line(3)] } as never)
    const ask = (key: string, at: number, quantity: number) => ({
      ...{ type: 'create-return', key, order: { id: order }, lines: [{ orderItemId: order * 10 + at, quantity }] },
    })
    const at = chance.between(1, 3)
    await work.done('desk', ask('f', at, 4))
    rules.push(async ({ line: asked }, real) => {
      if (!asked.startsWith('GET /rest/orders') || asked.startsWith(`GET /rest/orders/${order}?`)) return undefined
      const text = await (await real()).text()
      return new Response(text.replaceAll(/"references":\[[^\]]*\]/g, '"references":[]'), {
        headers: { 'content-type': 'application/json' },
      })
    })
    for (const other of [1, 2, 3]) {
      const event = await work.done('desk', ask(`s${other}`, other, other))
      const reason = {
        code: 'too_many',
        key: `desk/s${other}`,
        orderId: order,
        line: 1,
        name: { by: 'orderItemId', id: order * 10 + other },
        orderItemIds: [order * 10 + other],
        quantity: other,
        left: 0,
      }
      if (other === at) same(`line ${other} beside ${at}`, endOf(event), { status: 'held', reason })
      else same(`line ${other} beside ${at}`, endOf(event), { status: 'done' })
    }
  },
}
