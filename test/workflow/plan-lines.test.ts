import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineRef } from '../../lib/commands.ts'
import { planReturn, type ReturnFacts } from '../../lib/workflow/plan-return/plan-return.ts'
import { facts, planOf, quantities, sentence } from './a-plan.ts'
import { anItem, anOrder, aReturn } from './an-order.ts'

const mug = anItem({ id: 1, sku: 'MUG', quantity: 2 })
const pot = anItem({ id: 2, sku: 'POT' })
const shipping = anItem({ id: 3, typeId: 6 })
const items = [mug, pot, shipping]

describe('a plan that ends', () => {
  const out = (whys: Record<number, string>) =>
    Object.entries(whys).map(([id, why]) => ({ orderItemId: Number(id), included: false, quantity: 0, why }))
  const shippingWhy = 'shipping costs are not returned'
  const cannot = 'but the request as a whole cannot be fulfilled'

  it.each<[string, LineRef[] | 'all', Partial<ReturnFacts>, string, Record<number, string>]>([
    [
      'a line that is unknown before one that is there',
      [
        { sku: 'VASE', quantity: 1 },
        { sku: 'POT', quantity: 1, reason: 'defective' },
      ],
      {},
      'line_unknown',
      { 1: 'not asked for', 2: `named by its SKU (1), ${cannot}`, 3: shippingWhy },
    ],
    [
      'too many pieces',
      [{ orderItemId: 1, quantity: 5 }],
      {},
      'too_many',
      { 1: `named by its order item id 1 (2), ${cannot}`, 2: 'not asked for', 3: shippingWhy },
    ],
    [
      'pieces of which none is left',
      [
        { sku: 'POT', quantity: 1 },
        { sku: 'MUG', quantity: 1 },
      ],
      { returns: [aReturn(50, { 2: 1 })] },
      'too_many',
      {
        1: `named by its SKU (1), ${cannot}`,
        2: 'named by its SKU, but nothing of it is left to return',
        3: shippingWhy,
      },
    ],
    [
      'nothing left at all',
      'all',
      { returns: [aReturn(50, { 1: 2, 2: 1 })] },
      'nothing_to_return',
      { 1: 'nothing of it is left to return', 2: 'nothing of it is left to return', 3: shippingWhy },
    ],
    [
      'an order without addresses',
      'all',
      { parent: anOrder({ orderItems: items, addressRelations: [] }) },
      'addresses_missing',
      { 1: `all lines are returned (2), ${cannot}`, 2: `all lines are returned (1), ${cannot}`, 3: shippingWhy },
    ],
    [
      'a return',
      [{ sku: 'MUG', quantity: 1 }],
      { parent: anOrder({ orderItems: items, typeId: 3 }) },
      'not_a_sales_order',
      { 1: `named by its SKU (1), ${cannot}`, 2: 'not asked for', 3: shippingWhy },
    ],
    [
      'a cancelled order',
      'all',
      { parent: anOrder({ orderItems: items, statusId: 8 }) },
      'order_cancelled',
      { 1: `all lines are returned (2), ${cannot}`, 2: `all lines are returned (1), ${cannot}`, 3: shippingWhy },
    ],
  ])('explains every line and includes none: %s', (_title, lines, fields, code, whys) => {
    const plan = planOf(items, lines, fields)
    expect(quantities(plan)).toBe(code)
    expect(plan.lines).toEqual(out(whys))
  })

  it('has no lines only where the order showed none', () => {
    expect(planReturn({ lines: 'all' }, facts({ parent: anOrder({ typeId: 3, orderItems: null }) })).lines).toEqual([])
  })

  it('is explained also where the order it refuses was not shown whole', () => {
    const hidden = { ...mug, orderItemName: null }
    const plan = planOf([], [{ name: 'Mug', quantity: 1 }], { parent: anOrder({ orderItems: [hidden], statusId: 8 }) })
    expect([quantities(plan), plan.lines]).toEqual(['order_cancelled', out({ 1: 'not asked for' })])
  })

  it('tells the first line of the request that does not fit, whatever was looked at first', () => {
    const tooMany: LineRef = { sku: 'MUG', quantity: 9 }
    const unknown: LineRef = { orderItemId: 99, quantity: 1 }
    expect(quantities(planOf(items, [tooMany, unknown]))).toBe('too_many')
    expect(quantities(planOf(items, [unknown, tooMany]))).toBe('line_unknown')
    expect(quantities(planOf(items, [tooMany, unknown], { waived: ['too_many'] }))).toBe('line_unknown')
  })
})

