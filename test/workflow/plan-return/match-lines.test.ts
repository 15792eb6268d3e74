import { describe, expect, it } from 'vitest'
import type { LineRef } from '../../../lib/commands.ts'
import { anItem, aReturn } from '../an-order.ts'
import { planOf, quantities, reasonOf } from './a-plan.ts'

const byId = (orderItemId: number, quantity = 1): LineRef => ({ orderItemId, quantity })
const byVariation = (itemVariationId: number, quantity = 1): LineRef => ({ itemVariationId, quantity })
const bySku = (sku: string, quantity = 1): LineRef => ({ sku, quantity })
const byName = (name: string, quantity = 1): LineRef => ({ name, quantity })

const inBothOrders = (lines: LineRef[]) => [lines, lines.toReversed()]

describe('lines that can be meant by several names', () => {
  const sameArticle = [1, 2].map((id) => anItem({ id, itemVariationId: 5, sku: 'A', orderItemName: 'Mug' }))
  const twoSkus = [
    anItem({ id: 1, itemVariationId: 5, sku: 'A' }),
    anItem({ id: 2, itemVariationId: 5, sku: 'B' }),
    anItem({ id: 3, itemVariationId: 5, sku: 'B' }),
  ]

  it.each([
    ['by id and by SKU', [bySku('A'), byId(1)]],
    ['by id and by variation', [byVariation(5), byId(1)]],
    ['by id and by name', [byName('Mug'), byId(1)]],
    ['by variation and by SKU', [byVariation(5), bySku('A')]],
    ['by the same SKU twice', [bySku('A'), bySku(' a')]],
  ])('all get theirs in whatever order they are named: %s', (_title, lines) => {
    for (const asked of inBothOrders(lines)) expect(quantities(planOf(sameArticle, asked))).toEqual({ 1: 1, 2: 1 })
  })

  it('are filled last where another name needs them', () => {
    for (const asked of inBothOrders([byVariation(5, 2), bySku('A')])) {
      expect(quantities(planOf(twoSkus, asked))).toEqual({ 1: 1, 2: 1, 3: 1 })
    }
    for (const asked of inBothOrders([byVariation(5), bySku('A')])) {
      expect(quantities(planOf(twoSkus, asked))).toEqual({ 1: 1, 2: 1 })
    }
  })

  it('are given to the name that fits the fewest of them first', () => {
    const items = [
      anItem({ id: 1, itemVariationId: 5, sku: 'A', orderItemName: 'Mug' }),
      anItem({ id: 2, itemVariationId: 5, sku: 'A', orderItemName: 'Cup' }),
      anItem({ id: 3, itemVariationId: 5, sku: 'B', orderItemName: 'Mug' }),
      anItem({ id: 4, itemVariationId: 5, sku: 'B', orderItemName: 'Mug' }),
    ]
    for (const asked of inBothOrders([byName('Mug', 2), bySku('A', 2)])) {
      expect(quantities(planOf(items, asked))).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 })
    }
    const three = [
      anItem({ id: 1, itemVariationId: 5, sku: 'A', orderItemName: 'Cup' }),
      anItem({ id: 2, itemVariationId: 5, sku: 'A', orderItemName: 'Mug' }),
      anItem({ id: 3, itemVariationId: 5, sku: 'A', orderItemName: 'Mug' }),
    ]
    for (const asked of inBothOrders([bySku('A'), byName('Mug'), byName('Cup')])) {
      expect(quantities(planOf(three, asked))).toEqual({ 1: 1, 2: 1, 3: 1 })
    }
  })
})

describe('an article that stands in a bundle and on a line of its own', () => {
  const items = [
    anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 2 }),
    anItem({ id: 11, typeId: 3, sku: 'SET', itemVariationId: 5, quantity: 4 }),
    anItem({ id: 1, itemVariationId: 5, sku: 'CUP', quantity: 2 }),
  ]

  it('comes back from its own line first: the bundle stays whole', () => {
    expect(quantities(planOf(items, [byVariation(5, 2)]))).toEqual({ 1: 2 })
    expect(quantities(planOf(items, [byVariation(5, 3)]))).toEqual({ 1: 2, 11: 1 })
  })

  it('comes back from its own line also beside the bundle, and what exceeds that is what the bundle brings', () => {
    for (const asked of inBothOrders([bySku('SET'), byVariation(5, 3)])) {
      expect(quantities(planOf(items, asked))).toEqual({ 10: 1, 11: 2, 1: 2 })
    }
    for (const asked of inBothOrders([bySku('SET'), byVariation(5, 5)])) {
      expect(quantities(planOf(items, asked))).toEqual({ 10: 1, 11: 3, 1: 2 })
    }
  })

  it('is not taken out of the bundle for a name that only its own line has', () => {
    for (const asked of inBothOrders([bySku('CUP', 1), byVariation(5, 2)])) {
      expect(quantities(planOf(items, asked))).toBe('too_many')
    }
  })

  it('may be the bundle itself', () => {
    const twice = [anItem({ id: 11, typeId: 3, itemVariationId: 5 }), anItem({ id: 10, typeId: 2, itemVariationId: 5 })]
    expect(quantities(planOf(twice, [byVariation(5)]))).toEqual({ 10: 1, 11: 1 })
  })
})

