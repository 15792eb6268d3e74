import { describe, expect, it } from 'vitest'
import { operate } from '../../../lib/operator/operate.ts'
import { operatorOf } from '../../operator/desk.ts'
import { answering, createWorld, orderLike, returnRequested, type World } from '../world.ts'

const email = 'ben.muster@example.com'
const lines = [{ sku: 'LAMP-7', quantity: 1 }]
const tooMany = { status: 'held', reason: { code: 'order_ambiguous', what: 'too_many', ids: [] }, attempts: 1 }

async function putMany(world: World, count: number, path: string, bodyOf: (index: number) => object) {
  for (let index = 0; index < count; index += 1) await world.control(path, { method: 'POST', body: bodyOf(index) })
}
const model = (world: World) => ({ ...orderLike(world, 10_002), relations: undefined })
const finish = async (world: World, data: object, source = 'standard') =>
  await world.deliver(source, returnRequested({ lines, ...data }))

/** The list of a contact's orders, as of a back office that knows no `with` there. */
const withoutNestedData = answering<{ entries: object[] }>(/\/rest\/orders\/contacts\//, ({ entries, ...page }) => ({
  ...page,
  entries: entries.map((order) => ({ ...order, orderItems: undefined, properties: undefined })),
}))

describe('a look-up by e-mail of more than two pages', () => {
  it('of a contact’s orders is for a person at once', async () => {
    const world = createWorld()
    const order = model(world)
    await putMany(world, 500, '/sandbox/orders', (index) => ({ ...order, id: 20_500 + index, properties: [] }))
    const event = await finish(world, { order: { email, label: 'X' } })
    expect(event).toMatchObject({ ...tooMany, updatedAt: event.receivedAt })
    expect((await world.calls()).byRoute['GET /rest/orders/contacts/{contactId}']).toBe(2)
  })

  it('of a contact’s orders that have to be read one by one is for a person at once, too', async () => {
    const world = createWorld({ fetch: withoutNestedData })
    const order = model(world)
    await putMany(world, 51, '/sandbox/orders', (index) => ({ ...order, id: 20_500 + index, properties: [] }))
    const event = await finish(world, { order: { email, label: 'X' } })
    expect(event).toMatchObject({ ...tooMany, updatedAt: event.receivedAt })
    expect((await world.calls()).byRoute['GET /rest/orders/{orderId}']).toBeUndefined()
  })

  it('is refused in a dry run', async () => {
    const world = createWorld()
    await putMany(world, 500, '/sandbox/contacts', (index) => ({ id: 2_000 + index, email }))
    const dryRun = { command: 'return.create', order: { email }, lines, dryRun: true }
    expect(await operate(operatorOf(world), dryRun)).toMatchObject({ ok: false, error: { code: 'rejected' } })
  })

  it('is none of an external number: the returns of an order carry its number, too', async () => {
    const world = createWorld()
    const order = { ...model(world), typeId: 3 }
    await putMany(world, 501, '/sandbox/orders', (index) => ({ ...order, id: 20_500 + index }))
    const event = await finish(world, { order: { externalNumber: '302-1234567-1234567' } })
    expect(event).toMatchObject({ status: 'done', orderId: 10_002 })
  })

  it('of the contacts of an e-mail proves nothing: the order is held until a person says that it fits', async () => {
    const world = createWorld()
    await putMany(world, 500, '/sandbox/contacts', (index) => ({ id: 2_000 + index, email }))
    const order = { ...model(world), id: 10_090, addresses: [] }
    await world.put(order)
    const event = await finish(world, { order: { id: 10_090 }, email }, 'strict')
    expect(event).toMatchObject({ status: 'held', reason: { code: 'email_mismatch' }, attempts: 1 })
  })

  it('does not hide the order that has the number: a person says that it fits', async () => {
    const world = createWorld()
    const order = model(world)
    await putMany(world, 500, '/sandbox/orders', (index) => ({ ...order, id: 20_500 + index, properties: [] }))
    const other = { ...order, id: 10_090, contactId: 501, addresses: [], properties: [{ typeId: 7, value: '7001' }] }
    await world.put(other)
    const event = await finish(world, { order: { externalNumber: '7001' }, email }, 'strict')
    expect(event).toMatchObject({ status: 'held', reason: { code: 'email_mismatch', orderId: 10_090 }, attempts: 1 })
    expect(await operate(operatorOf(world), { command: 'event.release', id: event.id })).toMatchObject({ ok: true })
    expect(await world.finish(event.id)).toMatchObject({ status: 'done', orderId: 10_090 })
  })
})
