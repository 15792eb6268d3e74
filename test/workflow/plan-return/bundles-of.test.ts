import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { OrderItem } from '../../../lib/back-office/resources/schemas.ts'
import type { LineRef } from '../../../lib/commands.ts'
import { bundlesOf } from '../../../lib/workflow/plan-return/bundles-of.ts'
import { toPlanItem } from '../../../lib/workflow/plan-return/plan-item.ts'
import { anItem, aReturn } from '../an-order.ts'
import { planOf, quantities } from './a-plan.ts'

/** Ids in tens are masters; of the components, those of one last digit are the same article. */
type Told = [id: number, sku?: string, refersTo?: number]
const lines = (told: readonly Told[]): OrderItem[] =>
  told.map(([id, sku, refersTo]) =>
    anItem({
      id,
      typeId: id % 10 === 0 ? 2 : 3,
      itemVariationId: id % 10 === 0 ? 100 : 100 + (id % 10),
      references: refersTo === undefined ? null : [{ referenceType: 'bundle', referenceOrderItemId: refersTo }],
      ...(sku === undefined ? {} : { sku }),
    }),
  )
const bundles = (items: readonly OrderItem[]) =>
  Object.fromEntries(
    [...bundlesOf(items.map((item) => toPlanItem(item, constantsWith())))].map(([id, { id: of }]) => [id, of]),
  )

describe('the bundle of a component', () => {
  it.each<[string, Told[], Record<number, number>]>([
    [
      'by its reference',
      [
        [10, 'A'],
        [20, 'A'],
        [11, 'A', 20],
      ],
      { 11: 20 },
    ],
    [
      'by its reference, also where another shares its SKU',
      [
        [10, 'A'],
        [20, 'B'],
        [11, 'B', 10],
      ],
      { 11: 10 },
    ],
    [
      'by the SKU where it refers to no bundle of the order',
      [
        [10, 'A'],
        [20, 'B'],
        [11, 'A', 99],
      ],
      { 11: 10 },
    ],
    [
      'by the SKU where it refers to another component',
      [
        [10, 'A'],
        [20, 'B'],
        [12, 'A'],
        [11, 'A', 12],
      ],
      { 12: 10, 11: 10 },
    ],
    [
      'one by reference, another by SKU',
      [
        [10, 'A'],
        [11, 'X', 10],
        [12, 'A'],
        [20, 'B'],
      ],
      { 11: 10, 12: 10 },
    ],
    [
      'by the SKU without case and blanks',
      [
        [10, 'SET '],
        [20, 'BOX'],
        [11, 'set'],
      ],
      { 11: 10 },
    ],
    [
      'dealt in turn: masters first',
      [
        [10, 'A'],
        [20, 'A'],
        [11, 'A'],
        [21, 'A'],
      ],
      { 11: 10, 21: 20 },
    ],
    [
      'dealt in turn: components first',
      [
        [11, 'A'],
        [10, 'A'],
        [21, 'A'],
        [20, 'A'],
      ],
      { 11: 10, 21: 20 },
    ],
    [
      'dealt in turn: two articles each',
      [
        [10, 'A'],
        [20, 'A'],
        [11, 'A'],
        [12, 'A'],
        [21, 'A'],
        [22, 'A'],
      ],
      { 11: 10, 12: 10, 21: 20, 22: 20 },
    ],
    [
      'by the place where they cannot be dealt',
      [
        [10, 'A'],
        [11, 'A'],
        [20, 'A'],
        [21, 'A'],
        [22, 'A'],
      ],
      { 11: 10, 21: 20, 22: 20 },
    ],
    [
      'the first of its SKU where none stands before it',
      [
        [30, 'B'],
        [11, 'A'],
        [12, 'A'],
        [10, 'A'],
        [20, 'A'],
      ],
      { 11: 10, 12: 10 },
    ],
    [
      'the one before it where none has its SKU',
      [
        [10, 'A'],
        [11, 'X'],
        [20, 'B'],
        [21, 'Y'],
      ],
      { 11: 10, 21: 20 },
    ],
    [
      'the first where none has its SKU or stands before it',
      [
        [11, 'X'],
        [10, 'A'],
        [20, 'B'],
      ],
      { 11: 10 },
    ],
    ['the one before it where it has no SKU', [[10], [11], [20, 'A'], [21]], { 11: 10, 21: 20 }],
    ['none where the order has no bundle', [[11, 'A']], {}],
  ])('is found: %s', (_title, told, expected) => {
    expect(bundles(lines(told))).toEqual(expected)
  })

  it('is not found if the bundle cannot be returned, whether named by reference, by SKU or by place', () => {
    const phantom = { ...anItem({ id: 10, typeId: 2, sku: 'A' }), itemVariationId: 0 }
    const other: Told = [20, 'B']
    for (const own of [
      [11, 'A'],
      [11, 'A', 10],
      [11, undefined, 10],
    ] as Told[]) {
      expect(bundles([phantom, ...lines([own])])).toEqual({})
      expect(bundles([phantom, ...lines([other, own])])).toEqual({})
    }
    expect(bundles([...lines([other, [21, 'B']]), phantom, ...lines([[11]])])).toEqual({ 21: 20 })
  })

  it('is not found if the component names a line that is no bundle', () => {
    expect(
      bundles([
        anItem({ id: 5 }),
        ...lines([
          [20, 'B'],
          [21, 'B'],
          [12, undefined, 5],
          [13, 'C', 99],
        ]),
      ]),
    ).toEqual({ 21: 20 })
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
        const found = bundles(lines(drawn))
        expect(Object.keys(found).map(Number)).toEqual(expected.toSorted((one, other) => one - other))
        for (const master of Object.values(found)) expect(masters.map(([id]) => id)).toContain(master)
      }),
    )
  })
})

