import { describe, expect, it } from 'vitest'
import type { Json } from './client.ts'
import { returnBody, useSandbox } from './client.ts'

const sandbox = useSandbox('demo')

const create = async (body: unknown) => sandbox.rest('POST', '/rest/orders', body)
const state = async (): Promise<Json> => (await sandbox.send('GET', '/sandbox/state')).json
const commentsOf = async (id: number): Promise<Json> => (await sandbox.rest('GET', `/rest/comments/order/${id}`)).json
const under = (referenceOrderId: unknown) => ({
  ...returnBody,
  orderReferences: [{ referenceType: 'parent', referenceOrderId }],
})
const at = (addressId: unknown) => ({ ...returnBody, addressRelations: [{ typeId: 2, addressId }] })
const withItem = (change: object) => ({ ...returnBody, orderItems: [{ ...returnBody.orderItems[0], ...change }] })

describe('a created return', () => {
  it('is answered with 200 as the full order, with ids for order, lines, amounts and references', async () => {
    const { status, json } = await create(returnBody)
    expect(status).toBe(200)
    expect(json).toMatchObject({ ...returnBody, id: 700001 })
    expect(json.orderItems[0]).toMatchObject({
      id: 900001,
      orderId: 700001,
      amounts: [{ currency: 'EUR', priceGross: 12.9, id: expect.any(Number), orderItemId: 900001 }],
    })
    expect(json.addresses).toMatchObject([{ id: 40011 }, { id: 40012 }])
    expect([json.shippingPackages, json.documents]).toEqual([[], []])
  })

  it.each([
    [false, []],
    [true, [expect.objectContaining({ referenceType: 'contact', relation: 'receiver', referenceId: 501 })]],
  ])('belongs to the contact of its parent where returnsGetContact is %j', async (returnsGetContact, relations) => {
    await sandbox.send('POST', '/sandbox/options', { returnsGetContact })
    const { json } = await create(withItem({ id: 30001 }))
    expect(json.relations).toEqual(relations)
    expect((await sandbox.rest('GET', '/rest/orders/contacts/501')).json.totalsCount).toBe(3 + relations.length)
  })

  it('has an id of its own, whatever the request brings', async () => {
    const { json } = await create({ ...withItem({ id: 30001 }), id: 10001 })
    expect([json.id, json.orderItems[0].id]).toEqual([700001, 900001])
  })

  it('is created again, with a label of its own, when the request is repeated', async () => {
    expect([(await create(returnBody)).json.id, (await create(returnBody)).json.id]).toEqual([700001, 700002])
    expect((await state()).labels).toMatchObject([{ orderId: 700001 }, { orderId: 700002 }])
  })

  it('is accepted with unknown address ids', async () => {
    const body = at(123_456)
    expect((await create(body)).json).toMatchObject({ ...body, addresses: [] })
  })
})

describe('the event action of a return', () => {
  it('fires for an incomplete return too, adds no package to it, and comments on one itself that has no parent', async () => {
    const { json } = await create({ ...returnBody, addressRelations: [] })
    expect(json).toMatchObject({ statusId: 1, shippingPackages: [] })
    expect((await state()).labels).toMatchObject([{ orderId: json.id, state: 'created' }])
    const { id } = (await create({ ...returnBody, orderReferences: [] })).json
    for (const order of [10001, id]) expect(await commentsOf(order)).toHaveLength(1)
  })

  it('fires only with the statuses that labelStatuses names', async () => {
    await create({ ...returnBody, statusId: 9.3 })
    await sandbox.send('POST', '/sandbox/options', { labelStatuses: [9.3] })
    await create(returnBody)
    const { id } = (await create({ ...returnBody, statusId: 9.3 })).json
    expect((await state()).labels).toMatchObject([{ orderId: id }])
    expect(await commentsOf(10001)).toHaveLength(1)
  })

  it.each([[12], [null]])('fails to create the label with the owner %s, who is no API user', async (ownerId) => {
    await create({ ...returnBody, ownerId })
    expect((await state()).labels).toMatchObject([{ state: 'failed', packageNumber: null }])
  })

  it('does not fire for other types, nor for a refused request', async () => {
    for (const typeId of [1, 4]) await create({ ...returnBody, typeId })
    await create(withItem({ amounts: [{ id: 1 }] }))
    expect(await state()).toMatchObject({ labels: [], comments: [] })
  })
})

describe('a refused order', () => {
  it.each<[string, unknown, string]>([
    ['no body', undefined, 'body'],
    ['a body that is not an object', [], 'body'],
    ['no typeId', { ...returnBody, typeId: undefined }, 'typeId'],
    ['a typeId as text', { ...returnBody, typeId: '3' }, 'typeId'],
    ['a status that is not a number', { ...returnBody, statusId: 'open' }, 'statusId'],
    ['an item without a variation', withItem({ itemVariationId: undefined }), 'orderItems.0.itemVariationId'],
    ['a quantity of 0', withItem({ quantity: 0 }), 'orderItems.0.quantity'],
    ['a quantity as text', withItem({ quantity: '1' }), 'orderItems.0.quantity'],
    ['a reason as number', withItem({ properties: [{ typeId: 35, value: 1 }] }), 'orderItems.0.properties.0.value'],
    ['a parent as text', under('10001'), 'orderReferences.0.referenceOrderId'],
    ['a parent that does not exist', under(4), 'orderReferences.0.referenceOrderId'],
    ['an address id as text', at('x'), 'addressRelations.0.addressId'],
  ])('answers 422 for %s and names the field', async (_title, body, field) => {
    const { status, json } = await create(body)
    expect(status).toBe(422)
    expect(Object.keys(json.validation_errors)).toEqual([field])
    expect((await state()).orders).toHaveLength(617)
  })
})

describe('other types of order', () => {
  it('are created as they are sent: a sales order keeps its status without address relations', async () => {
    const { json } = await create({ typeId: 1, plentyId: 1, statusId: 7, properties: [{ typeId: 7, value: 'NEW-1' }] })
    expect(json).toMatchObject({ id: 700001, typeId: 1, statusId: 7, ownerId: null, orderItems: [] })
    expect((await sandbox.rest('GET', '/rest/orders?externalOrderId=NEW-1')).json.totalsCount).toBe(1)
  })

  it('may name their contact by relation', async () => {
    const relations = [{ referenceType: 'contact', referenceId: 502, relation: 'receiver' }]
    const { json } = await create({ typeId: 1, relations })
    expect(json).toMatchObject({ plentyId: 0, statusId: 1, relations: [{ orderId: json.id, ...relations[0] }] })
  })
})
