import { expect } from 'vitest'
import * as z from 'zod'
import * as shapes from '../shapes.ts'
import type { Statement } from '../statement.ts'
import type { Target } from '../target.ts'

const nested = [
  'addresses',
  'addressRelations',
  'orderItems',
  'properties',
  'orderReferences',
  'shippingPackages',
  'documents',
] as const

/** docs/back-office.md 4.1 to 4.9. Compares names, ids and counts: a failure must not print whose order it is. */
export const orderStatements = ({ call, known }: Target, statement: Statement) => {
  const read = async (id: number | undefined, ...names: string[]) => {
    const query = names.map((name) => `with[]=${name}`).join('&')
    const { status, json } = await call('GET', `/rest/orders/${id}?${query}`)
    expect(status).toBe(200)
    return shapes.order.parse(json)
  }

  statement('is read by its id, with type, client, location, referrer, owner and status', ['orderId'], async () => {
    const { id, typeId } = await read(known.orderId)
    expect([id, typeId]).toEqual([known.orderId, 1])
  })

  statement('writes ids, referrers and statuses as numbers', ['orderId'], async () => {
    const { json } = await call('GET', `/rest/orders/${known.orderId}`)
    const numbers = { id: z.int(), typeId: z.int(), plentyId: z.int(), locationId: z.int(), ownerId: z.int() }
    z.looseObject({ ...numbers, referrerId: z.number(), statusId: z.number() }).parse(json)
  })

  statement('has null for everything nested that was not asked for', ['orderId'], async () => {
    const order = await read(known.orderId)
    expect(nested.filter((name) => order[name] !== null)).toEqual([])
  })

  for (const name of nested)
    statement(`loads ${name} when asked for it, and nothing else`, ['orderId'], async () => {
      const order = await read(known.orderId, name)
      expect(nested.filter((other) => Array.isArray(order[other]))).toEqual([name])
    })

  statement('loads the lines and their properties with orderItems.properties', ['orderId'], async () => {
    const { orderItems } = await read(known.orderId, 'orderItems.properties')
    expect(orderItems?.length).toBeGreaterThan(0)
    for (const line of orderItems ?? []) expect(Array.isArray(line.properties)).toBe(true)
  })

  statement('leaves the properties of lines null with orderItems alone', ['orderId'], async () => {
    const { orderItems } = await read(known.orderId, 'orderItems')
    expect(orderItems?.filter(({ properties }) => properties).length).toBe(0)
  })

  statement('gives everything in one call with all names', ['orderId'], async () => {
    const order = await read(known.orderId, ...nested, 'orderItems.properties')
    expect(nested.filter((name) => Array.isArray(order[name]))).toEqual(nested)
  })

  statement('has no addresses when their relations are not loaded as well', ['orderId'], async () => {
    expect((await read(known.orderId, 'addresses')).addresses?.length).toBe(0)
  })

  statement('has its delivery address by the relation of type 2', ['orderId'], async () => {
    const { addressRelations, addresses } = await read(known.orderId, 'addresses', 'addressRelations')
    const delivery = addressRelations?.find(({ typeId }) => typeId === 2)
    expect(addresses?.filter(({ id }) => id === delivery?.addressId).length).toBe(1)
  })

  statement('takes with[] percent-encoded too', ['orderId'], async () => {
    const { json } = await call('GET', `/rest/orders/${known.orderId}?with%5B%5D=properties&with%5B%5D=orderItems`)
    const order = shapes.order.parse(json)
    expect([Array.isArray(order.properties), Array.isArray(order.orderItems)]).toEqual([true, true])
  })

  statement('names its external number in property 7', ['orderId', 'externalNumber'], async () => {
    const { properties } = await read(known.orderId, 'properties')
    expect(properties?.some(({ typeId, value }) => typeId === 7 && value === known.externalNumber)).toBe(true)
  })

  statement('names its parent when it is a return', ['returnId'], async () => {
    const { typeId, orderReferences } = await read(known.returnId, 'orderReferences')
    expect(typeId).toBe(3)
    expect(orderReferences?.filter(({ referenceType }) => referenceType === 'parent').length).toBe(1)
  })

  // Components of a bundle may name their master besides.
  statement('carries on a line of a return the reason and the line of the parent order', ['returnId'], async () => {
    const { orderItems } = await read(known.returnId, 'orderItems.properties')
    expect(orderItems?.length).toBeGreaterThan(0)
    const parents = orderItems?.map(
      ({ references }) => references?.filter((one) => one.referenceType === 'parent').length,
    )
    expect(parents).toEqual(orderItems?.map(() => 1))
    expect(orderItems?.every(({ properties }) => properties?.some(({ typeId }) => typeId === 35))).toBe(true)
  })

  statement('knows fractional referrers', ['sandbox'], async () => {
    const referrers = await Promise.all([10_003, 10_009, 10_011, 10_008].map(async (id) => (await read(id)).referrerId))
    expect(referrers).toEqual([143.2, 160.1, 177.01, 14])
  })

  statement('has phantom lines of variation 0 or less, and shipping costs of line type 6', ['sandbox'], async () => {
    const { orderItems } = await read(10_001, 'orderItems')
    expect(orderItems?.some(({ typeId, itemVariationId }) => typeId === 1 && itemVariationId <= 0)).toBe(true)
    expect(orderItems?.some(({ typeId }) => typeId === 6)).toBe(true)
  })

  statement(
    'gives the master and the components of a bundle one SKU, property 98',
    ['sandbox', 'lineSku'],
    async () => {
      const { orderItems } = await read(10_003, 'orderItems.properties')
      const bundle = orderItems?.filter(({ typeId }) => typeId === 2 || typeId === 3) ?? []
      const skus = bundle.map(({ properties }) => properties?.find(({ typeId }) => typeId === 98)?.value)
      expect(bundle.map(({ typeId }) => typeId).sort()).toEqual([2, 3, 3])
      expect(new Set(skus)).toEqual(new Set(['SET-GARDEN']))
    },
  )

  statement('answers a JSON error in the 400s for an id that no order has', [], async () => {
    const { status, json } = await call('GET', '/rest/orders/2147483646')
    expect([status >= 400, status < 500]).toEqual([true, true])
    expect(typeof json).toBe('object')
  })
}
