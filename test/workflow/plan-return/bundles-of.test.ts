import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { OrderItem } from '../../../lib/back-office/resources/schemas.ts'
import { bundlesOf, toPlanItem } from '../../../lib/workflow/plan-return/plan-items.ts'
import { anItem, aReturn } from '../an-order.ts'
import { asked, itemsOf, planned, planOf, quantities } from './a-plan.ts'

/** Of the components in `itemsOf` those of one last digit are the same article here. */
const byDigit = (item: OrderItem): OrderItem => ({
  ...item,
  itemVariationId: item.typeId === 2 ? 100 : 100 + (item.id % 10),
})
const lines = (text: string): OrderItem[] => itemsOf(text).map(byDigit)
const ofMaster = (id: number | undefined) =>
  id === undefined ? {} : { references: [{ referenceType: 'bundle', referenceOrderItemId: id }] }
const bundles = (items: readonly OrderItem[]) =>
  Object.fromEntries(
    [...bundlesOf(items.map((item) => toPlanItem(item, constantsWith())))].map(([id, { id: of }]) => [id, of]),
  )

describe('the bundle of a component', () => {
  it.each([
    ['by its reference', '10b A, 20b A, 11c A >20', { 11: 20 }],
    ['by its reference, also where another shares its SKU', '10b A, 20b B, 11c B >10', { 11: 10 }],
    ['by the SKU where it refers to no bundle of the order', '10b A, 20b B, 11c A >99', { 11: 10 }],
    ['by the SKU where it refers to another component', '10b A, 20b B, 12c A, 11c A >12', { 12: 10, 11: 10 }],
    ['one by reference, another by SKU', '10b A, 11c X >10, 12c A, 20b B', { 11: 10, 12: 10 }],
    ['dealt in turn: masters first', '10b A, 20b A, 11c A, 21c A', { 11: 10, 21: 20 }],
    ['dealt in turn: components first', '11c A, 10b A, 21c A, 20b A', { 11: 10, 21: 20 }],
    ['in turn: two articles each', '10b A, 20b A, 11c A, 12c A, 21c A, 22c A', { 11: 10, 12: 10, 21: 20, 22: 20 }],
    ['by the place where they cannot be dealt', '10b A, 11c A, 20b A, 21c A, 22c A', { 11: 10, 21: 20, 22: 20 }],
    ['the first of its SKU where none stands before it', '30b B, 11c A, 12c A, 10b A, 20b A', { 11: 10, 12: 10 }],
    ['the one before it where none has its SKU', '10b A, 11c X, 20b B, 21c Y', { 11: 10, 21: 20 }],
    ['the first where none has its SKU or stands before it', '11c X, 10b A, 20b B', { 11: 10 }],
    ['the one before it where it has no SKU', '10b, 11c, 20b A, 21c', { 11: 10, 21: 20 }],
    ['none where the order has no bundle', '11c A', {}],
  ])('is found: %s', (_title, order, expected) => {
    expect(bundles(lines(order))).toEqual(expected)
  })

  it.each(['11c A', '11c A >10', '11c >10'])(
    'is not found if the bundle cannot be returned, whether named by reference, by SKU or by place: %s',
    (own) => {
      const phantom = { ...anItem({ id: 10, typeId: 2, sku: 'A' }), itemVariationId: 0 }
      expect(bundles([phantom, ...lines(own)])).toEqual({})
      expect(bundles([phantom, ...lines(`20b B, ${own}`)])).toEqual({})
      expect(bundles([...lines('20b B, 21c B'), phantom, ...lines('11c')])).toEqual({ 21: 20 })
    },
  )

  it('is not found if the component names a line that is no bundle', () => {
    expect(bundles(lines('5, 20b B, 21c B, 12c >5, 13c C >99'))).toEqual({ 21: 20 })
  })

  it('is exactly one for each component that names none which is not there, whatever its lines show', () => {
    const sku = fc.option(fc.constantFrom('A', 'a ', 'B', ' '), { nil: undefined })
    const refersTo = fc.option(fc.constantFrom(10, 20, 99), { nil: undefined })
    const line = fc.tuple(fc.integer({ min: 10, max: 39 }), sku, refersTo)
    const told = fc.uniqueArray(line, { selector: ([id]) => id, minLength: 1, maxLength: 9 })
    const plain = (text: string | undefined) => text?.trim().toLowerCase()
    fc.assert(
      fc.property(told, (drawn) => {
        const masters = drawn.filter(([id]) => id % 10 === 0)
        const components = drawn.filter(([id]) => id % 10 !== 0)
        const hasOne = ([, own, named]: (typeof drawn)[number]) =>
          named === undefined ||
          masters.some(([id, shared]) => id === named || (plain(own) && plain(own) === plain(shared)))
        const expected = masters.length > 0 ? components.filter(hasOne).map(([id]) => id) : []
        const items = drawn.map(([id, sku, master]) =>
          anItem({ id, typeId: id % 10 === 0 ? 2 : 3, ...(sku && { sku }), ...ofMaster(master) }),
        )
        const found = bundles(items.map(byDigit))
        expect(Object.keys(found).map(Number)).toEqual(expected.toSorted((one, other) => one - other))
        for (const master of Object.values(found)) expect(masters.map(([id]) => id)).toContain(master)
      }),
    )
  })
})

