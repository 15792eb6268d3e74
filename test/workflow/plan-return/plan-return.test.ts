import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConstantsOverride, constantsWith } from '../../../lib/back-office/constants.ts'
import { newReturnWith } from '../../../lib/back-office/resources/new-records.ts'
import type { LineRef } from '../../../lib/commands.ts'
import { RetryLater } from '../../../lib/errors.ts'
import { languages } from '../../../lib/sentences/languages.ts'
import { say } from '../../../lib/sentences/sentences.ts'
import { planReturn, type ReturnFacts, type ReturnPlan } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, anOrder, aReturn } from '../an-order.ts'
import { facts, quantities, reasonOf } from './a-plan.ts'

/** What a plan says that it was not shown; undefined where it was. */
const missing = (plan: () => ReturnPlan): string | undefined => {
  try {
    plan()
    return undefined
  } catch (error) {
    if (error instanceof RetryLater) return /\((.*)\)/.exec(error.message)?.[1]
    throw error
  }
}
const named = (...lines: LineRef[]) => ({ lines })

const bundle = [
  anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 2, orderItemName: 'Garden set' }),
  anItem({ id: 11, typeId: 3, sku: 'SET', quantity: 2 }),
  anItem({ id: 12, typeId: 3, sku: 'SET', quantity: 8 }),
  anItem({ id: 13, sku: 'POT' }),
]

describe('the body of a return', () => {
  it('is exactly what the specification asks for', () => {
    const plan = planReturn({ lines: [{ sku: 'MUG', quantity: 1, reason: 'Defective' }] }, facts())
    expect(plan).toMatchObject({ returnLines: [{ orderItemId: 1, quantity: 1 }] })
    expect('body' in plan && plan.body).toEqual({
      typeId: 3,
      plentyId: 1,
      locationId: 2,
      referrerId: 9,
      ownerId: 77,
      statusId: 9.01,
      orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
      orderItems: [
        {
          typeId: 1,
          itemVariationId: 1001,
          quantity: 1,
          orderItemName: 'Item 1',
          amounts: [{ currency: 'EUR', priceOriginalGross: 10, purchasePrice: 4 }],
          references: [{ referenceType: 'parent', referenceOrderItemId: 1 }],
          properties: [{ typeId: 35, value: '3' }],
        },
      ],
      properties: [
        { typeId: 7, value: 'EXT-1' },
        { typeId: 1, value: '104' },
        { typeId: 2, value: '6' },
      ],
      addressRelations: [
        { typeId: 1, addressId: 41 },
        { typeId: 2, addressId: 42 },
      ],
    })
  })

  it('copies of each property the first that says something, and none where none does', () => {
    const blank = [7, 1, 2, 995].flatMap((typeId) => ['', '  '].map((value) => ({ typeId, value })))
    const said = [
      { typeId: 2, value: '6' },
      { typeId: 2, value: '7' },
      { typeId: 995, value: '0' },
    ]
    const copied = (properties: typeof blank) => {
      const plan = planReturn({ lines: 'all' }, facts({ parent: anOrder({ properties }) }))
      return 'body' in plan && plan.body.properties
    }
    expect(copied(blank)).toEqual([])
    expect(copied([...blank, ...said])).toEqual([said[0], said[2]])
  })

  it('copies no property of a parent that has none', () => {
    const plan = planReturn({ lines: 'all' }, facts({ parent: anOrder({ properties: [] }) }))
    expect('body' in plan && plan.body.properties).toEqual([])
  })

  it('copies the loyalty value where the parent has one', () => {
    const parent = anOrder({ properties: [{ typeId: 995, value: '12' }] })
    const plan = planReturn({ lines: 'all' }, facts({ parent }))
    expect('body' in plan && plan.body.properties).toEqual([{ typeId: 995, value: '12' }])
  })

  it.each([
    ['the line', { lines: [{ sku: 'MUG', quantity: 1, reason: 'defective' }], reason: 'other' }, '3'],
    ['the command where the line has none', { lines: [{ sku: 'MUG', quantity: 1 }], reason: ' DEFECTIVE ' }, '3'],
    [
      'the command where nobody mapped that of the line',
      { lines: [{ sku: 'MUG', quantity: 1, reason: 'ugly' }], reason: 'Defective' },
      '3',
    ],
    ...['constructor', '__proto__', 'toString'].map(
      (reason) => [`"no reason known" for ${reason}`, { lines: [{ sku: 'MUG', quantity: 1, reason }] }, '1'] as const,
    ),
    ['"no reason known" where nobody mapped it', { lines: [{ sku: 'MUG', quantity: 1, reason: 'ugly' }] }, '1'],
    ['"no reason known" where there is none', { lines: 'all' }, '1'],
  ] as const)('takes the reason of %s', (_title, request, reason) => {
    const plan = planReturn({ ...request, lines: request.lines === 'all' ? 'all' : [...request.lines] }, facts())
    expect('body' in plan && plan.body.orderItems[0]?.properties).toEqual([{ typeId: 35, value: reason }])
  })
})

