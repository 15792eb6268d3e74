import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { LineRef } from '../../../lib/commands.ts'
import { planItems } from '../../../lib/workflow/plan-return/plan-items.ts'
import { planReturn } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, anOrder } from '../an-order.ts'
import { facts, quantities } from './a-plan.ts'

type Item = ReturnType<typeof anItem>

const orderOf = (orderItems: Item[], ...skus: string[]) =>
  anOrder({
    orderItems,
    properties: [{ typeId: 7, value: 'EXT-1' }, ...skus.map((value) => ({ typeId: 98, value }))],
  })
const skusOf = (orderItems: Item[], ...skus: string[]) =>
  planItems(orderOf(orderItems, ...skus), constantsWith()).map(({ sku }) => sku)

const none = undefined
const ofMaster = (id: number) => [{ referenceType: 'bundle', referenceOrderItemId: id }]
const bundle = [
  anItem({ id: 1, typeId: 2 }),
  anItem({ id: 2, typeId: 3, references: ofMaster(1) }),
  anItem({ id: 3, typeId: 3 }),
]

describe('the SKU of an order', () => {
  it.each<[string, Item[], string[], unknown[]]>([
    ['its only line', [anItem({ id: 1 })], ['MUG'], ['MUG']],
    ['its only line, without blanks', [anItem({ id: 1 })], [' MUG ', 'MUG', ' '], ['MUG']],
    ['the only line without one', [anItem({ id: 1, sku: 'POT' }), anItem({ id: 2 })], ['MUG'], ['POT', 'MUG']],
    [
      'the only one that no line has',
      [anItem({ id: 1, sku: 'POT' }), anItem({ id: 2 })],
      ['pot', 'MUG'],
      ['POT', 'MUG'],
    ],
    [
      'one article on two lines',
      [anItem({ id: 1, itemVariationId: 7 }), anItem({ id: 2, itemVariationId: 7 })],
      ['MUG'],
      ['MUG', 'MUG'],
    ],
    [
      'the only article beside shipping and phantom lines',
      [anItem({ id: 1 }), anItem({ id: 2, typeId: 6 }), anItem({ id: 3, itemVariationId: -2 })],
      ['MUG'],
      ['MUG', none, none],
    ],
    ['the only bundle with its components', bundle, ['SET'], ['SET', 'SET', 'SET']],
    [
      'the only bundle beside articles that have their own',
      [anItem({ id: 9, sku: 'POT' }), ...bundle],
      ['SET'],
      ['POT', 'SET', 'SET', 'SET'],
    ],
  ])('counts for %s', (_title, items, skus, expected) => {
    expect(skusOf(items, ...skus)).toEqual(expected)
  })

  it.each<[string, Item[], string[], unknown[]]>([
    ['there is none', [anItem({ id: 1 })], [], [none]],
    ['two articles lack one', [anItem({ id: 1 }), anItem({ id: 2 })], ['MUG'], [none, none]],
    ['the order has several', [anItem({ id: 1 })], ['MUG', 'POT'], [none]],
    ['another line has it', [anItem({ id: 1, sku: 'mug' }), anItem({ id: 2 })], ['MUG'], ['mug', none]],
    ['the line has its own', [anItem({ id: 1, sku: 'POT' })], ['MUG'], ['POT']],
    ['an article and a bundle lack one', [anItem({ id: 9 }), ...bundle], ['SET'], [none, none, none, none]],
    ['two bundles lack one', [...bundle, anItem({ id: 8, typeId: 2 })], ['SET'], [none, none, none, none]],
    [
      'only a component of a bundle lacks one',
      [anItem({ id: 1, typeId: 2, sku: 'SET' }), anItem({ id: 2, typeId: 3, references: ofMaster(1) })],
      ['MUG'],
      ['SET', none],
    ],
    [
      'a component belongs to another bundle',
      [
        anItem({ id: 1, typeId: 2 }),
        anItem({ id: 2, typeId: 2, sku: 'OTHER' }),
        anItem({ id: 3, typeId: 3, references: ofMaster(2) }),
      ],
      ['SET'],
      [none, 'OTHER', none],
    ],
    [
      'one of two lines of an article does not show its properties',
      [anItem({ id: 1, itemVariationId: 7 }), anItem({ id: 2, itemVariationId: 7, properties: null })],
      ['MUG'],
      [none, none],
    ],
    [
      'the article is also a component of a bundle',
      [
        anItem({ id: 1, typeId: 2, sku: 'SET' }),
        anItem({ id: 2, typeId: 3, itemVariationId: 7, references: ofMaster(1) }),
        anItem({ id: 3, itemVariationId: 7 }),
      ],
      ['MUG'],
      ['SET', none, none],
    ],
    ['a line does not show its properties', [anItem({ id: 1, properties: null })], ['MUG'], [none]],
  ])('does not count where %s', (_title, items, skus, expected) => {
    expect(skusOf(items, ...skus)).toEqual(expected)
  })

  it('is the number of the property that the deployment says', () => {
    const order = anOrder({ orderItems: [anItem({ id: 1 })], properties: [{ typeId: 99, value: 'MUG' }] })
    const [item] = planItems(order, constantsWith({ propertyTypes: { sku: 99 } }))
    expect(item?.sku).toBe('MUG')
  })
})

describe('a return by the SKU of the order', () => {
  const plan = (items: Item[], skus: string[], lines: LineRef[]) =>
    quantities(planReturn({ lines }, facts({ parent: orderOf(items, ...skus) })))

  it('returns the line that has none', () => {
    const items = [anItem({ id: 1, quantity: 3 }), anItem({ id: 2, sku: 'POT' })]
    expect(plan(items, ['MUG'], [{ sku: 'mug', quantity: 2 }])).toEqual({ 1: 2 })
  })

  it('returns the whole bundle', () => {
    expect(plan(bundle, ['SET'], [{ sku: 'SET', quantity: 1 }])).toEqual({ 1: 1, 2: 1, 3: 1 })
  })

  it('guesses nothing where two articles lack one', () => {
    expect(plan([anItem({ id: 1 }), anItem({ id: 2 })], ['MUG'], [{ sku: 'MUG', quantity: 1 }])).toBe('line_unknown')
  })
})