describe('the sentence of a plan that returns nothing', () => {
  const returns = [aReturn(50, { 1: 2 })]
  it.each([
    ['nothing is left', planOf([mug], 'all', { returns }), 'Order 10001 has no line with pieces left to return.'],
    ['nothing can be returned', planOf([shipping], 'all'), 'Order 10001 has no line that can be returned.'],
    [
      'nothing that a release asks for is left',
      planOf(items, [{ sku: 'MUG', quantity: 1 }], { returns, waived: ['too_many'] }),
      'Nothing that was asked for is left to return of order 10001.',
    ],
  ])('is true where %s', (_title, plan, text) => {
    expect([quantities(plan), sentence(plan)]).toEqual(['nothing_to_return', text])
  })

  it('names lines by their ids, and not without end', () => {
    const many = Array.from({ length: 25 }, (_, at) => anItem({ id: at + 1, sku: 'T' }))
    const ids = Array.from({ length: 20 }, (_, at) => at + 1).join(', ')
    expect(sentence(planOf(many, [{ sku: 'T', quantity: 26 }]))).toContain(
      `(order item ${ids}, ...), but only 25 are left`,
    )
  })
})

describe('whatever the order and the request', () => {
  const quantity = fc.constantFrom(0.5, 1, 2, 3)
  /** Bundles by reference, so that what belongs to which can be read from the order itself. */
  const item = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    typeId: fc.constantFrom(1, 2, 3),
    itemVariationId: fc.integer({ min: 1, max: 3 }),
    quantity: fc.constantFrom(1, 2, 4),
    sku: fc.constantFrom('A', 'B'),
    references: fc
      .integer({ min: 1, max: 4 })
      .map((referenceOrderItemId) => [{ referenceType: 'bundle', referenceOrderItemId }]),
  })
  const order = fc.uniqueArray(item, { selector: ({ id }) => id, minLength: 1, maxLength: 8 })
  const line = fc.oneof(
    fc.record({ orderItemId: fc.integer({ min: 1, max: 9 }), quantity }),
    fc.record({ itemVariationId: fc.integer({ min: 1, max: 3 }), quantity }),
    fc.record({ sku: fc.constantFrom('A', 'B'), quantity }),
  )
  const request = fc.oneof(fc.constant('all' as const), fc.array(line, { minLength: 1, maxLength: 3 }))
  const returned = fc.dictionary(fc.integer({ min: 1, max: 9 }).map(String), quantity, { maxKeys: 2 })

  type Drawn = Parameters<typeof anItem>[0] & { typeId: number; quantity: number; itemVariationId: number }
  /** What a name means, by the words of the documentation alone. */
  const meant = (drawn: readonly Drawn[], named: LineRef): Drawn[] => {
    if ('orderItemId' in named) return drawn.filter(({ id }) => id === named.orderItemId)
    if ('itemVariationId' in named) {
      return drawn.filter(({ itemVariationId }) => itemVariationId === named.itemVariationId)
    }
    const found = drawn.filter(({ sku }) => 'sku' in named && sku === named.sku)
    const own = found.filter(({ typeId }) => typeId !== 3)
    return own.length > 0 ? own : found
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

  it('returns all that is asked for or nothing, and each bundle with its share of what is left', () => {
    let planned = 0
    fc.assert(
      fc.property(order, request, returned, fc.boolean(), (drawn, lines, before, isReleased) => {
        const waived = isReleased ? ['too_many'] : []
        const plan = planOf(drawn.map(anItem), lines, { returns: [aReturn(50, before)], waived })
        expect(plan.lines.map(({ orderItemId }) => orderItemId)).toEqual(drawn.map(({ id }) => id))
        const sent = 'body' in plan ? plan.returnLines : []
        expect(plan.lines.flatMap((one) => (one.included ? [one.orderItemId] : []))).toEqual(
          sent.map(({ orderItemId }) => orderItemId),
        )
        if ('ending' in plan) return
        planned += 1
        const taken = (id: number) => sent.find((one) => one.orderItemId === id)?.quantity ?? 0
        const left = (one: Drawn) => Math.max(0, one.quantity - (before[String(one.id)] ?? 0))
        const wanted: readonly LineRef[] =
          lines === 'all' ? drawn.map(({ id, quantity }) => ({ orderItemId: id, quantity })) : lines
        const mayBeShort = lines === 'all' || isReleased
        for (const named of wanted) {
          const those = meant(drawn, named)
          const isAll = those.every((one) => taken(one.id) >= left(one) - 1e-6)
          if (!(mayBeShort && isAll))
            expect(sum(those.map(({ id }) => taken(id)))).toBeGreaterThanOrEqual(named.quantity)
        }
        const all = wanted.flatMap((named) => meant(drawn, named))
        if (!mayBeShort && all.every(({ typeId }) => typeId !== 3)) {
          const own = drawn.filter(({ typeId }) => typeId !== 3)
          expect(sum(own.map(({ id }) => taken(id)))).toBeCloseTo(sum(wanted.map((named) => named.quantity)), 5)
        }
        for (const part of drawn.filter(({ typeId }) => typeId === 3)) {
          const master = drawn.find(({ id, typeId }) => typeId === 2 && id === part.references[0]?.referenceOrderItemId)
          const share = master ? (taken(master.id) * part.quantity) / master.quantity : 0
          expect(taken(part.id)).toBeGreaterThanOrEqual(Math.min(share, left(part)) - 1e-5)
        }
      }),
      { numRuns: 500 },
    )
    expect(planned).toBeGreaterThan(100)
  })
})