describe('the lines of a return', () => {
  it.each<[string, LineRef[] | 'all', unknown]>([
    ['all takes everything', 'all', { 1: 2, 2: 1 }],
    ['by order item id', [{ orderItemId: 2, quantity: 1 }], { 2: 1 }],
    ['by variation', [{ itemVariationId: 1001, quantity: 2 }], { 1: 2 }],
    ['by the variation of a later line', [{ itemVariationId: 1002, quantity: 1 }], { 2: 1 }],
    ['by SKU, without case or blanks', [{ sku: ' mug ', quantity: 1 }], { 1: 1 }],
    ['by name', [{ name: 'item 2', quantity: 1 }], { 2: 1 }],
    [
      'by two names',
      [
        { name: 'Item 1', quantity: 1 },
        { name: 'Item 2', quantity: 1 },
      ],
      { 1: 1, 2: 1 },
    ],
    [
      'one line named twice adds up',
      [
        { sku: 'MUG', quantity: 1 },
        { orderItemId: 1, quantity: 1 },
      ],
      { 1: 2 },
    ],
    ['a line that is not there', [{ sku: 'VASE', quantity: 1 }], 'line_unknown'],
    ['more than was ordered', [{ sku: 'MUG', quantity: 3 }], 'too_many'],
    [
      'more than was ordered, in two parts',
      [
        { sku: 'MUG', quantity: 2 },
        { sku: 'MUG', quantity: 1 },
      ],
      'too_many',
    ],
    [
      'one fits, one does not',
      [
        { sku: 'POT', quantity: 1 },
        { sku: 'VASE', quantity: 1 },
      ],
      'line_unknown',
    ],
  ])('%s', (_title, lines, expected) => {
    expect(quantities(planReturn({ lines }, facts()))).toEqual(expected)
  })

  it('leave shipping and phantom lines out, whoever names them, and say why', () => {
    const parent = anOrder({
      orderItems: [
        anItem({ id: 1 }),
        anItem({ id: 2, typeId: 6, itemVariationId: 0 }),
        anItem({ id: 3, itemVariationId: -2 }),
        anItem({ id: 4, itemVariationId: 0 }),
        anItem({ id: 5, typeId: 4 }),
        anItem({ id: 6, typeId: 6 }),
      ],
    })
    const plan = planReturn({ lines: 'all' }, facts({ parent }))
    expect(quantities(plan)).toEqual({ 1: 1 })
    expect(plan.lines.map(({ orderItemId, included, why }) => [orderItemId, included, why])).toEqual([
      [1, true, { code: 'all_lines' }],
      [2, false, { code: 'shipping_costs' }],
      [3, false, { code: 'phantom' }],
      [4, false, { code: 'phantom' }],
      [5, false, { code: 'type_not_returned', typeId: 4 }],
      [6, false, { code: 'shipping_costs' }],
    ])
    expect(quantities(planReturn(named({ orderItemId: 2, quantity: 1 }), facts({ parent })))).toBe('line_unknown')
    expect(quantities(planReturn(named({ orderItemId: 3, quantity: 1 }), facts({ parent })))).toBe('line_unknown')
  })

  it('are explained one by one', () => {
    const why = (lines: LineRef[] | 'all', fields: Partial<ReturnFacts> = {}) =>
      planReturn({ lines }, facts(fields)).lines.map((line) => line.why)
    const notAsked = { code: 'not_asked_for' }
    const named = (name: object) => ({ code: 'named', name })
    expect(why([{ sku: 'MUG', quantity: 1 }])).toEqual([named({ by: 'sku' }), notAsked])
    expect(why([{ name: 'Item 1', quantity: 1 }])).toEqual([named({ by: 'name' }), notAsked])
    expect(why([{ orderItemId: 2, quantity: 1 }])).toEqual([notAsked, named({ by: 'orderItemId', id: 2 })])
    expect(why([{ itemVariationId: 1002, quantity: 1 }])).toEqual([
      notAsked,
      named({ by: 'itemVariationId', id: 1002 }),
    ])
    expect(why('all', { returns: [aReturn(50, { 1: 2 })] })).toEqual([{ code: 'nothing_left' }, { code: 'all_lines' }])
  })

  it.each<[LineRef[], object]>([
    [
      [
        { sku: 'POT', quantity: 1 },
        { name: 'Vase', quantity: 1 },
      ],
      { code: 'line_unknown', orderId: 10_001, line: 2, name: { by: 'name' }, orderItemIds: [] },
    ],
    [
      [
        { sku: 'POT', quantity: 1 },
        { sku: 'MUG', quantity: 5 },
      ],
      {
        ...{ code: 'too_many', key: 'standard/1', orderId: 10_001, line: 2, name: { by: 'sku' }, orderItemIds: [1] },
        ...{ quantity: 5, left: 2 },
      },
    ],
  ])('say which of the request does not fit: %j', (lines, reason) => {
    expect(reasonOf(planReturn({ lines }, facts()))).toEqual(reason)
  })

  it('have their SKU in one of many properties, or none at all', () => {
    const orderItems = [
      anItem({ id: 1, properties: [] }),
      anItem({
        id: 2,
        properties: [
          { typeId: 35, value: 'POT' },
          { typeId: 98, value: 'MUG' },
        ],
      }),
    ]
    const parent = anOrder({ orderItems })
    expect(quantities(planReturn(named({ sku: 'MUG', quantity: 1 }), facts({ parent })))).toEqual({ 2: 1 })
    expect(quantities(planReturn(named({ sku: 'POT', quantity: 1 }), facts({ parent })))).toBe('line_unknown')
  })

  it('of one variation on a line and in a bundle are both meant by it', () => {
    const orderItems = [
      anItem({ id: 1, typeId: 3, itemVariationId: 5, quantity: 8 }),
      anItem({ id: 2, itemVariationId: 5 }),
    ]
    const plan = planReturn(named({ itemVariationId: 5, quantity: 9 }), facts({ parent: anOrder({ orderItems }) }))
    expect(quantities(plan)).toEqual({ 1: 8, 2: 1 })
  })

  it('of one article on two lines are filled in order', () => {
    const parent = anOrder({
      orderItems: [1, 2].map((id) => anItem({ id, itemVariationId: 5, sku: 'A', quantity: 2 })),
    })
    expect(quantities(planReturn(named({ sku: 'A', quantity: 3 }), facts({ parent })))).toEqual({ 1: 2, 2: 1 })
  })

  it('may be decimal', () => {
    const parent = anOrder({ orderItems: [anItem({ id: 1, sku: 'CLOTH', quantity: 2.5 })] })
    expect(quantities(planReturn(named({ sku: 'CLOTH', quantity: 2.5 }), facts({ parent })))).toEqual({ 1: 2.5 })
    expect(quantities(planReturn(named({ sku: 'CLOTH', quantity: 2.6 }), facts({ parent })))).toBe('too_many')
  })
})

