import { describe, expect, it } from 'vitest'
import type { LineRef } from '../../lib/commands.ts'
import { planReturn, type ReturnFacts } from '../../lib/workflow/plan-return.ts'
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
