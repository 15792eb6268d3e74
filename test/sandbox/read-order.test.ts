import { describe, expect, it } from 'vitest'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const read = async (query = '', id: number | string = 10001) =>
  (await sandbox.rest('GET', `/rest/orders/${id}${query}`)).json

describe('GET /rest/orders/{orderId}', () => {
  it.each([
    ['indexed', 'with[0]=properties&with[1]=orderItems'],
    ['indexed and percent-encoded', 'with%5B0%5D=properties&with%5B1%5D=orderItems'],
  ])('reads %s brackets', async (_title, query) => {
    const order = await read(`?${query}`)
    expect(order.properties).toHaveLength(3)
    expect(order.orderItems).toHaveLength(4)
  })

  it('ignores unknown names', async () => {
    const order = await read('?with[]=secrets&with[]=properties&with[]=orderItems.amounts&foo=bar')
    expect(order.properties).toHaveLength(3)
    expect(order.orderItems).toBeNull()
  })

  it('names the customer in its relations, and gives times as local time with its offset, in summer and in winter', async () => {
    const relations = [{ orderId: 10001, referenceType: 'contact', referenceId: 501, relation: 'receiver' }]
    expect(await read()).toMatchObject({ relations, createdAt: '2026-09-01T10:15:00+02:00' })
    const stored = await sandbox.send('POST', '/sandbox/orders', { createdAt: '2026-01-15T09:00:00Z' })
    expect((await read('', stored.json.id)).createdAt).toBe('2026-01-15T10:00:00+01:00')
  })

  it('gives status, referrer, location and owner as decimal strings if that option is set', async () => {
    expect(await read('', 600002)).toMatchObject({ statusId: 9.02, referrerId: 9, locationId: 2, ownerId: 77 })
    await sandbox.send('POST', '/sandbox/options', { numbersAs: 'string' })
    expect(await read('', 600002)).toMatchObject({ statusId: '9.02', referrerId: '9', locationId: '2', ownerId: '77' })
    expect(await read('', 10011)).toMatchObject({ referrerId: '177.01' })
  })
})

describe('the SKU of a line', () => {
  const route = '/rest/items/variations?id=1101,1301&with=variationSkus'
  const market = (id: number, sku: string, marketId: number) =>
    expect.objectContaining({ variationId: id, sku, marketId })
  it.each([
    ['property', [{ typeId: 98, value: 'MUG-BLUE' }], 'V-1101', false],
    ['number', [], 'MUG-BLUE', false],
    ['market', [], 'V-1101', true],
    ['nowhere', [], 'V-1101', false],
  ])('is where the option says: %s', async (skuIs, properties, number, isOfMarket) => {
    await sandbox.send('POST', '/sandbox/options', { skuIs, shippingIds: 'zero' })
    const { orderItems } = await read('?with[]=orderItems.properties&with[]=orderItems.variation')
    expect(orderItems[0]).toMatchObject({ properties, variation: { id: 1101, number } })
    expect(orderItems.map(({ id }: { id: number }) => id)).toEqual([30001, 30002, 0, 30004])
    const { json } = await sandbox.rest('GET', route)
    expect(json).toMatchObject({ isLastPage: true, entries: [{ id: 1101, number }, { id: 1301 }] })
    const [mug] = json.entries
    expect(mug.variationSkus).toContainEqual(market(1101, 'OTHER-1101', 104.01))
    expect(mug.variationSkus.length > 1).toBe(isOfMarket)
    if (isOfMarket) expect(mug.variationSkus).toContainEqual(market(1101, 'MUG-BLUE', 9))
  })

  it('comes with a variation that is loaded, ignored or refused', async () => {
    expect((await read('?with[]=orderItems')).orderItems[0].variation).toBeNull()
    await sandbox.send('POST', '/sandbox/options', { variations: 'ignored' })
    expect((await read('?with[]=orderItems.variation')).orderItems[0]).not.toHaveProperty('variation')
    await sandbox.send('POST', '/sandbox/options', { variations: 'refused' })
    for (const path of ['/rest/orders/10001', '/rest/orders'])
      expect((await sandbox.rest('GET', `${path}?with[]=orderItems.variation`)).status).toBe(422)
  })

  it('is asked of everything where the filter is ignored', async () => {
    await sandbox.send('POST', '/sandbox/options', { ignoredFilters: ['id'] })
    expect((await sandbox.rest('GET', route)).json.totalsCount).toBeGreaterThan(2)
  })
})

describe('the references of an order', () => {
  const types = async (id: number) =>
    (await read('?with[]=orderReferences', id)).orderReferences.map(
      (reference: { referenceType: string }) => reference.referenceType,
    )

  it('name returns and credit notes on the parent, unless an option says that they do not', async () => {
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: 10001 }]
    for (const typeId of [3, 4]) await sandbox.send('POST', '/sandbox/orders', { typeId, orderReferences })
    expect(await types(10001)).toEqual(['return', 'credit_note'])
    expect(await types(20000)).toHaveLength(600)
    await sandbox.send('POST', '/sandbox/options', { parentsListReturns: false })
    expect(await types(20000)).toEqual([])
    expect(await types(600001)).toEqual(['parent'])
  })

  it('follow a return that is put again with another parent, or none', async () => {
    const putUnder = async (...parents: number[]) => {
      const orderReferences = parents.map((id) => ({ referenceType: 'parent', referenceOrderId: id }))
      await sandbox.send('POST', '/sandbox/orders', { id: 600900, typeId: 3, orderReferences })
      return [await types(10001), await types(10002)]
    }
    expect(await putUnder(10001)).toEqual([['return'], []])
    expect(await putUnder(10002)).toEqual([[], ['return']])
    expect(await putUnder(10001, 10002)).toEqual([['return'], ['return']])
    expect(await putUnder()).toEqual([[], []])
  })
})