describe('a bundle', () => {
  const parent = anOrder({ orderItems: bundle })

  it('brings its components in scaled quantities, found by the shared SKU', () => {
    const plan = planReturn(named({ sku: 'SET', quantity: 1 }), facts({ parent }))
    expect(quantities(plan)).toEqual({ 10: 1, 11: 1, 12: 4 })
    expect(plan.lines.find((line) => line.orderItemId === 12)?.why).toEqual({ code: 'with_bundle' })
  })

  it('covers a component that is named beside it once: what is named again comes on top', () => {
    const four = { orderItemId: 12, quantity: 4 }
    const two = { orderItemId: 12, quantity: 2 }
    const set = { sku: 'SET', quantity: 1 }
    expect(quantities(planReturn(named(set, four), facts({ parent })))).toEqual({ 10: 1, 11: 1, 12: 4 })
    expect(quantities(planReturn(named(set, two, two), facts({ parent })))).toEqual({ 10: 1, 11: 1, 12: 4 })
    expect(quantities(planReturn(named(set, four, two), facts({ parent })))).toEqual({ 10: 1, 11: 1, 12: 6 })
  })

  it('brings the components that refer to it, whatever their SKU, and of the others those of its SKU', () => {
    const items = [
      anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 1 }),
      anItem({
        id: 11,
        typeId: 3,
        sku: 'SCREW',
        quantity: 4,
        references: [{ referenceType: 'bundle', referenceOrderItemId: 10 }],
      }),
      anItem({
        id: 12,
        typeId: 3,
        sku: 'SET',
        quantity: 1,
        references: [{ referenceType: 'bundle', referenceOrderItemId: 99 }],
      }),
      anItem({ id: 20, typeId: 2, sku: 'BOX' }),
      anItem({
        id: 21,
        typeId: 3,
        sku: 'SET',
        references: [{ referenceType: 'bundle', referenceOrderItemId: 20 }],
      }),
    ]
    expect(
      quantities(
        planReturn(named({ orderItemId: 10, quantity: 1 }), facts({ parent: anOrder({ orderItems: items }) })),
      ),
    ).toEqual({ 10: 1, 11: 4, 12: 1 })
  })

  it('bought twice on two lines brings the components behind each', () => {
    const items = [
      anItem({ id: 10, typeId: 2, sku: 'SET' }),
      anItem({ id: 11, typeId: 3, sku: 'SET', quantity: 2 }),
      anItem({ id: 20, typeId: 2, sku: 'SET' }),
      anItem({ id: 21, typeId: 3, sku: 'SET', quantity: 2 }),
    ]
    expect(
      quantities(
        planReturn(named({ orderItemId: 20, quantity: 1 }), facts({ parent: anOrder({ orderItems: items }) })),
      ),
    ).toEqual({ 20: 1, 21: 2 })
  })

  const planned = (orderItems: ReturnType<typeof anItem>[], ...lines: LineRef[]) =>
    quantities(planReturn({ lines }, facts({ parent: anOrder({ orderItems }) })))
  const set = (id: number, quantity = 1) => anItem({ id, typeId: 2, sku: 'SET', quantity })
  const part = (id: number, quantity: number, sku = 'SET') => anItem({ id, typeId: 3, sku, quantity })

  it('bought twice on two lines keeps the components of the other one', () => {
    const items = [set(10), part(11, 2), set(20), part(21, 2)]
    expect(planned(items, { orderItemId: 10, quantity: 1 })).toEqual({ 10: 1, 11: 2 })
  })

  it('brings its share of the components', () => {
    expect(planned([set(10, 3), part(11, 6)], { sku: 'SET', quantity: 2 })).toEqual({ 10: 2, 11: 4 })
  })

  it('is meant by a SKU that it shares with its components, wherever they stand', () => {
    const box = [anItem({ id: 20, typeId: 2, sku: 'BOX' }), part(12, 1, 'BOX')]
    const items = [part(11, 4), anItem({ id: 1 }), ...box, set(10)]
    expect(planned(items, { sku: 'SET', quantity: 1 })).toEqual({ 10: 1, 11: 4 })
  })

  it('keeps its components apart from those of another bundle between them', () => {
    const items = [set(10), anItem({ id: 20, typeId: 2, sku: 'BOX' }), part(11, 4), part(21, 2, 'BOX')]
    expect(planned(items, { sku: 'SET', quantity: 1 })).toEqual({ 10: 1, 11: 4 })
  })

  it('brings a component that refers to more than its bundle, and none that refers to it as something else', () => {
    const referring = (id: number, ...types: string[]) => ({
      ...part(id, 1, 'PART'),
      references: types.map((referenceType) => ({
        referenceType,
        referenceOrderItemId: referenceType === 'parent' && types.length > 1 ? 99 : 10,
      })),
    })
    const box = anItem({ id: 20, typeId: 2, sku: 'BOX' })
    const items = [set(10), box, referring(11, 'parent', 'bundle'), referring(12, 'parent')]
    expect(planned(items, { sku: 'SET', quantity: 1 })).toEqual({ 10: 1, 11: 1 })
  })

  it('can lose a single component by a SKU of its own', () => {
    expect(planned([set(10), part(11, 4, 'SCREW')], { sku: 'SCREW', quantity: 3 })).toEqual({ 11: 3 })
  })

  it('can lose a single component by its order item id', () => {
    expect(quantities(planReturn(named({ orderItemId: 12, quantity: 3 }), facts({ parent })))).toEqual({ 12: 3 })
  })

  it('never brings more of a component than is left', () => {
    const returns = [aReturn(50, { 12: 6 })]
    expect(quantities(planReturn(named({ sku: 'SET', quantity: 1 }), facts({ parent, returns })))).toEqual({
      10: 1,
      11: 1,
      12: 2,
    })
  })

  it('comes whole with all', () => {
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent })))).toEqual({ 10: 2, 11: 2, 12: 8, 13: 1 })
  })
})