describe('a SKU or name that fits different articles', () => {
  const shirts = [
    anItem({ id: 1, sku: 'T', orderItemName: 'Shirt', quantity: 2 }),
    anItem({ id: 2, sku: 't ', orderItemName: 'shirt' }),
  ]

  it.each([
    ['SKU', bySku('T')],
    ['name', byName('Shirt', 2)],
  ])('is not guessed: %s', (name, line) => {
    const plan = planOf(shirts, [line])
    expect(quantities(plan)).toBe('line_unknown')
    expect(reasonOf(plan)).toEqual({
      ...{ code: 'line_unknown', orderId: 10_001, line: 1 },
      ...{ name: { by: name.toLowerCase() }, orderItemIds: [1, 2] },
    })
    expect(plan.lines).toEqual(
      [1, 2].map((orderItemId) => ({
        orderItemId,
        included: false,
        quantity: 0,
        why: { code: 'request_unfulfilled', asked: { code: 'perhaps_named', name: { by: name.toLowerCase() } } },
      })),
    )
  })

  it('is clear where all that is left of them is asked for, at once or bit by bit', () => {
    expect(quantities(planOf(shirts, [bySku('T', 3)]))).toEqual({ 1: 2, 2: 1 })
    expect(quantities(planOf(shirts, [bySku('T'), bySku('t', 2)]))).toEqual({ 1: 2, 2: 1 })
    expect(quantities(planOf(shirts, [bySku('T', 2)], { returns: [aReturn(50, { 1: 1 })] }))).toEqual({ 1: 1, 2: 1 })
    expect(quantities(planOf(shirts, [bySku('T'), byId(1, 2)]))).toEqual({ 1: 2, 2: 1 })
  })

  it('asks for too many where that is more than is left, and a release takes what is left', () => {
    expect(quantities(planOf(shirts, [bySku('T', 4)]))).toBe('too_many')
    expect(quantities(planOf(shirts, [bySku('T', 4)], { isCapped: true }))).toEqual({ 1: 2, 2: 1 })
  })

  it('is not guessed for a release either', () => {
    expect(quantities(planOf(shirts, [bySku('T')], { isCapped: true }))).toBe('line_unknown')
  })

  it('means the bundle where its components share it', () => {
    const items = [anItem({ id: 10, typeId: 2, sku: 'SET' }), anItem({ id: 11, typeId: 3, sku: 'SET', quantity: 4 })]
    expect(quantities(planOf(items, [bySku('SET')]))).toEqual({ 10: 1, 11: 4 })
  })

  it('never means components beside their bundle, however many are asked for', () => {
    const items = [
      anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 2 }),
      anItem({ id: 11, typeId: 3, sku: 'SET', quantity: 4 }),
    ]
    const returns = [aReturn(50, { 10: 1 })]
    expect(quantities(planOf(items, [bySku('SET', 3)]))).toBe('too_many')
    expect(quantities(planOf(items, [bySku('SET', 2)], { returns }))).toBe('too_many')
    expect(quantities(planOf(items, [bySku('SET', 2)], { returns, isCapped: true }))).toEqual({ 10: 1, 11: 2 })
  })

  it('is not guessed among components of a bundle that cannot be returned itself', () => {
    const phantom = anItem({ id: 10, typeId: 2, sku: 'SET', itemVariationId: 0 })
    const parts = [11, 12].map((id) => anItem({ id, typeId: 3, sku: 'SET', quantity: 4 }))
    expect(quantities(planOf([phantom, ...parts], [bySku('SET')]))).toBe('line_unknown')
    expect(quantities(planOf([phantom, ...parts], [bySku('SET', 8)]))).toEqual({ 11: 4, 12: 4 })
  })

  it('is clear among components where their bundle brings what is asked for', () => {
    const master = anItem({ id: 10, typeId: 2, sku: 'SET', quantity: 2 })
    const screws = [11, 12].map((id) => anItem({ id, typeId: 3, sku: 'SCREW', quantity: 4 }))
    expect(quantities(planOf([master, ...screws], [bySku('SCREW', 3), bySku('SET')]))).toEqual({ 10: 1, 11: 2, 12: 2 })
    expect(quantities(planOf([master, ...screws], [bySku('SCREW', 5), bySku('SET')]))).toBe('line_unknown')
  })

  it('is no guess by variation, which is one article', () => {
    const same = [1, 2].map((id) => anItem({ id, itemVariationId: 5, sku: 'T' }))
    expect(quantities(planOf(same, [byVariation(5)]))).toEqual({ 1: 1 })
    const plan = planOf(same, [bySku('T')])
    expect(quantities(plan)).toEqual({ 1: 1 })
    expect(plan.lines.map(({ why }) => why)).toEqual([
      { code: 'named', name: { by: 'sku' } },
      { code: 'not_asked_for' },
    ])
  })
})

describe('the SKU of a line', () => {
  it('is the first that says one', () => {
    const properties = ['', '  ', 'MUG', 'POT'].map((value) => ({ typeId: 98, value }))
    expect(quantities(planOf([anItem({ id: 1, properties })], [bySku('mug')]))).toEqual({ 1: 1 })
    expect(quantities(planOf([anItem({ id: 1, properties })], [bySku('POT')]))).toBe('line_unknown')
  })
})
