import type { Chance } from '../random.ts'
import { endOf, type Work, wanted } from './world.ts'

const order = 10_001
const day = 24 * 60 * 60_000

/** What the returns of an order have left of it (docs/back-office.md 5.6). */
export const leftWork = {
  /** Lines that are tied count first, those that are not for what is left of their article; a cancelled return for nothing. */
  async ofReturns(work: Work, chance: Chance) {
    const { world, same } = work
    const quantities = [1, 2, 3].map(() => chance.between(1, 3))
    // Two lines of one article, and one of another.
    const variations = [100, 100, 200]
    const orderItems = quantities.map((quantity, at) => ({
      ...{
        id: order * 10 + at + 1,
        typeId: 1,
        itemVariationId: variations[at] ?? 0,
        quantity,
        orderItemName: `Line ${at}`,
      },
      properties: [{ typeId: 98, value: `S${at}` }],
    }))
    work.order(order, { orderItems } as never)
    const left = [...quantities]
    const untied: { variation: number; quantity: number }[] = []
    // Of long ago: nobody takes them for the parcel that is reported now.
    const createdAtMs = world.now() - 100 * day
    for (let count = chance.between(0, 3); count > 0; count -= 1) {
      const isCancelled = chance.hits(0.25)
      const items = [0, 1].slice(0, chance.between(1, 2)).map(() => {
        const at = chance.between(0, 2)
        const [quantity, isTied] = [chance.between(1, 2), chance.hits(0.5)]
        if (!isCancelled && isTied) left[at] = Math.max(0, (left[at] ?? 0) - quantity)
        if (!isCancelled && !isTied) untied.push({ variation: variations[at] ?? 0, quantity })
        const references = isTied ? [{ referenceType: 'parent', referenceOrderItemId: order * 10 + at + 1 }] : []
        return { typeId: 1, itemVariationId: variations[at], quantity, references }
      })
      work.putReturn(order, {}, {
        ownerId: 12,
        createdAtMs,
        statusId: isCancelled ? 8 : 9.02,
        orderItems: items,
      } as never)
    }
    for (const one of untied) {
      let open = one.quantity
      for (const [at, variation] of variations.entries()) {
        const used = variation === one.variation ? Math.min(open, left[at] ?? 0) : 0
        left[at] = (left[at] ?? 0) - used
        open -= used
      }
    }
    const pieces = left.flatMap((quantity, at) => (quantity > 0 ? [`${at + 1}:${quantity}`] : []))
    const what = JSON.stringify({ quantities, left })
    const at = chance.between(0, 2)
    const asks = chance.between(1, 3)
    if (chance.hits(0.5)) {
      const event = await work.done('desk', wanted('l', order, 'all'))
      const reason = { code: 'nothing_to_return', orderId: order, what: 'nothing_left' }
      same(`the end of ${what}`, endOf(event), pieces.length > 0 ? { status: 'done' } : { status: 'failed', reason })
      same(`the return of ${what}`, work.made(order), pieces.length > 0 ? [pieces.join()] : [])
      return
    }
    const id = order * 10 + at + 1
    const event = await work.done('desk', {
      type: 'create-return',
      key: 'l',
      order: { id: order },
      lines: [{ orderItemId: id, quantity: asks }],
    })
    const rest = left[at] ?? 0
    if (rest >= asks)
      same(`one line of ${what}`, [endOf(event), work.made(order)], [{ status: 'done' }, [`${at + 1}:${asks}`]])
    else {
      const reason = {
        code: 'too_many',
        key: 'desk/l',
        orderId: order,
        line: 1,
        name: { by: 'orderItemId', id },
        orderItemIds: [id],
        quantity: asks,
        left: rest,
      }
      same(`too many of ${what}`, endOf(event), { status: 'held', reason })
      const nothing = {
        code: 'nothing_to_return',
        orderId: order,
        what: pieces.length > 0 ? 'nothing_asked_for' : 'nothing_left',
      }
      const end = await work.again(event.id)
      same(
        `released of ${what}`,
        [endOf(end), work.made(order)],
        rest > 0 ? [{ status: 'done' }, [`${at + 1}:${rest}`]] : [{ status: 'failed', reason: nothing }, []],
      )
    }
  },
}