describe('what was returned before', () => {
  it('counts against what is left', () => {
    const returns = [aReturn(50, { 1: 1 })]
    expect(quantities(planReturn({ lines: 'all' }, facts({ returns })))).toEqual({ 1: 1, 2: 1 })
    expect(quantities(planReturn(named({ sku: 'MUG', quantity: 2 }), facts({ returns })))).toBe('too_many')
  })

  it('counts for the line of the parent that it names beside others', () => {
    const [line] = aReturn(50, { 1: 2 }).orderItems ?? []
    const references = [{ referenceType: 'bundle', referenceOrderItemId: 2 }, ...(line?.references ?? [])]
    const returns = [{ ...aReturn(50, {}), orderItems: line ? [{ ...line, references }] : [] }]
    expect(quantities(planReturn({ lines: 'all' }, facts({ returns })))).toEqual({ 2: 1 })
  })

  it('does not count when its return was cancelled', () => {
    const returns = [aReturn(50, { 1: 2 }, { statusId: 8 })]
    expect(quantities(planReturn(named({ sku: 'MUG', quantity: 2 }), facts({ returns })))).toEqual({ 1: 2 })
  })

  it('counts when only the bridge knows of it, and once when the list shows it too', () => {
    const returnedByUs = new Map([[50, [{ orderItemId: 1, quantity: 1 }]]])
    expect(quantities(planReturn(named({ sku: 'MUG', quantity: 2 }), facts({ returnedByUs })))).toBe('too_many')
    expect(
      quantities(
        planReturn(named({ sku: 'MUG', quantity: 1 }), facts({ returnedByUs, returns: [aReturn(50, { 1: 1 })] })),
      ),
    ).toEqual({ 1: 1 })
  })

  it('leaves nothing to return when it was everything', () => {
    expect(quantities(planReturn({ lines: 'all' }, facts({ returns: [aReturn(50, { 1: 2, 2: 1 })] })))).toBe(
      'nothing_to_return',
    )
  })

  it('caps a released request at what is left', () => {
    const returns = [aReturn(50, { 1: 1 })]
    const isCapped = true
    expect(quantities(planReturn(named({ sku: 'MUG', quantity: 2 }), facts({ returns, isCapped })))).toEqual({ 1: 1 })
    expect(
      quantities(planReturn(named({ sku: 'MUG', quantity: 2 }), facts({ returns: [aReturn(50, { 1: 2 })], isCapped }))),
    ).toBe('nothing_to_return')
  })
})

