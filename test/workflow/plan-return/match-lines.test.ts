import { describe, expect, it } from 'vitest'
import { anItem, aReturn } from '../an-order.ts'
import { asked, itemsOf, planned, planOf, quantities, reasonOf } from './a-plan.ts'

/** The same in whatever order the names are given. */
const inBothOrders = (request: string) => [request, request.split(', ').toReversed().join(', ')]

describe('lines that can be meant by several names', () => {
  const same = '1 A @5, 2 A @5'
  const twoSkus = '1 A @5, 2 B @5, 3 B @5'

  it.each([
    ['by id and by SKU', same, 'A, #1', { 1: 1, 2: 1 }],
    ['by id and by variation', same, '@5, #1', { 1: 1, 2: 1 }],
    ['by variation and by SKU', same, '@5, A', { 1: 1, 2: 1 }],
    ['by the same SKU twice', same, 'A,  a', { 1: 1, 2: 1 }],
    ['filled last where another name needs them', twoSkus, '@5 x2, A', { 1: 1, 2: 1, 3: 1 }],
    ['filled last, not all of them', twoSkus, '@5, A', { 1: 1, 2: 1 }],
  ])('all get theirs in whatever order they are named: %s', (_title, order, request, expected) => {
    for (const names of inBothOrders(request)) expect(planned(order, names)).toEqual(expected)
  })

  it.each([
    ['Mug, Mug', '"Mug", #1'],
    ['Mug A, Cup A, Mug B, Mug B', '"Mug" x2, A x2'],
    ['Cup A, Mug A, Mug A', 'A, "Mug", "Cup"'],
  ])('are given to the name that fits the fewest of them first: %s for %s', (order, request) => {
    const items = order.split(', ').map((line, at) => {
      const [orderItemName = '', sku = 'A'] = line.split(' ')
      return anItem({ id: at + 1, itemVariationId: 5, sku, orderItemName })
    })
    for (const names of inBothOrders(request)) {
      const each = Object.fromEntries(items.map(({ id }) => [id, 1]))
      expect(quantities(planOf(items, asked(names)))).toEqual(each)
    }
  })
})

describe('an article that stands in a bundle and on a line of its own', () => {
  const order = '10b SET x2, 11c SET @5 x4, 1 CUP @5 x2'

  it.each([
    ['from its own line first: the bundle stays whole', '@5 x2', { 1: 2 }],
    ['from the bundle too where its own line is not enough', '@5 x3', { 1: 2, 11: 1 }],
    ['from its own line also beside the bundle', 'SET, @5 x3', { 10: 1, 11: 2, 1: 2 }],
    ['as what the bundle brings, where it exceeds its own line', 'SET, @5 x5', { 10: 1, 11: 3, 1: 2 }],
    ['but not out of the bundle for a name that only its own line has', 'CUP, @5 x2', 'too_many'],
  ])('comes back %s', (_title, request, expected) => {
    for (const names of inBothOrders(request)) expect(planned(order, names)).toEqual(expected)
  })

  it('may be the bundle itself', () => {
    expect(planned('11c @5, 10b @5', '@5')).toEqual({ 10: 1, 11: 1 })
  })
})

describe('a SKU that no line shows', () => {
  const numbered = (id: number, number: string, more = {}) =>
    anItem({ id, itemVariationId: id, variation: { id, number }, orderItemName: `Mug ${id % 2}`, quantity: 2, ...more })
  const items = [
    numbered(1, 'M-1'),
    numbered(2, ' m-2 '),
    numbered(3, 'M-3', { properties: [{ typeId: 98, value: 'OWN' }] }),
  ]
  const marketSkus = new Map([
    [2, ['SHOP-2', 'M-1']],
    [3, ['SHOP-3']],
  ])
  const found = (
    sku: string,
    { name, quantity = 1, known = true }: { name?: string; quantity?: number; known?: boolean } = {},
  ) => {
    const line = { sku, quantity, ...(name !== undefined && { name }) }
    return quantities(planOf(items, [line], known ? { marketSkus } : {}))
  }

  it.each([
    ['is the number of a variation', found('M-2'), { 2: 1 }],
    ['is the one of the market', found('shop-2'), { 2: 1 }],
    ['is neither where the line has its own', found('SHOP-3'), 'line_unknown'],
    ['is not the number where the line has its own', found('M-3'), 'line_unknown'],
    ['means the number while no market is asked', found('M-1', { known: false }), { 1: 1 }],
    ['is not guessed where a market says another line', found('M-1'), 'line_unknown'],
    ['has all of both lines', found('M-1', { quantity: 4 }), { 1: 2, 2: 2 }],
    ['goes by the name beside it, of the lines whose SKU nobody knows', found('X', { name: 'mug 1' }), { 1: 1 }],
    ['goes by no name of a line with another SKU', found('X', { name: 'Mug 0' }), 'line_unknown'],
    ['goes by no name that two lines have', found('X', { name: 'Mug', known: false }), 'line_unknown'],
    ['is a SKU first', found('SHOP-2', { name: 'Mug 1' }), { 2: 1 }],
  ])('%s', (_title, plan, expected) => {
    expect(plan).toEqual(expected)
  })

  it('is nobody’s number where the variation is another one than the line’s', () => {
    const [line] = [numbered(1, 'M-1', { variation: { id: 7, number: 'M-1' } })]
    expect(line && quantities(planOf([line], asked('M-1')))).toBe('line_unknown')
  })

  it('goes by one name where two lines of the request have it, and by none where they differ', () => {
    const twice = (...names: string[]) => names.map((name) => ({ sku: 'X', name, quantity: 1 }))
    expect(quantities(planOf([items[0] ?? numbered(1, '')], twice('Mug 1', ' mug 1')))).toEqual({ 1: 2 })
    expect(quantities(planOf([items[0] ?? numbered(1, '')], twice('Mug 1', 'Cup')))).toBe('line_unknown')
  })
})

