import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { planItems } from '../../../lib/workflow/plan-return/plan-items.ts'
import { planReturn } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, anOrder } from '../an-order.ts'
import { asked, facts, itemsOf, quantities } from './a-plan.ts'

type Item = ReturnType<typeof anItem>

const orderOf = (orderItems: Item[], ...skus: string[]) =>
  anOrder({ orderItems, properties: [{ typeId: 7, value: 'EXT-1' }, ...skus.map((value) => ({ typeId: 98, value }))] })
const skusOf = (orderItems: Item[], ...skus: string[]) =>
  planItems(orderOf(orderItems, ...skus), constantsWith()).map(({ sku }) => sku)

const none = undefined
describe('the SKU of an order', () => {
  const bundleText = '1b, 2c >1, 3c'
  it.each<[string, string, string[], unknown[]]>([
    ['its only line', '1', ['MUG'], ['MUG']],
    ['its only line, without blanks', '1', [' MUG ', 'MUG', ' '], ['MUG']],
    ['the only line without one', '1 POT, 2', ['MUG'], ['POT', 'MUG']],
    ['the only one that no line has', '1 POT, 2', ['pot', 'MUG'], ['POT', 'MUG']],
    ['one article on two lines', '1 @7, 2 @7', ['MUG'], ['MUG', 'MUG']],
    ['the only bundle with its components', bundleText, ['SET'], ['SET', 'SET', 'SET']],
    ['the only bundle beside others with their own', `9 POT, ${bundleText}`, ['SET'], ['POT', 'SET', 'SET', 'SET']],
  ])('counts for %s', (_title, order, skus, expected) => {
    expect(skusOf(itemsOf(order), ...skus)).toEqual(expected)
  })

  it('counts for the only article beside shipping and phantom lines', () => {
    const items = [anItem({ id: 1 }), anItem({ id: 2, typeId: 6 }), anItem({ id: 3, itemVariationId: -2 })]
    expect(skusOf(items, 'MUG')).toEqual(['MUG', none, none])
  })

  it.each<[string, string, string[], unknown[]]>([
    ['there is none', '1', [], [none]],
    ['two articles lack one', '1, 2', ['MUG'], [none, none]],
    ['the order has several', '1', ['MUG', 'POT'], [none]],
    ['another line has it', '1 mug, 2', ['MUG'], ['mug', none]],
    ['the line has its own', '1 POT', ['MUG'], ['POT']],
    ['an article and a bundle lack one', `9, ${bundleText}`, ['SET'], [none, none, none, none]],
    ['two bundles lack one', `${bundleText}, 8b`, ['SET'], [none, none, none, none]],
    ['only a component of a bundle lacks one', '1b SET, 2c >1', ['MUG'], ['SET', none]],
    ['a component belongs to another bundle', '1b, 2b OTHER, 3c >2', ['SET'], [none, 'OTHER', none]],
    ['the article is also a component of a bundle', '1b SET, 2c @7 >1, 3 @7', ['MUG'], ['SET', none, none]],
  ])('does not count where %s', (_title, order, skus, expected) => {
    expect(skusOf(itemsOf(order), ...skus)).toEqual(expected)
  })

  it('does not count where a line does not show its properties, or one of two of its article', () => {
    const hidden = anItem({ id: 2, itemVariationId: 7, properties: null })
    expect(skusOf([hidden], 'MUG')).toEqual([none])
    expect(skusOf([anItem({ id: 1, itemVariationId: 7 }), hidden], 'MUG')).toEqual([none, none])
  })

  it('is the number of the property that the deployment says', () => {
    const order = anOrder({ orderItems: [anItem({ id: 1 })], properties: [{ typeId: 99, value: 'MUG' }] })
    const [item] = planItems(order, constantsWith({ propertyTypes: { sku: 99 } }))
    expect(item?.sku).toBe('MUG')
  })
})

it.each([
  ['the line that has none', '1 x3, 2 POT', 'MUG', 'mug x2', { 1: 2 }],
  ['the whole bundle', '1b, 2c >1, 3c', 'SET', 'SET', { 1: 1, 2: 1, 3: 1 }],
  ['nothing where two articles lack one', '1, 2', 'MUG', 'MUG', 'line_unknown'],
])('the SKU of the order returns %s', (_title, order, sku, request, expected) => {
  const parent = orderOf(itemsOf(order), sku)
  expect(quantities(planReturn({ lines: asked(request) }, facts({ parent })))).toEqual(expected)
})