describe('a parent that cannot be returned', () => {
  it.each([
    ['a return', { typeId: 3 }, 'not_a_sales_order'],
    ['a credit note', { typeId: 4 }, 'not_a_sales_order'],
    ['a cancelled order', { statusId: 8 }, 'order_cancelled'],
    ['an order without delivery address', { addressRelations: [{ typeId: 1, addressId: 41 }] }, 'addresses_missing'],
    [
      'an order without the address of relation 1',
      { addressRelations: [{ typeId: 2, addressId: 41 }] },
      'addresses_missing',
    ],
    ['an order without lines', { orderItems: [] }, 'nothing_to_return'],
  ])('%s', (_title, fields, code) => {
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent: anOrder(fields) })))).toBe(code)
  })
})

describe('an order without an address that a return needs', () => {
  const textOf = (override?: ConstantsOverride) => {
    const parent = anOrder({ addressRelations: [] })
    const plan = planReturn({ lines: 'all' }, facts({ parent, constants: constantsWith(override) }))
    return 'ending' in plan ? say(languages.en.reason, plan.ending.reason) : ''
  }

  it.each<[string, ConstantsOverride | undefined]>([
    ['its address of relation 1 or its delivery address', undefined],
    ['its address of relation 1 or its delivery address', { addressRelationTypes: { delivery: 3 } }],
    ['its billing address or its delivery address', { addressRelationTypes: { billing: 1 } }],
    ['its billing address or its delivery address', { addressRelationTypes: { billing: 31 } }],
  ])('lacks %s, as %j says', (words, override) => {
    expect(textOf(override)).toContain(`Order ${anOrder().id} lacks ${words}, so`)
  })
})