describe('a SKU or name that fits different articles', () => {
  const shirts = [
    anItem({ id: 1, sku: 'T', orderItemName: 'Shirt', quantity: 2 }),
    anItem({ id: 2, sku: 't ', orderItemName: 'shirt' }),
  ]

  it.each([
    ['sku', 'T'],
    ['name', '"Shirt" x2'],
  ])('is not guessed: %s', (by, request) => {
    const plan = planOf(shirts, asked(request))
    expect(reasonOf(plan)).toEqual({
      code: 'line_unknown',
      orderId: 10_001,
      line: 1,
      name: { by },
      orderItemIds: [1, 2],
    })
    const why = { code: 'request_unfulfilled', asked: { code: 'perhaps_named', name: { by } } }
    expect(plan.lines).toEqual([1, 2].map((orderItemId) => ({ orderItemId, included: false, quantity: 0, why })))
  })

  it.each<[title: string, request: string, expected: unknown, fields?: object]>([
    ['is clear where all of them is asked for', 'T x3', { 1: 2, 2: 1 }],
    ['is clear where all of them is asked for bit by bit', 'T, t x2', { 1: 2, 2: 1 }],
    ['is clear where all that is left is asked for', 'T x2', { 1: 1, 2: 1 }, { returns: [aReturn(50, { 1: 1 })] }],
    ['is clear where the rest of them is named by id', 'T, #1 x2', { 1: 2, 2: 1 }],
    ['asks for too many where that is more than is left', 'T x4', 'too_many'],
    ['takes what is left where a release approved too many', 'T x4', { 1: 2, 2: 1 }, { isCapped: true }],
    ['is not guessed for a release either', 'T', 'line_unknown', { isCapped: true }],
  ])('%s', (_title, request, expected, fields) => {
    expect(quantities(planOf(shirts, asked(request), fields))).toEqual(expected)
  })

  const sets = '10b SET x2, 11c SET x4'
  const screws = '10b SET x2, 11c SCREW x4, 12c SCREW x4'
  const oneSet = { returns: [aReturn(50, { 10: 1 })] }
  it.each<[title: string, order: string, request: string, expected: unknown, fields?: object]>([
    ['never means components beside their bundle', sets, 'SET x3', 'too_many'],
    ['never means components in place of a bundle that came back', sets, 'SET x2', 'too_many', oneSet],
    ['takes the bundle that is left', sets, 'SET x2', { 10: 1, 11: 2 }, { ...oneSet, isCapped: true }],
    ['is clear where a bundle brings what is asked for', screws, 'SCREW x3, SET', { 10: 1, 11: 2, 12: 2 }],
    ['is not guessed beyond what a bundle brings', screws, 'SCREW x5, SET', 'line_unknown'],
    ['is no guess by variation, which is one article', '1 T @5, 2 T @5', '@5', { 1: 1 }],
  ])('%s', (_title, order, request, expected, fields) => {
    expect(planned(order, request, fields)).toEqual(expected)
  })

  it('is no guess where both lines are one article', () => {
    const { lines } = planOf(itemsOf('1 T @5, 2 T @5'), asked('T'))
    expect(lines.map(({ why }) => why)).toEqual([{ code: 'named', name: { by: 'sku' } }, { code: 'not_asked_for' }])
  })

  it('is not guessed among components of a bundle that cannot be returned itself', () => {
    const phantom = anItem({ id: 10, typeId: 2, sku: 'SET', itemVariationId: 0 })
    const items = [phantom, ...itemsOf('11c SET x4, 12c SET x4')]
    expect(quantities(planOf(items, asked('SET')))).toBe('line_unknown')
    expect(quantities(planOf(items, asked('SET x8')))).toEqual({ 11: 4, 12: 4 })
  })
})

it('the SKU of a line is the first that one of its properties says', () => {
  const skus = ['', '  ', 'MUG', 'POT'].map((value) => ({ typeId: 98, value }))
  const items = [
    anItem({ id: 1, properties: [] }),
    anItem({ id: 2, properties: [{ typeId: 35, value: 'BOWL' }, ...skus] }),
  ]
  expect(quantities(planOf(items, asked('mug')))).toEqual({ 2: 1 })
  for (const none of ['POT', 'BOWL']) expect(quantities(planOf(items, asked(none)))).toBe('line_unknown')
})
