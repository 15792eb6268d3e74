import { describe, expect, it } from 'vitest'
import { anOrderBody, ordersOf } from '../workflow/new-orders.ts'
import { createDesk } from './desk.ts'

const body = anOrderBody('TICKET-1')
/** What a body of a new order may hold of people and prices; none of it belongs into an answer, a log or a reason. */
const confidential = {
  ...body,
  orderItems: [
    {
      ...{ typeId: 1, itemVariationId: 1101, quantity: 1, orderItemName: 'Ring for Frau Geheim' },
      amounts: [{ priceOriginalGross: 9.99, purchasePrice: 3.21 }],
    },
  ],
  addresses: [{ name2: 'Frau Geheim', address1: 'Bergstrasse', options: [{ typeId: 5, value: 'g@example.com' }] }],
}

describe('order.create', () => {
  it('under one requestId, or of one external number, creates one order', async () => {
    const { ask, world } = createDesk()
    const first = await ask('order.create', { body, requestId: 'ticket-1' })
    expect(await ask('order.create', { body, requestId: 'ticket-1' })).toEqual(first)
    expect((await ask('order.create', { body, requestId: 'ticket-2' })).result).toMatchObject({
      status: 'ignored',
      reason: { code: 'already_done', by: 'operator/ticket-1', orderId: first.result?.orderId },
    })
    expect(await ordersOf(world, 'TICKET-1')).toHaveLength(1)
  })

  it.each([
    ['no body', {}, 'invalid', /body/],
    ['no lines', { body: { ...body, orderItems: [] } }, 'invalid', /body\.orderItems/],
    ['an argument that it does not have', { body, dryRun: true }, 'invalid', /dryRun/],
    ['a return', { body: { ...body, typeId: 3 } }, 'rejected', /body\.typeId must be 1/],
    ['a long body', { body: { ...body, note: 'x'.repeat(100_000) } }, 'invalid', /body: must take at most 100000/],
    ['no external number', { body: { ...body, properties: [] } }, 'rejected', /property 7/],
  ])('with %s is refused before anything is stored', async (_title, given, code, text) => {
    const { ask, world } = createDesk()
    const { error } = await ask('order.create', given)
    expect(error?.code).toBe(code)
    expect(error?.message).toMatch(text)
    expect((await world.workflow.inbox.list({ limit: 5 })).events).toEqual([])
  })

  it('answers why where nothing is created', async () => {
    const { ask, world } = createDesk()
    await world.put({ ...body, id: 500 })
    expect((await ask('order.create', { body })).result).toMatchObject({
      status: 'held',
      reason: { code: 'possible_duplicate', what: 'number_taken', ids: [500] },
    })
  })
})

describe('image.publish', () => {
  const asked = { itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }

  it('makes the image visible and answers its id', async () => {
    const { ask, world } = createDesk()
    const { result } = await ask('image.publish', { ...asked, requestId: 'mug' })
    expect(result).toEqual({ id: 'operator/mug', status: 'done', imageId: 7002 })
    expect(world.sandbox.world.store.images.get(7002)?.availabilities).toHaveLength(1)
    expect(await ask('image.publish', { ...asked, requestId: 'mug' })).toMatchObject({ result })
  })

  it('refuses a body that names another image', async () => {
    const { ask, world } = createDesk()
    expect((await ask('image.publish', { ...asked, body: { ...asked.body, imageId: 7001 } })).error).toEqual({
      code: 'invalid',
      message: 'image.publish: body.imageId: must be the image that is published, or absent.',
    })
    expect((await world.calls()).total).toBe(0)
  })
})

describe('event.get', () => {
  it('answers what was created and published, and of the commands what may be shown', async () => {
    const { ask } = createDesk()
    const made = await ask('order.create', { body: confidential, requestId: 'order' })
    await ask('image.publish', {
      itemId: 901,
      imageId: 7002,
      body: { type: 'listing', value: -1, note: 'Geheim' },
      requestId: 'image',
    })
    const orderId = made.result?.orderId
    expect((await ask('event.get', { id: 'operator/order' })).result).toMatchObject({
      orderId,
      createdOrderIds: [orderId],
      commands: [{ type: 'create-order', body: '[redacted]' }],
    })
    expect((await ask('event.get', { id: 'operator/image' })).result).toMatchObject({
      publishedImageIds: [7002],
      commands: [
        { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'listing', value: -1, note: '[redacted]' } },
      ],
    })
  })
})

describe('a replay of what was asked for by hand', () => {
  it('sends nothing again', async () => {
    const { ask, world } = createDesk()
    await ask('order.create', { body, requestId: 'order' })
    await ask('image.publish', { itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 }, requestId: 'image' })
    const posts = async () => Object.entries((await world.calls()).byRoute).filter(([name]) => name.startsWith('POST'))
    const sent = await posts()
    for (const id of ['operator/order', 'operator/image']) {
      await ask('event.replay', { id })
      expect((await world.finish(id)).status).toBe('done')
    }
    expect(await posts()).toEqual(sent)
  })
})