describe('what was not loaded', () => {
  it.each([
    ['address relations', { addressRelations: null }, 'addressRelations'],
    ['lines', { orderItems: null }, 'orderItems'],
    ['properties', { properties: null }, 'properties'],
    ['the client', { plentyId: null }, 'plentyId'],
    ['the amounts of a line', { orderItems: [anItem({ id: 1, amounts: null })] }, 'fields of line 1'],
    ['the variation of a line', { orderItems: [anItem({ id: 1, itemVariationId: null })] }, 'fields of line 1'],
    ['the name of a line', { orderItems: [anItem({ id: 1, orderItemName: null })] }, 'fields of line 1'],
    [
      'the properties of a line, which may hold its SKU',
      { orderItems: [anItem({ id: 1, properties: null })] },
      'fields of line 1',
    ],
  ])('is tried again later: %s', (_what, fields, named) => {
    expect(missing(() => planReturn({ lines: 'all' }, facts({ parent: anOrder(fields) })))).toBe(named)
  })

  it('is named, all of it, also on a line that nobody asked for', () => {
    const parent = anOrder({ plentyId: null, orderItems: [anItem({ id: 1 }), anItem({ id: 2, amounts: null })] })
    const request = { lines: [{ orderItemId: 1, quantity: 1 }] }
    expect(missing(() => planReturn(request, facts({ parent })))).toBe('plentyId, fields of line 2')
  })

  it('does not matter on a line that is not returned anyhow', () => {
    const shipping = anItem({
      id: 2,
      typeId: 6,
      itemVariationId: null,
      orderItemName: null,
      amounts: null,
      properties: null,
    })
    const parent = anOrder({ orderItems: [anItem({ id: 1, references: null }), shipping] })
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent })))).toEqual({ 1: 1 })
  })

  it('is not mistaken for a client of 0 or for a line without amounts', () => {
    const plan = planReturn(
      { lines: 'all' },
      facts({ parent: anOrder({ plentyId: 0, orderItems: [anItem({ id: 1, amounts: [] })] }) }),
    )
    expect('body' in plan && plan.body).toMatchObject({ plentyId: 0, orderItems: [{ amounts: [] }] })
  })
})

