import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../lib/back-office/resources/schemas.ts'
import type { LineRef } from '../../../lib/commands.ts'
import type { LineTaken, LineWhy } from '../../../lib/workflow/plan-return/line-why.ts'
import { planReturn, type ReturnFacts } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, anOrder, aReturn } from '../an-order.ts'
import { asked, facts, planOf, quantities, reasonOf } from './a-plan.ts'

const mug = anItem({ id: 1, sku: 'MUG', quantity: 2 })
const pot = anItem({ id: 2, sku: 'POT' })
const shipping = anItem({ id: 3, typeId: 6 })
const items = [mug, pot, shipping]

describe('a plan that ends', () => {
  const out = (whys: Record<number, LineWhy>) =>
    Object.entries(whys).map(([id, why]) => ({ orderItemId: Number(id), included: false, quantity: 0, why }))
  const shippingWhy: LineWhy = { code: 'type_not_returned', typeId: 6, kind: 'shippingCosts' }
  const notAsked: LineWhy = { code: 'not_asked_for' }
  const bySku = { code: 'named', name: { by: 'sku' } } as const
  const all = { code: 'all_lines' } as const
  const noneLeft: LineWhy = { code: 'nothing_left' }
  const unfulfilled = (by: LineTaken, quantity: number): LineWhy => ({
    code: 'request_unfulfilled',
    asked: by,
    quantity,
  })
  const bothUnfulfilled = [unfulfilled(all, 2), unfulfilled(all, 1)]
  const order = (fields: Partial<Order>) => ({ parent: anOrder({ orderItems: items, ...fields }) })

  it.each<[string, string, Partial<ReturnFacts>, string, whys: LineWhy[]]>([
    ['an unknown line before another', 'VASE, POT (defective)', {}, 'line_unknown', [notAsked, unfulfilled(bySku, 1)]],
    [
      'too many pieces',
      '#1 x5',
      {},
      'too_many',
      [unfulfilled({ code: 'named', name: { by: 'orderItemId', id: 1 } }, 2), notAsked],
    ],
    [
      'pieces of which none is left',
      'POT, MUG',
      { returns: [aReturn(50, { 2: 1 })] },
      'too_many',
      [unfulfilled(bySku, 1), { code: 'nothing_left', asked: bySku }],
    ],
    ['nothing left', 'all', { returns: [aReturn(50, { 1: 2, 2: 1 })] }, 'nothing_to_return', [noneLeft, noneLeft]],
    ['an order without addresses', 'all', order({ addressRelations: [] }), 'addresses_missing', bothUnfulfilled],
    ['a return', 'MUG', order({ typeId: 3 }), 'not_a_sales_order', [unfulfilled(bySku, 1), notAsked]],
    ['a cancelled order', 'all', order({ statusId: 8 }), 'order_cancelled', bothUnfulfilled],
  ])('explains every line and includes none: %s', (_title, request, fields, code, [first, second]) => {
    const plan = planOf(items, request === 'all' ? 'all' : asked(request), fields)
    expect(quantities(plan)).toBe(code)
    expect(plan.lines).toEqual(out({ 1: first as LineWhy, 2: second as LineWhy, 3: shippingWhy }))
  })

  it('has no lines only where the order showed none', () => {
    expect(planReturn({ lines: 'all' }, facts({ parent: anOrder({ typeId: 3, orderItems: null }) })).lines).toEqual([])
  })

  it('is explained also where the order it refuses was not shown whole', () => {
    const hidden = { ...mug, orderItemName: null }
    const plan = planOf([], [{ name: 'Mug', quantity: 1 }], { parent: anOrder({ orderItems: [hidden], statusId: 8 }) })
    expect([quantities(plan), plan.lines]).toEqual(['order_cancelled', out({ 1: notAsked })])
  })

  it('names the first line of the request that does not fit, whatever was looked at first', () => {
    expect(quantities(planOf(items, asked('MUG x9, #99')))).toBe('too_many')
    expect(quantities(planOf(items, asked('#99, MUG x9')))).toBe('line_unknown')
    expect(quantities(planOf(items, asked('MUG x9, #99'), { isCapped: true }))).toBe('line_unknown')
  })
})

describe('the reason of a plan that returns nothing', () => {
  const returns = [aReturn(50, { 1: 2 })]
  it.each([
    ['nothing is left', planOf([mug], 'all', { returns }), 'nothing_left'],
    ['nothing can be returned', planOf([shipping], 'all'), 'no_line'],
    ['nothing of a release is left', planOf(items, asked('MUG'), { returns, isCapped: true }), 'nothing_asked_for'],
  ])('says what is not there where %s', (_title, plan, what) => {
    expect(reasonOf(plan)).toEqual({ code: 'nothing_to_return', orderId: 10_001, what })
  })

  it('names lines by their ids, and not without end', () => {
    const many = Array.from({ length: 25 }, (_, at) => anItem({ id: at + 1, sku: 'T' }))
    expect(reasonOf(planOf(many, [{ sku: 'T', quantity: 26 }]))).toEqual({
      ...{ code: 'too_many', key: 'standard/1', orderId: 10_001, line: 1, name: { by: 'sku' } },
      orderItemIds: Array.from({ length: 20 }, (_, at) => at + 1),
      ...{ quantity: 26, left: 25 },
    })
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
    if ('itemVariationId' in named)
      return drawn.filter(({ itemVariationId }) => itemVariationId === named.itemVariationId)
    const found = drawn.filter(({ sku }) => 'sku' in named && sku === named.sku)
    const own = found.filter(({ typeId }) => typeId !== 3)
    return own.length > 0 ? own : found
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

  it('returns all that is asked for or nothing, and each bundle with its share of what is left', () => {
    let planned = 0
    fc.assert(
      fc.property(order, request, returned, fc.boolean(), (drawn, lines, before, isReleased) => {
        const plan = planOf(drawn.map(anItem), lines, { returns: [aReturn(50, before)], isCapped: isReleased })
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