describe('a bundle that is returned', () => {
  const returned = (told: Told[], line: LineRef, fields = {}) => quantities(planOf(lines(told), [line], fields))
  const set: LineRef = { sku: 'SET', quantity: 1 }
  const second: LineRef = { orderItemId: 20, quantity: 1 }

  it.each<[string, Told[], LineRef, Record<number, number>]>([
    [
      'masters first',
      [
        [10, 'SET'],
        [20, 'SET'],
        [11, 'SET'],
        [21, 'SET'],
      ],
      set,
      { 10: 1, 11: 1 },
    ],
    [
      'masters first, the second',
      [
        [10, 'SET'],
        [20, 'SET'],
        [11, 'SET'],
        [21, 'SET'],
      ],
      second,
      { 20: 1, 21: 1 },
    ],
    [
      'components first',
      [
        [11, 'SET'],
        [10, 'SET'],
        [21, 'SET'],
        [20, 'SET'],
      ],
      second,
      { 20: 1, 21: 1 },
    ],
    [
      'components with SKUs of their own',
      [
        [10, 'SET'],
        [11, 'A'],
        [12, 'B'],
      ],
      set,
      { 10: 1, 11: 1, 12: 1 },
    ],
    [
      'one component by reference, one by SKU',
      [
        [10, 'SET'],
        [11, 'A', 10],
        [12, 'SET'],
      ],
      set,
      { 10: 1, 11: 1, 12: 1 },
    ],
    [
      'none of another one',
      [
        [10, 'SET'],
        [11, 'SET', 10],
        [20, 'SET'],
      ],
      second,
      { 20: 1 },
    ],
    [
      'a SKU in other writing',
      [
        [10, 'SET '],
        [11, 'set'],
      ],
      set,
      { 10: 1, 11: 1 },
    ],
  ])('brings its components: %s', (_title, told, line, expected) => {
    expect(returned(told, line)).toEqual(expected)
  })

  it('says of each component how much of its share is left', () => {
    const items = [
      anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 2 }),
      anItem({ id: 11, typeId: 3, sku: 'SET', quantity: 8 }),
      anItem({ id: 12, typeId: 3, sku: 'SET', quantity: 2 }),
      anItem({ id: 13, typeId: 3, sku: 'SET', quantity: 2 }),
    ]
    const plan = planOf(items, [set], { returns: [aReturn(50, { 11: 6, 12: 2 })] })
    expect(quantities(plan)).toEqual({ 10: 1, 11: 2, 13: 1 })
    expect(plan.lines.map(({ why }) => why)).toEqual([
      { code: 'named', name: { by: 'sku' } },
      { code: 'with_bundle', cut: { came: 2, due: 4 } },
      { code: 'nothing_left', asked: { code: 'of_bundle' } },
      { code: 'with_bundle' },
    ])
  })
})