describe('whatever the order and the request', () => {
  const item = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    typeId: fc.constantFrom(1, 2, 3, 4, 6, 11),
    itemVariationId: fc.integer({ min: -2, max: 6 }),
    quantity: fc.constantFrom(0, 0.5, 1, 2, 3, 7.25),
    sku: fc.constantFrom('A', 'B', 'C'),
  })
  const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 })
  const quantity = fc.constantFrom(0.25, 1, 2, 5)
  const line = fc.oneof(
    fc.record({ sku: fc.constantFrom('A', 'B', 'C'), quantity }),
    fc.record({ orderItemId: fc.integer({ min: 1, max: 12 }), quantity }),
    fc.record({ itemVariationId: fc.integer({ min: 1, max: 6 }), quantity }),
  )
  const request = fc.oneof(fc.constant('all' as const), fc.array(line, { minLength: 1, maxLength: 4 }))
  const returned = fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), quantity, { maxKeys: 3 })

  /** Now and then a field that no read has shown. */
  const gap = fc.option(fc.constantFrom('amounts', 'itemVariationId', 'orderItemName', 'properties' as const), {
    freq: 10,
  })
  const amounts = fc.array(
    fc.dictionary(fc.constantFrom('id', 'orderItemId', 'currency', 'priceGross', 'discount'), fc.nat(), { maxKeys: 5 }),
    { maxLength: 3 },
  )

  it('sends no shipping, no phantom line, no system field, and never more than is left', () => {
    fc.assert(
      fc.property(
        items,
        request,
        returned,
        fc.boolean(),
        gap,
        amounts,
        (orderItems, lines, before, released, hidden, priced) => {
          const shown = (fields: (typeof orderItems)[number], at: number) => ({
            ...anItem({ ...fields, amounts: priced }),
            ...(hidden === null || at > 0 ? {} : { [hidden]: null }),
          })
          const parent = anOrder({ orderItems: orderItems.map(shown) })
          const returns = [aReturn(50, before)]
          const planned = () => planReturn({ lines }, facts({ parent, returns, isCapped: released }))
          if (missing(planned) !== undefined) {
            expect(hidden).not.toBeNull()
            return
          }
          const plan = planned()
          expect(plan.lines.length).toBe(orderItems.length)
          if (!('body' in plan)) return
          if (hidden !== null) expect([1, 2, 3]).not.toContain(orderItems[0]?.typeId)
          expect(newReturnWith(constantsWith()).safeParse(plan.body).error).toBeUndefined()
          for (const sent of plan.body.orderItems) {
            const parentLine = orderItems.find(({ id }) => id === sent.references[0].referenceOrderItemId)
            expect([1, 2, 3]).toContain(sent.typeId)
            expect(sent.itemVariationId).toBeGreaterThan(0)
            expect(sent.quantity).toBeGreaterThan(0)
            expect(sent.quantity + (before[String(parentLine?.id)] ?? 0)).toBeLessThanOrEqual(
              (parentLine?.quantity ?? 0) + 1e-6,
            )
            expect(sent.amounts).toHaveLength(priced.length)
            for (const amount of sent.amounts) expect(Object.keys(amount)).not.toContain('id')
            for (const amount of sent.amounts) expect(Object.keys(amount)).not.toContain('orderItemId')
          }
          const sentIds = plan.body.orderItems.map((sent) => sent.references[0].referenceOrderItemId)
          expect(new Set(sentIds).size).toBe(sentIds.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a deployment with other numbers', () => {
  it('plans by its own types of order, line and address relation, and its own default reason', () => {
    const constants = constantsWith({
      orderTypes: { salesOrder: 11, return: 13 },
      itemTypes: { regular: 21, bundleMaster: 22, bundleComponent: 23, shippingCosts: 26 },
      addressRelationTypes: { billing: 31, delivery: 32 },
      defaultReturnReason: '9',
    })
    const parent = anOrder({
      typeId: 11,
      addressRelations: [
        { typeId: 31, addressId: 41 },
        { typeId: 32, addressId: 42 },
      ],
      orderItems: [
        anItem({ id: 1, typeId: 22, sku: 'SET' }),
        anItem({ id: 2, typeId: 23, sku: 'SET' }),
        anItem({ id: 3, typeId: 26 }),
        anItem({ id: 4, typeId: 1 }),
        anItem({ id: 5, typeId: 21, sku: 'MUG' }),
      ],
    })
    const plan = planReturn(named({ sku: 'SET', quantity: 1 }), facts({ parent, constants }))
    expect('body' in plan && plan.body).toMatchObject({
      typeId: 13,
      addressRelations: [{ typeId: 31 }, { typeId: 32 }],
      orderItems: [
        { typeId: 22, properties: [{ value: '9' }] },
        { typeId: 23, properties: [{ value: '9' }] },
      ],
    })
    expect(plan.lines.map(({ why }) => why).slice(2)).toEqual([
      { code: 'shipping_costs' },
      { code: 'type_not_returned', typeId: 1 },
      { code: 'not_asked_for' },
    ])
    const all = planReturn({ lines: 'all' }, facts({ parent, constants }))
    expect(quantities(all)).toEqual({ 1: 1, 2: 1, 5: 1 })
    expect('body' in all && newReturnWith(constants).safeParse(all.body).error).toBeUndefined()
    expect('body' in all && newReturnWith(constantsWith()).safeParse(all.body).success).toBe(false)
  })

  it('plans by its own status and properties', () => {
    const constants = constantsWith({
      statuses: { returnFrom: 9.5, cancelled: 8.1 },
      propertyTypes: { sku: 97, returnReason: 36 },
    })
    const parent = anOrder({ orderItems: [anItem({ id: 1, properties: [{ typeId: 97, value: 'MUG' }] })] })
    const plan = planReturn({ lines: [{ sku: 'MUG', quantity: 1 }] }, facts({ parent, constants }))
    expect('body' in plan && plan.body).toMatchObject({
      statusId: 9.5,
      orderItems: [{ properties: [{ typeId: 36, value: '1' }] }],
    })
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent: anOrder({ statusId: 8.1 }), constants })))).toBe(
      'order_cancelled',
    )
  })
})

describe('the order in which lines are named', () => {
  const parent = anOrder({ orderItems: bundle })
  const master: LineRef = { orderItemId: 10, quantity: 1 }
  const small: LineRef = { orderItemId: 11, quantity: 1 }
  const large: LineRef = { orderItemId: 12, quantity: 4 }

  it.each([[[master, small, large]], [[large, master, small]], [[small, large, master]]])(
    'changes nothing: a component beside its bundle is one that the bundle brings (%#)',
    (lines) => {
      expect(quantities(planReturn({ lines }, facts({ parent })))).toEqual({ 10: 1, 11: 1, 12: 4 })
    },
  )

  it('lets more components come back than the bundle brings', () => {
    const lines: LineRef[] = [{ orderItemId: 12, quantity: 6 }, master]
    expect(quantities(planReturn({ lines }, facts({ parent })))).toEqual({ 10: 1, 11: 1, 12: 6 })
  })
})

