import { describe, expect, it } from 'vitest'
import type { Order, OrderItem } from '../../../lib/back-office/resources/schemas.ts'
import { RetryLater } from '../../../lib/errors.ts'
import type { ReturnFacts } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, aReturn } from '../an-order.ts'
import { planOf, quantities } from './a-plan.ts'

const mug = (id: number, fields: Partial<OrderItem> = {}) => anItem({ id, itemVariationId: 5, quantity: 2, ...fields })

/** A line of a return that names no line of its parent, unless told so. */
const loose = (quantity: number, fields: Partial<OrderItem> = {}) =>
  anItem({ id: 900, itemVariationId: 5, quantity, references: [], ...fields })
const returnOf = (orderItems: OrderItem[], fields: Partial<Order> = {}) => ({ ...aReturn(50, {}, fields), orderItems })

const left = (items: OrderItem[], returns: Order[], returnedByUs: ReturnFacts['returnedByUs'] = new Map()) =>
  quantities(planOf(items, 'all', { returns, returnedByUs }))

const parent = (referenceOrderItemId: number, referenceType = 'parent') => [{ referenceType, referenceOrderItemId }]
const byUs = (orderItemId: number, quantity: number, id = 50) => new Map([[id, [{ orderItemId, quantity }]]])

describe('a line of a return that is tied to no line of the order', () => {
  it.each([
    ['shows no references', null],
    ['has none', []],
    ['refers to a line of the order as something else', parent(1, 'child')],
    ['refers to a line that the order does not have', parent(99)],
  ])('counts for its article where it %s', (_title, references) => {
    expect(left([mug(1), anItem({ id: 2 })], [returnOf([loose(2, { references })])])).toEqual({ 2: 1 })
    expect(left([mug(1)], [returnOf([loose(2, { references })])])).toBe('nothing_to_return')
  })

  const two = [mug(1), mug(2)]
  const three = [...two, anItem({ id: 3 })]
  const component = { typeId: 3 }
  const mixed = [mug(1, component), mug(2)]
  const tied = returnOf([loose(2, { references: parent(1) })], { id: 51 })
  it.each<[title: string, items: OrderItem[], returns: Order[], expected: unknown, byUs?: ReturnType<typeof byUs>]>([
    ['for the lines of its article one after the other', three, [returnOf([loose(1)])], { 1: 1, 2: 2, 3: 1 }],
    ['for the next line of its article', three, [returnOf([loose(3)])], { 2: 1, 3: 1 }],
    ['for no line of another article', three, [returnOf([loose(9)])], { 3: 1 }],
    ['for what tied lines leave, whatever is listed first', two, [returnOf([loose(2)]), tied], 'nothing_to_return'],
    ['for what a return that we know leaves', two, [returnOf([loose(2)])], 'nothing_to_return', byUs(1, 2, 51)],
    ['for lines of its own type before others', mixed, [returnOf([loose(2)])], { 1: 2 }],
    ['for components before others as one of these', mixed, [returnOf([loose(2, component)])], { 2: 2 }],
    ['for the line that the bridge knows to have returned', two, [returnOf([loose(2)])], { 1: 2 }, byUs(2, 2)],
    ['for no order without its article', [mug(1)], [returnOf([loose(2, { itemVariationId: 6 })])], { 1: 2 }],
    ['for no other lines', [mug(1, { typeId: 4 }), mug(2)], [returnOf([loose(2, { typeId: 4 })])], 'nothing_to_return'],
    ['for nothing once its return is cancelled', [mug(1)], [returnOf([loose(2)], { statusId: 8.1 })], { 1: 2 }],
    ['for nothing once ours is cancelled', [mug(1)], [returnOf([loose(2)], { statusId: 8 })], { 1: 2 }, byUs(1, 2)],
  ])('counts %s', (_title, items, returns, expected, ours) => {
    expect(left(items, returns, ours)).toEqual(expected)
  })

  it('counts for nothing where it is tied to a line of another order, which the return takes back too', () => {
    const of = (...ids: number[]) => ids.map((referenceOrderId) => ({ referenceType: 'parent', referenceOrderId }))
    const tied = loose(2, { references: parent(99) })
    expect(left([mug(1)], [returnOf([tied], { orderReferences: of(10_001, 10_002) })])).toEqual({ 1: 2 })
    expect(left([mug(1)], [returnOf([loose(2)], { orderReferences: of(10_001, 10_002) })])).toBe('nothing_to_return')
    expect(left([mug(1)], [returnOf([tied], { orderReferences: of(10_001, 10_001) })])).toBe('nothing_to_return')
  })
})

describe('a return that does not show what it holds', () => {
  it('is read again later', () => {
    const article = () => left([mug(1)], [returnOf([loose(2, { itemVariationId: null })])])
    expect(article).toThrow(RetryLater)
    expect(article).toThrow('which article line 900 of return 50 is')
    const lines = () => left([mug(1)], [{ ...aReturn(50, {}), orderItems: null }])
    expect(lines).toThrow(RetryLater)
    expect(lines).toThrow('the lines of return 50')
  })

  it('does not matter where that is cancelled, a line of shipping costs, or tied to its line', () => {
    const hidden = { itemVariationId: null }
    expect(left([mug(1)], [{ ...aReturn(50, {}, { statusId: 8 }), orderItems: null }])).toEqual({ 1: 2 })
    expect(left([mug(1)], [returnOf([loose(1, { ...hidden, typeId: 6 })])])).toEqual({ 1: 2 })
    expect(left([mug(1)], [returnOf([loose(1, { ...hidden, references: parent(1) })])])).toEqual({ 1: 1 })
  })

  it('does not matter for a request that ends anyhow', () => {
    const returns = [{ ...aReturn(50, {}), orderItems: null }]
    expect(quantities(planOf([mug(1)], 'all', { returns, parent: aReturn(10_001, { 1: 2 }) }))).toBe(
      'not_a_sales_order',
    )
  })
})

describe('a line of a return with a negative quantity', () => {
  it.each([
    ['tied', parent(1)],
    ['loose', []],
  ])('does not raise what is left: %s', (_title, references) => {
    const before = loose(1, { references: parent(1) })
    expect(left([mug(1)], [returnOf([loose(-5, { references })])])).toEqual({ 1: 2 })
    expect(left([mug(1)], [returnOf([before, loose(-5, { references })])])).toEqual({ 1: 1 })
  })
})