describe('a bundle that is returned', () => {
  const garden = '10b SET x2, 11c SET x2, 12c SET x8, 13 POT'
  const twice = '10b SET @9, 20b SET @9, 11c SET @1, 21c SET @1'

  it.each([
    ['in scaled quantities, by the shared SKU', garden, 'SET', { 10: 1, 11: 1, 12: 4 }],
    ['whole with all', garden, 'all', { 10: 2, 11: 2, 12: 8, 13: 1 }],
    ['and covers one that is named beside it', garden, 'SET, #12 x4', { 10: 1, 11: 1, 12: 4 }],
    ['and covers one that is named beside it in parts', garden, 'SET, #12 x2, #12 x2', { 10: 1, 11: 1, 12: 4 }],
    ['and more, named again', garden, 'SET, #12 x4, #12 x2', { 10: 1, 11: 1, 12: 6 }],
    ['and more, named before it', garden, '#12 x6, #10', { 10: 1, 11: 1, 12: 6 }],
    ['named before all its components', garden, '#10, #11, #12 x4', { 10: 1, 11: 1, 12: 4 }],
    ['named between its components', garden, '#12 x4, #10, #11', { 10: 1, 11: 1, 12: 4 }],
    ['named behind its components', garden, '#11, #12 x4, #10', { 10: 1, 11: 1, 12: 4 }],
    ['not where a component alone is named', garden, '#12 x3', { 12: 3 }],
    ['not where a component alone is named by its own SKU', '10b SET, 11c SCREW x4', 'SCREW x3', { 11: 3 }],
    ['masters first', twice, 'SET', { 10: 1, 11: 1 }],
    ['masters first, the second', twice, '#20', { 20: 1, 21: 1 }],
    ['components first', '11c SET @1, 10b SET @9, 21c SET @1, 20b SET @9', '#20', { 20: 1, 21: 1 }],
    ['bought twice, the first', '10b SET, 11c SET x2, 20b SET, 21c SET x2', '#10', { 10: 1, 11: 2 }],
    ['bought twice, the second', '10b SET, 11c SET x2, 20b SET, 21c SET x2', '#20', { 20: 1, 21: 2 }],
    ['with SKUs of their own', '10b SET, 11c A, 12c B', 'SET', { 10: 1, 11: 1, 12: 1 }],
    ['one by reference, one by SKU', '10b SET, 11c A >10, 12c SET', 'SET', { 10: 1, 11: 1, 12: 1 }],
    ['none of another one', '10b SET, 11c SET >10, 20b SET', '#20', { 20: 1 }],
    ['a SKU in other writing', '10b Set, 11c set', 'SET', { 10: 1, 11: 1 }],
    ['wherever they stand', '11c SET x4, 1, 20b BOX, 12c BOX, 10b SET', 'SET', { 10: 1, 11: 4 }],
    ['beside another bundle between them', '10b SET, 20b BOX, 11c SET x4, 21c BOX x2', 'SET', { 10: 1, 11: 4 }],
  ])('brings its components: %s', (_title, order, request, expected) => {
    expect(planned(order, request)).toEqual(expected)
  })

  it('brings a component that refers to more than its bundle, and none that refers to it as something else', () => {
    const to = (referenceType: string, referenceOrderItemId: number) => ({ referenceType, referenceOrderItemId })
    const both = anItem({ id: 11, typeId: 3, sku: 'PART', references: [to('parent', 99), to('bundle', 10)] })
    const neither = anItem({ id: 12, typeId: 3, sku: 'PART', references: [to('parent', 10)] })
    expect(quantities(planOf([...itemsOf('10b SET, 20b BOX'), both, neither], asked('SET')))).toEqual({ 10: 1, 11: 1 })
  })

  it('says of each component how much of its share is left', () => {
    const plan = planOf(itemsOf('10b SET x2, 11c SET x8, 12c SET x2, 13c SET x2'), asked('SET'), {
      returns: [aReturn(50, { 11: 6, 12: 2 })],
    })
    expect(quantities(plan)).toEqual({ 10: 1, 11: 2, 13: 1 })
    expect(plan.lines.map(({ why }) => why)).toEqual([
      { code: 'named', name: { by: 'sku' } },
      { code: 'with_bundle', cut: { came: 2, due: 4 } },
      { code: 'nothing_left', asked: { code: 'of_bundle' } },
      { code: 'with_bundle' },
    ])
  })
})