describe('decimal quantities', () => {
  const parent = anOrder({ orderItems: [anItem({ id: 1, sku: 'CLOTH', quantity: 0.3 })] })
  const returns = [aReturn(50, { 1: 0.1 })]

  it('leave no dust behind', () => {
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent, returns })))).toEqual({ 1: 0.2 })
    expect(quantities(planReturn(named({ sku: 'CLOTH', quantity: 0.2 }), facts({ parent, returns })))).toEqual({
      1: 0.2,
    })
  })

  it('are reported without dust', () => {
    const plan = planReturn(named({ sku: 'CLOTH', quantity: 1 }), facts({ parent, returns }))
    expect(reasonOf(plan)).toMatchObject({ code: 'too_many', left: 0.2 })
  })
})

describe('two reasons for one line', () => {
  it.each([
    ['defective first', 'defective', undefined, '3'],
    ['none first', undefined, 'defective', '1'],
  ])('%s: the first counts, and the plan says so', (_title, first, second, reason) => {
    const lines: LineRef[] = [
      { sku: 'MUG', quantity: 1, ...(first && { reason: first }) },
      { name: 'Item 1', quantity: 1, ...(second && { reason: second }) },
    ]
    const plan = planReturn({ lines }, facts())
    expect('body' in plan && plan.body.orderItems).toMatchObject([
      { quantity: 2, properties: [{ typeId: 35, value: reason }] },
    ])
    expect(plan.lines[0]?.why).toMatchObject({ hasSeveralReasons: true })
  })

  it('count in the order of the request, whichever name is filled first', () => {
    const lines: LineRef[] = [
      { sku: 'MUG', quantity: 1, reason: 'defective' },
      { orderItemId: 1, quantity: 1, reason: 'late' },
    ]
    expect(reasonsOf(lines, anOrder())).toEqual({ 1: '3' })
    expect(reasonsOf(lines.toReversed(), anOrder())).toEqual({ 1: '4' })
  })

  it('are no two where they are the same', () => {
    const line: LineRef = { sku: 'MUG', quantity: 1, reason: 'late' }
    expect(planReturn({ lines: [line, line] }, facts()).lines[0]?.why).toEqual({
      code: 'named',
      name: { by: 'sku' },
    })
  })
})

it('the reason of a line comes before that of the whole request', () => {
  const lines = [
    { sku: 'MUG', quantity: 1, reason: 'defective' },
    { sku: 'BOWL', quantity: 1 },
  ]
  const parent = anOrder({
    orderItems: [
      anItem({ id: 1, properties: [{ typeId: 98, value: 'MUG' }] }),
      anItem({ id: 2, properties: [{ typeId: 98, value: 'BOWL' }] }),
    ],
  })
  expect(reasonsOf(lines, parent, 'late')).toEqual({ 1: '3', 2: '4' })
})

describe('the reason of a bundle', () => {
  const parent = anOrder({ orderItems: bundle })
  const set: LineRef = { sku: 'SET', quantity: 1, reason: 'defective' }
  const large: LineRef = { orderItemId: 12, quantity: 4, reason: 'late' }

  it('is that of its components', () => {
    expect(reasonsOf([set], parent)).toEqual({ 10: '3', 11: '3', 12: '3' })
  })

  it('and of a component named beside it are two: the first counts, and the plan says so', () => {
    expect(reasonsOf([set, large], parent)).toEqual({ 10: '3', 11: '3', 12: '3' })
    expect(reasonsOf([large, set], parent)).toEqual({ 10: '3', 11: '3', 12: '4' })
    for (const lines of [
      [set, large],
      [large, set],
    ]) {
      expect(planReturn({ lines }, facts({ parent })).lines.map(({ why }) => why)).toEqual([
        { code: 'named', name: { by: 'sku' } },
        { code: 'with_bundle' },
        { code: 'with_bundle', hasSeveralReasons: true },
        { code: 'not_asked_for' },
      ])
    }
  })

  it('stays the only one where the component is named without', () => {
    const bare: LineRef = { orderItemId: 12, quantity: 4 }
    expect(reasonsOf([bare, set], parent)).toEqual({ 10: '3', 11: '3', 12: '3' })
    expect(planReturn({ lines: [bare, set] }, facts({ parent })).lines[2]?.why).toEqual({ code: 'with_bundle' })
  })
})

/** The reason ids of a return, by the parent's line. */
function reasonsOf(lines: LineRef[], parent: ReturnFacts['parent'], reason?: string) {
  const plan = planReturn(
    { lines, ...(reason && { reason }) },
    facts({ parent, reasons: { defective: '3', late: '4' } }),
  )
  const items = 'body' in plan ? plan.body.orderItems : []
  return Object.fromEntries(items.map((item) => [item.references[0].referenceOrderItemId, item.properties[0]?.value]))
}
