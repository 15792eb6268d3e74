import { asked, created, flowFact, flowOrders, goodsOf, internal, isDone } from './flow-draw.ts'
import type { Course } from './flow-fact.ts'
import type { WideDraw } from './wide-draw.ts'
import type { WantedLine, WideFact, WideLine, WideOrder } from './wide-fact.ts'

const sku = 'W-DOUBLE'

/** An order with one bundle on two lines and an article beside them; the components name no bundle. */
function twoBundles(draw: WideDraw) {
  const [order] = flowOrders(draw, 1) as [WideOrder]
  const base = order.id * 100
  const line = (index: number, part: Partial<WideLine>): WideLine => ({
    ...{
      id: base + index,
      typeId: 1,
      variationId: order.id * 10 + index,
      quantity: 1,
      name: `Part ${index} of ${order.id}`,
    },
    ...part,
  })
  const first = line(1, { typeId: 2, quantity: 2, sku })
  const firstA = line(2, { typeId: 3, quantity: 2, sku })
  const firstB = line(3, { typeId: 3, quantity: 6, sku })
  const second = line(4, { typeId: 2, quantity: 1, sku, variationId: first.variationId })
  const secondA = line(5, { typeId: 3, quantity: 1, sku, variationId: firstA.variationId })
  const secondB = line(6, { typeId: 3, quantity: 3, sku, variationId: firstB.variationId })
  const single = line(7, { quantity: 2, sku: 'W-SINGLE', variationId: firstA.variationId })
  const other = line(8, { quantity: 2, sku: 'W-OTHER', name: firstB.name })
  order.lines = [first, firstA, firstB, second, secondA, secondB, single, other]
  return { order, lines: { first, firstA, firstB, second, secondA, secondB, single, other } }
}

export const bundleFlows = {
  /** Which lines a name takes: bundles with all their components, the ordinary line first, never a part of what was asked for. */
  bundles(draw: WideDraw): WideFact {
    const { order, lines } = twoBundles(draw)
    const { first, firstA, firstB, second, secondA, secondB, single, other } = lines
    const take = (one: WideLine, quantity: number, reason = '1'): WantedLine => ({ ...goodsOf(one, quantity), reason })
    const variation = (one: WideLine) => ({ itemVariationId: one.variationId })
    const fails = (code: string, facts: object): Course => ({
      ending: { status: 'failed', code, facts: { orderId: order.id, ...facts } },
    })
    const cases: { asks: object[]; goods?: WantedLine[]; course?: Course; reasons?: string[] }[] = [
      // The share of one bundle; then the second line as well.
      { asks: [{ sku, quantity: 1 }], goods: [take(first, 1), take(firstA, 1), take(firstB, 3)] },
      {
        asks: [{ sku: sku.toLowerCase(), quantity: 3 }],
        goods: [take(first, 2), take(firstA, 2), take(firstB, 6), take(second, 1), take(secondA, 1), take(secondB, 3)],
      },
      // A component that is named beside its bundle is the one that the bundle brings; its own reason comes after that of the bundle.
      {
        asks: [
          { ...variation(firstB), quantity: 3, reason: 'defective' },
          { sku, quantity: 1, reason: 'wrong item' },
        ],
        goods: [take(first, 1, '4'), take(firstA, 1, '4'), take(firstB, 3, '2')],
        reasons: ['defective', 'wrong item'],
      },
      // No bundle is broken while an ordinary line is left.
      { asks: [{ ...variation(single), quantity: 2 }], goods: [take(single, 2)] },
      { asks: [{ ...variation(single), quantity: 3 }], goods: [take(single, 2), take(firstA, 1)] },
      { asks: [{ orderItemId: secondA.id, quantity: 1 }], goods: [take(secondA, 1)] },
      // By name: the ordinary line, which shares it with components, is meant.
      { asks: [{ name: ` ${other.name.toUpperCase()} `, quantity: 2 }], goods: [take(other, 2)] },
      // The most specific name is filled first.
      {
        asks: [
          { sku: 'w-single', quantity: 1, reason: 'wrong item' },
          { orderItemId: single.id, quantity: 1, reason: 'defective' },
        ],
        goods: [take(single, 2, '4')],
        reasons: ['wrong item', 'defective'],
      },
      {
        asks: [
          { sku: 'W-OTHER', quantity: 1 },
          { sku: 'W-SINGLE-X', quantity: 1 },
        ],
        course: fails('line_unknown', { line: 2, orderItemIds: [] }),
      },
    ]
    const { asks, goods, course = isDone, reasons = [] } = draw.chance.pick(cases)
    const said = reasons.length > 0 ? ['Reason:', `> ${reasons.join(', ')}`] : []
    const comment = internal('Return {return} was created for a request from w-desk.', ...said)
    return flowFact('lines of bundles', {
      ...{ orders: [order], courses: [course] },
      deliveries: [
        asked(draw, 'bundles', [
          { type: 'create-return', key: `bundles-${draw.at}`, order: { id: order.id }, lines: asks },
        ]),
      ],
      wanted: goods ? [{ order, goods, comments: [comment] }] : [],
    })
  },
  /** As many reasons as a comment has room for, up to the last character. */
  reasons(draw: WideDraw): WideFact {
    const { order, lines } = twoBundles(draw)
    const { firstA, single, other } = lines
    const isFitting = draw.chance.hits(0.5)
    const words = ['a', 'b', 'c', 'd', 'e'].map((letter, at) => letter.repeat(at < 4 ? 200 : isFitting ? 192 : 193))
    const ids = [single, single, other, other, firstA].map((one) => one.id)
    const asks = ids.map((orderItemId, at) => ({ orderItemId, quantity: 1, reason: words[at] }))
    const shown = isFitting ? words.join(', ') : `${words.slice(0, 4).join(', ')}, and 1 more`
    const goods = [goodsOf(firstA, 1), goodsOf(single, 2), goodsOf(other, 2)]
    return flowFact('as many reasons as fit', {
      ...{ orders: [order], courses: [isDone] },
      deliveries: [
        asked(draw, 'reasons', [
          { type: 'create-return', key: `reasons-${draw.at}`, order: { id: order.id }, lines: asks },
        ]),
      ],
      wanted: [{ order, goods, comments: [internal(...created().lines, 'Reason:', `> ${shown}`)] }],
    })
  },
}
