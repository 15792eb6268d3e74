import { describe, expect, it } from 'vitest'
import {
  type ConstantsOverride,
  constantsWith,
  itemTypes,
  type LeftOutKind,
} from '../../../lib/back-office/constants.ts'
import { newReturnWith } from '../../../lib/back-office/resources/new-records.ts'
import * as schemas from '../../../lib/back-office/resources/schemas.ts'
import { RetryLater } from '../../../lib/errors.ts'
import { languages } from '../../../lib/sentences/languages.ts'
import { say } from '../../../lib/sentences/sentences.ts'
import { planReturn, type ReturnFacts, type ReturnPlan } from '../../../lib/workflow/plan-return/plan-return.ts'
import { aNewLine, aNewReturn } from '../../back-office/a-new-return.ts'
import { damaged, damages, pathsOf } from '../../back-office/damaged.ts'
import { anItem, anOrder, aReturn } from '../an-order.ts'
import { asked, facts, itemsOf, planned, planOf, quantities, reasonOf } from './a-plan.ts'

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
const ofType = (kind: LeftOutKind) => ({ code: 'type_not_returned', typeId: itemTypes[kind], kind })
const mugByUs = new Map([[50, [{ orderItemId: 1, quantity: 1 }]]])

describe('the body of a return', () => {
  it('is exactly what the specification asks for', () => {
    const plan = planReturn({ lines: [{ sku: 'MUG', quantity: 1, reason: 'Defective' }] }, facts())
    expect(plan).toMatchObject({ returnLines: [{ orderItemId: 1, quantity: 1 }] })
    const line = aNewLine({
      ...{ itemVariationId: 1001, orderItemName: 'Item 1', properties: [{ typeId: 35, value: '3' }] },
      amounts: [{ currency: 'EUR', priceOriginalGross: 10, purchasePrice: 4 }],
      references: [{ referenceType: 'parent', referenceOrderItemId: 1 }],
    })
    const properties = [
      { typeId: 7, value: 'EXT-1' },
      { typeId: 1, value: '104' },
      { typeId: 2, value: '6' },
    ]
    const addressRelations = [1, 2].map((typeId) => ({ typeId, addressId: 40 + typeId }))
    expect('body' in plan && plan.body).toEqual(aNewReturn({ orderItems: [line], properties, addressRelations }))
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
    for (const nothing of [[], blank]) expect(copied(nothing)).toEqual([])
    expect(copied([...blank, ...said])).toEqual([said[0], said[2]])
  })

  it.each([
    ['the line', { lines: [{ sku: 'MUG', quantity: 1, reason: 'defective' }], reason: 'other' }, '3'],
    ['the command where the line has none', { lines: [{ sku: 'MUG', quantity: 1 }], reason: ' DEFECTIVE ' }, '3'],
    ['the command, if unmapped', { lines: [{ sku: 'MUG', quantity: 1, reason: 'ugly' }], reason: 'Defective' }, '3'],
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
  const order = '1 MUG x2, 2 POT'
  const mugsReturned = { returns: [aReturn(50, { 1: 1 })] }

  it.each<[title: string, request: string, expected: unknown, fields?: Partial<ReturnFacts>]>([
    ['all takes everything', 'all', { 1: 2, 2: 1 }],
    ['by order item id', '#2', { 2: 1 }],
    ['by variation', '@1001 x2', { 1: 2 }],
    ['by the variation of a later line', '@1002', { 2: 1 }],
    ['by SKU, without case or blanks', ' mug ', { 1: 1 }],
    ['by name', '"item 2"', { 2: 1 }],
    ['by two names', '"Item 1", "Item 2"', { 1: 1, 2: 1 }],
    ['one line named twice adds up', 'MUG, #1', { 1: 2 }],
    ['a line that is not there', 'VASE', 'line_unknown'],
    ['more than was ordered', 'MUG x3', 'too_many'],
    ['more than was ordered, in two parts', 'MUG x2, MUG', 'too_many'],
    ['one fits, one does not', 'POT, VASE', 'line_unknown'],
    ['all that was not returned before', 'all', { 1: 1, 2: 1 }, mugsReturned],
    ['more than was left by a return', 'MUG x2', 'too_many', mugsReturned],
    ['more than was left, capped once a release says so', 'MUG x2', { 1: 1 }, { ...mugsReturned, isCapped: true }],
    ['what was returned and cancelled', 'MUG x2', { 1: 2 }, { returns: [aReturn(50, { 1: 2 }, { statusId: 8 })] }],
    ['more than the bridge alone knows to be left', 'MUG x2', 'too_many', { returnedByUs: mugByUs }],
    ['what bridge and list both show counts once', 'MUG', { 1: 1 }, { ...mugsReturned, returnedByUs: mugByUs }],
  ])('%s', (_title, request, expected, fields) => {
    expect(planned(order, request, fields)).toEqual(expected)
  })

  it.each([
    ['pieces of one article on two lines are taken in order', '1 A @5 x2, 2 A @5 x2', 'A x3', { 1: 2, 2: 1 }],
    ['pieces may be decimal', '1 CLOTH x2.5', 'CLOTH x2.5', { 1: 2.5 }],
    ['more decimal pieces than there are', '1 CLOTH x2.5', 'CLOTH x2.6', 'too_many'],
  ])('%s', (_title, lines, request, expected) => {
    expect(planned(lines, request)).toEqual(expected)
  })

  it('count for the line of the parent that they name beside others', () => {
    const [line] = aReturn(50, { 1: 2 }).orderItems ?? []
    const references = [{ referenceType: 'bundle', referenceOrderItemId: 2 }, ...(line?.references ?? [])]
    const returns = [{ ...aReturn(50, {}), orderItems: line ? [{ ...line, references }] : [] }]
    expect(planned(order, 'all', { returns })).toEqual({ 2: 1 })
  })

  it('leave shipping and phantom lines out, whoever names them, and say why', () => {
    const orderItems = [
      anItem({ id: 1 }),
      anItem({ id: 2, typeId: 6, itemVariationId: 0 }),
      anItem({ id: 3, itemVariationId: -2 }),
      anItem({ id: 4, itemVariationId: 0 }),
      anItem({ id: 5, typeId: 4 }),
      anItem({ id: 6, typeId: 6 }),
    ]
    const plan = planOf(orderItems, 'all')
    expect(quantities(plan)).toEqual({ 1: 1 })
    expect(plan.lines.map(({ orderItemId, included, why }) => [orderItemId, included, why])).toEqual([
      [1, true, { code: 'all_lines' }],
      [2, false, ofType('shippingCosts')],
      [3, false, { code: 'phantom' }],
      [4, false, { code: 'phantom' }],
      [5, false, ofType('coupon')],
      [6, false, ofType('shippingCosts')],
    ])
    for (const named of ['#2', '#3']) expect(quantities(planOf(orderItems, asked(named)))).toBe('line_unknown')
  })

  const notAsked = { code: 'not_asked_for' }
  const named = (name: object) => ({ code: 'named', name })
  it.each([
    ['MUG', [named({ by: 'sku' }), notAsked]],
    ['"Item 1"', [named({ by: 'name' }), notAsked]],
    ['#2', [notAsked, named({ by: 'orderItemId', id: 2 })]],
    ['@1002', [notAsked, named({ by: 'itemVariationId', id: 1002 })]],
  ])('are explained one by one: %s', (request, whys) => {
    expect(planOf(itemsOf(order), asked(request)).lines.map(({ why }) => why)).toEqual(whys)
  })

  it.each([
    ['POT, "Vase"', { code: 'line_unknown', name: { by: 'name' }, orderItemIds: [] }],
    [
      'POT, MUG x5',
      { code: 'too_many', key: 'standard/1', name: { by: 'sku' }, orderItemIds: [1], quantity: 5, left: 2 },
    ],
  ])('say which of the request does not fit: %s', (request, reason) => {
    const plan = planOf(itemsOf(order), asked(request))
    expect(reasonOf(plan)).toEqual({ orderId: 10_001, line: 2, ...reason })
  })
})

describe('a parent that cannot be returned', () => {
  it.each([
    ['a credit note', { typeId: 4 }, 'not_a_sales_order'],
    ['an order without delivery address', { addressRelations: [{ typeId: 1, addressId: 41 }] }, 'addresses_missing'],
    ['an order without relation 1', { addressRelations: [{ typeId: 2, addressId: 41 }] }, 'addresses_missing'],
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
    ['its main address or its delivery address', undefined],
    ['its main address or its delivery address', { addressRelationTypes: { delivery: 3 } }],
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
    ['the properties of a line: its SKU', { orderItems: [anItem({ id: 1, properties: null })] }, 'fields of line 1'],
  ])('is tried again later: %s', (_what, fields, named) => {
    expect(missing(() => planReturn({ lines: 'all' }, facts({ parent: anOrder(fields) })))).toBe(named)
  })

  const raw = {
    ...{ ...anOrder(), relations: [{ referenceType: 'contact', referenceId: 3, relation: 'receiver' }] },
    orderItems: [
      anItem({ id: 1, sku: 'MUG', references: [] }),
      anItem({ id: 0, typeId: 6, itemVariationId: 0 }),
      anItem({ id: 3, itemVariationId: -2 }),
    ],
  }
  it('stops a return only where the return needs it: each field missing, null, and of another type', () => {
    const stopped = pathsOf(raw).filter((path) =>
      damages.some((put) => {
        const read = schemas.order.safeParse(damaged(raw, path, put))
        return read.success && missing(() => planReturn({ lines: 'all' }, facts({ parent: read.data }))) !== undefined
      }),
    )
    const lined = ['id', 'typeId', 'itemVariationId', 'quantity', 'orderItemName', 'amounts', 'amounts.0', 'properties']
    expect(stopped.map((path) => path.join('.')).toSorted()).toEqual(
      [
        ...['plentyId', 'properties', 'addressRelations', 'orderItems', 'orderItems.0', 'orderItems.1', 'orderItems.2'],
        ...lined.map((field) => `orderItems.0.${field}`),
        // Without it, the line may be one of goods.
        'orderItems.2.itemVariationId',
      ].toSorted(),
    )
  })

  it('is named, all of it, also on a line that nobody asked for', () => {
    const parent = anOrder({ plentyId: null, orderItems: [anItem({ id: 1 }), anItem({ id: 2, amounts: null })] })
    const request = { lines: [{ orderItemId: 1, quantity: 1 }] }
    expect(missing(() => planReturn(request, facts({ parent })))).toBe('plentyId, fields of line 2')
  })

  it('does not matter on a line that is not returned anyhow', () => {
    const nothing = { orderItemName: null, amounts: null, properties: null }
    const shipping = anItem({ id: 2, typeId: 6, itemVariationId: null, ...nothing })
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
    const plan = planReturn({ lines: asked('SET') }, facts({ parent, constants }))
    expect('body' in plan && plan.body).toMatchObject({
      typeId: 13,
      addressRelations: [{ typeId: 31 }, { typeId: 32 }],
      orderItems: [
        { typeId: 22, properties: [{ value: '9' }] },
        { typeId: 23, properties: [{ value: '9' }] },
      ],
    })
    expect(plan.lines.map(({ why }) => why).slice(2)).toEqual([
      { ...ofType('shippingCosts'), typeId: 26 },
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
      statuses: { cancelled: [[8.1, 8.2]] },
      propertyTypes: { sku: 97, returnReason: 36 },
    })
    const parent = anOrder({ orderItems: [anItem({ id: 1, properties: [{ typeId: 97, value: 'MUG' }] })] })
    const plan = planReturn({ lines: [{ sku: 'MUG', quantity: 1 }] }, facts({ parent, constants, statusId: 9.5 }))
    expect('body' in plan && plan.body).toMatchObject({
      statusId: 9.5,
      orderItems: [{ properties: [{ typeId: 36, value: '1' }] }],
    })
    expect(quantities(planReturn({ lines: 'all' }, facts({ parent: anOrder({ statusId: 8.1 }), constants })))).toBe(
      'order_cancelled',
    )
  })
})
describe('decimal quantities', () => {
  const returns = [aReturn(50, { 1: 0.1 })]

  it.each(['all', 'CLOTH x0.2'])('leave no dust behind: %s', (request) => {
    expect(planned('1 CLOTH x0.3', request, { returns })).toEqual({ 1: 0.2 })
  })

  it('are reported without dust', () => {
    expect(reasonOf(planOf(itemsOf('1 CLOTH x0.3'), asked('CLOTH'), { returns }))).toMatchObject({ left: 0.2 })
  })
})

describe('the reason of a line', () => {
  const two = '1 MUG x2, 2 POT'
  const bundle = '10b SET x2, 11c SET x2, 12c SET x8, 13 POT'
  const reasons = { defective: '3', late: '4' }

  it.each([
    ['comes before that of the whole request', two, 'MUG (defective), POT', { 1: '3', 2: '4' }, 'late'],
    ['is the first of two', two, 'MUG (defective), "Item 1"', { 1: '3' }],
    ['is none known where the first has none', two, 'MUG, "Item 1" (defective)', { 1: '1' }],
    ['is the first in the request, whichever name is filled first', two, 'MUG (defective), #1 (late)', { 1: '3' }],
    ['is the first in the request, also turned round', two, '#1 (late), MUG (defective)', { 1: '4' }],
    ['is that of its bundle', bundle, 'SET (defective)', { 10: '3', 11: '3', 12: '3' }],
    ['is that of its bundle named first', bundle, 'SET (defective), #12 x4 (late)', { 10: '3', 11: '3', 12: '3' }],
    ['is its own, named before its bundle', bundle, '#12 x4 (late), SET (defective)', { 10: '3', 11: '3', 12: '4' }],
    ['stays that of its bundle, named without one', bundle, '#12 x4, SET (defective)', { 10: '3', 11: '3', 12: '3' }],
  ])('%s', (_title, order, lines, expected, reason?: string) => {
    const parent = anOrder({ orderItems: itemsOf(order) })
    const plan = planReturn({ lines: asked(lines), ...(reason && { reason }) }, facts({ parent, reasons }))
    const items = 'body' in plan ? plan.body.orderItems : []
    const sent = items.map((item) => [item.references[0].referenceOrderItemId, item.properties[0]?.value])
    expect(Object.fromEntries(sent)).toEqual(expected)
  })

  const bySku = { code: 'named', name: { by: 'sku' } }
  const notAsked = { code: 'not_asked_for' }
  const several = { hasSeveralReasons: true }
  const inSet = { code: 'with_bundle' }
  it.each([
    ['two reasons', two, 'MUG (defective), "Item 1"', [{ ...bySku, ...several }, notAsked]],
    ['the same reason twice as one', two, 'MUG (late), MUG (late)', [bySku, notAsked]],
    ['a reason besides', bundle, 'SET (defective), #12 x4 (late)', [bySku, inSet, { ...inSet, ...several }, notAsked]],
    ['a reason before', bundle, '#12 x4 (late), SET (defective)', [bySku, inSet, { ...inSet, ...several }, notAsked]],
    ['no reason beside that of the bundle as one', bundle, '#12 x4, SET (defective)', [bySku, inSet, inSet, notAsked]],
  ])('explains %s', (_title, order, lines, whys) => {
    expect(planOf(itemsOf(order), asked(lines), { reasons }).lines.map(({ why }) => why)).toEqual(whys)
  })
})
