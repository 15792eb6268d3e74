import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { largestBody } from '../../sandbox/read-body.ts'
import type { Json } from './client.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const state = async (): Promise<Json> => (await sandbox.send('GET', '/sandbox/state')).json
const storeOrder = async (order: object) => sandbox.send('POST', '/sandbox/orders', order)

describe('POST /sandbox/reset', () => {
  it('restores the seed that the call names, or the current one', async () => {
    await storeOrder({ id: 42 })
    expect((await sandbox.send('POST', '/sandbox/reset')).json).toEqual({ seed: 'demo' })
    expect((await state()).orders).toHaveLength(617)
    expect((await sandbox.send('POST', '/sandbox/reset', { seed: 'empty' })).json).toEqual({ seed: 'empty' })
    expect((await sandbox.send('POST', '/sandbox/reset')).json).toEqual({ seed: 'empty' })
    expect(await state()).toEqual({
      orders: [],
      comments: [],
      contacts: [],
      images: [],
      users: [{ id: 77, username: 'api-bridge', locked: false, failedLogins: 0 }],
      labels: [],
      staleUi: { commentIdsNotShownYet: [] },
    })
  })

  it('clears faults, limits, calls, clock and options', async () => {
    await sandbox.send('POST', '/sandbox/faults', { kind: 'html' })
    await sandbox.send('POST', '/sandbox/limits', { readsPerMinute: 1 })
    await sandbox.send('POST', '/sandbox/clock', { advanceMs: 1_000 })
    await sandbox.send('POST', '/sandbox/options', { tokenCase: 'camel' })
    await sandbox.login()
    await sandbox.send('POST', '/sandbox/reset')
    expect((await sandbox.send('GET', '/sandbox/faults')).json).toEqual({ faults: [] })
    expect((await sandbox.send('GET', '/sandbox/limits')).json).toEqual({ limits: {} })
    expect((await sandbox.send('GET', '/sandbox/calls')).json).toEqual({ total: 0, byRoute: {} })
    expect((await sandbox.send('GET', '/sandbox/clock')).json.advancedMs).toBe(0)
    expect((await sandbox.send('GET', '/sandbox/options')).json.options).toEqual({
      tokenCase: 'snake',
      sessionsAs: 'code',
      parentsListReturns: true,
      numbersAs: 'number',
      itemsPerPageMax: 250,
      imagesAs: 'envelope',
      dialect: 'usual',
      ignoredFilters: [],
      listsLoad: true,
      labelStatuses: [1, 9.01],
      returnsGetContact: false,
      skuIs: 'property',
      variations: 'loaded',
      shippingIds: 'own',
      showsCustomers: true,
    })
  })

  it('refuses a seed that does not exist', async () => {
    const { status, json } = await sandbox.send('POST', '/sandbox/reset', { seed: 'full' })
    expect([status, json.error.code]).toEqual([400, 'invalid'])
  })
})

describe('what the sandbox holds', () => {
  it('is shown by GET /sandbox/state: orders with all nested data and never a password', async () => {
    const { text, json } = await sandbox.send('GET', '/sandbox/state')
    const order = json.orders.find((one: Json) => one.id === 10001)
    expect(order).toMatchObject({ contactId: 501, addresses: [{ id: 40011 }, { id: 40012 }] })
    expect(order.orderItems[0].properties).toEqual([{ typeId: 98, value: 'MUG-BLUE' }])
    expect(text).not.toContain('demo-password')
  })

  it('is shown by GET /sandbox/newest: 15 of each at most, the newest first, and how many there are', async () => {
    const { orders } = (await sandbox.send('GET', '/sandbox/state')).json
    for (let count = 0; count < 20; count += 1)
      expect((await sandbox.send('POST', '/sandbox/orders', { typeId: 1, plentyId: 3, statusId: 5 })).status).toBe(200)
    const { json, text } = await sandbox.send('GET', '/sandbox/newest')
    const sales = orders.filter(({ typeId }: Json) => typeId === 1).length
    expect(json.orders).toMatchObject({ count: sales + 20, newest: { length: 15 } })
    const ids = json.orders.newest.map(({ id }: Json) => id)
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one))
    const returns = orders.filter(({ typeId }: Json) => typeId === 3)
    expect(json.returns.count).toBe(returns.length)
    expect(json.comments).toEqual({ count: 0, newest: [] })
    expect(text).not.toContain('demo-password')
  })
})

describe('POST /sandbox/orders', () => {
  it('keeps the ids of an order that it stores', async () => {
    const order = {
      id: 5,
      typeId: 1,
      plentyId: 3,
      referrerId: 143.7,
      statusId: 5,
      contactId: 502,
      createdAt: '2026-10-01T12:00:00+02:00',
      orderItems: [
        { id: 50, typeId: 1, itemVariationId: 9, quantity: 2, orderItemName: 'Thing', shippingProfileId: 4 },
      ],
      properties: [{ typeId: 7, value: 'X-5' }],
      addressRelations: [{ typeId: 2, addressId: 6 }],
      addresses: [{ id: 6, town: 'Musterstadt' }],
    }
    const { status, json } = await storeOrder(order)
    expect(status).toBe(200)
    expect(json).toMatchObject(order)
    expect((await sandbox.rest('GET', '/rest/orders/5?with[]=orderItems')).json.orderItems[0].shippingProfileId).toBe(4)
    expect((await sandbox.rest('GET', '/rest/orders?contactId=502&statusFrom=5&statusTo=5')).json.totalsCount).toBe(1)
  })

  it('assigns ids and defaults for what is missing', async () => {
    const { json } = await storeOrder({ orderItems: [{ amounts: [{ priceGross: 1 }] }], addresses: [{ town: 'A' }] })
    expect(json).toMatchObject({
      id: 700001,
      typeId: 1,
      plentyId: 0,
      statusId: 1,
      contactId: null,
      orderItems: [{ id: 900001, typeId: 1, quantity: 1, amounts: [{ id: expect.any(Number), orderItemId: 900001 }] }],
      addresses: [{ id: 60001, town: 'A' }],
    })
  })

  it('stores the answer of a read, nulls and strings included, and gives later orders higher ids', async () => {
    const read = (await sandbox.rest('GET', '/rest/orders/10001?with[]=orderItems')).json
    expect((await storeOrder({ ...read, id: 800_000, statusId: '7' })).json).toMatchObject({
      id: 800_000,
      statusId: 7,
      contactId: 501,
    })
    expect(
      (await sandbox.rest('GET', '/rest/orders/800000?with[]=orderItems.properties')).json.orderItems,
    ).toMatchObject([{ id: 30001, properties: [] }, { id: 30002 }, { id: 30003 }, { id: 30004 }])
    expect((await storeOrder({})).json.id).toBe(800_001)
  })

  it('fires no event action and keeps the status of a return without addresses', async () => {
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: 10001 }]
    expect((await storeOrder({ typeId: 3, statusId: 9.01, orderReferences })).json.statusId).toBe(9.01)
    expect(await state()).toMatchObject({ labels: [], comments: [] })
  })

  it('refuses an invalid order and names the field', async () => {
    const { status, json } = await storeOrder({ orderItems: [{ quantity: 'two' }] })
    expect(status).toBe(400)
    expect(json.error.message).toMatch(/^orderItems\.0\.quantity: /)
  })
})

describe('POST /sandbox/contacts', () => {
  it('stores a contact, assigning the id and the e-mail option', async () => {
    const { json } = await sandbox.send('POST', '/sandbox/contacts', { email: 'new@example.com', firstName: 'New' })
    expect(json).toEqual({
      id: 1001,
      number: '1001',
      email: 'new@example.com',
      firstName: 'New',
      lastName: '',
      fullName: 'New',
      singleAccess: '0',
      options: [{ typeId: 2, value: 'new@example.com' }],
    })
    expect((await sandbox.rest('GET', '/rest/accounts/contacts?email=new@example.com')).json.entries).toEqual([json])
  })
})

describe('/sandbox/calls', () => {
  it('counts all requests under /rest by route, including logins, refused and cut requests', async () => {
    await sandbox.rest('GET', '/rest/orders/10001')
    await sandbox.rest('GET', '/rest/orders/10002?with[]=properties')
    await sandbox.send('GET', '/rest/orders')
    await sandbox.rest('GET', '/rest/items/901/variations/1101/images')
    await sandbox.send('POST', '/sandbox/faults', { kind: 'drop-before' })
    await expect(sandbox.rest('POST', '/rest/orders', {})).rejects.toThrow(TypeError)
    await sandbox.rest('DELETE', '/rest/orders/10001')
    expect((await sandbox.send('GET', '/sandbox/calls')).json).toEqual({
      total: 7,
      byRoute: {
        'POST /rest/login': 1,
        'GET /rest/orders/{orderId}': 2,
        'GET /rest/orders': 1,
        'GET /rest/items/{itemId}/variations/{variationId}/images': 1,
        'POST /rest/orders': 1,
        'DELETE /rest/{unknown}': 1,
      },
    })
  })

  it('counts from zero after DELETE', async () => {
    await sandbox.login()
    expect((await sandbox.send('DELETE', '/sandbox/calls')).json).toEqual({ total: 0, byRoute: {} })
    expect((await sandbox.send('GET', '/sandbox/calls')).json).toEqual({ total: 0, byRoute: {} })
  })
})

describe('/sandbox/clock and /sandbox/options', () => {
  it('adds up what it is moved ahead, and dates new records', async () => {
    await sandbox.send('POST', '/sandbox/clock', { advanceMs: 1_000 })
    const { json } = await sandbox.send('POST', '/sandbox/clock', { advanceMs: 10 * 86_400_000 })
    expect(json.advancedMs).toBe(10 * 86_400_000 + 1_000)
    const ahead = Date.parse(json.now) - Date.now()
    expect(Math.abs(ahead - json.advancedMs)).toBeLessThan(5_000)
    const created = Date.parse((await storeOrder({})).json.createdAt)
    expect(Math.abs(created - Date.parse(json.now))).toBeLessThan(5_000)
  })

  it('change an option if a call names them, and stay as they are otherwise', async () => {
    await sandbox.send('POST', '/sandbox/options', { tokenCase: 'camel' })
    const { json } = await sandbox.send('POST', '/sandbox/options', { parentsListReturns: false })
    expect(json.options).toMatchObject({ tokenCase: 'camel', parentsListReturns: false })
  })

  it.each([
    ...[{}, { advanceMs: -1 }, { advanceMs: '5' }, { advance: 5 }].map((body) => ['clock', body] as const),
    ...[{ tokenCase: 'kebab' }, { parentsListReturns: 'no' }, { itemsPerPageMax: 251 }, { colour: 'red' }].map(
      (body) => ['options', body] as const,
    ),
  ])('refuse for the %s %j', async (path, body) => {
    expect((await sandbox.send('POST', `/sandbox/${path}`, body)).status).toBe(400)
  })
})

/** Through node:http, because fetch does not let a caller set Host. */
const withHeaders = async (headers: Record<string, string>, path = '/sandbox/state'): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { port } = sandbox.listening()
  request({ host: '127.0.0.1', port, path, headers }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

describe('the interface that it emulates', () => {
  it.each<Record<string, string>>([{ host: 'evil.example' }, { origin: 'https://evil.example' }])(
    'answers no web page, whose guesses would lock the user: %j',
    async (headers) => {
      expect(await withHeaders(headers, '/rest/login')).toBe(403)
      expect(await withHeaders({}, '/rest/user')).toBe(401)
      expect((await sandbox.send('GET', '/sandbox/calls')).json).toMatchObject({ total: 1 })
    },
  )
})

describe('the control interface', () => {
  it('answers what asks for this machine by one of its own names, and nothing else', async () => {
    for (const host of ['127.0.0.1', 'localhost:4000', '[::1]:4000']) expect(await withHeaders({ host })).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0'])
      expect(await withHeaders({ host }), host).toBe(403)
  })

  it('refuses a web page of another origin, even if its request needs no preflight', async () => {
    expect(await withHeaders({ origin: 'null' })).toBe(403)
    expect(await withHeaders({ origin: 'http://127.0.0.1:3000' })).toBe(200)
    const headers = { origin: 'https://evil.example' }
    expect((await sandbox.send('POST', '/sandbox/reset', {}, headers)).status).toBe(403)
  })

  it('answers what is no JSON, and an unknown path, in JSON', async () => {
    const answer = await fetch(`${sandbox.url()}/sandbox/reset`, { method: 'POST', body: '{seed' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'invalid' } }])
    const { status, json } = await sandbox.send('GET', '/sandbox/nothing')
    expect([status, json.error.code]).toEqual([404, 404])
  })
})

describe('a body', () => {
  const tooLarge = 'x'.repeat(largestBody + 1)

  it('larger than 8 MiB is refused with 413, even if its length is not announced', async () => {
    for (const [path, body] of [
      ['/rest/login', tooLarge],
      ['/sandbox/reset', tooLarge],
      ['/rest/login', new Blob([tooLarge]).stream()],
    ] as const)
      expect((await fetch(`${sandbox.url()}${path}`, { method: 'POST', body, duplex: 'half' })).status).toBe(413)
  })

  it('is read as UTF-8 and in pieces', async () => {
    const text = JSON.stringify({ email: 'ä@example.com', firstName: '€'.repeat(100_000) })
    const answer = await fetch(`${sandbox.url()}/sandbox/contacts`, {
      method: 'POST',
      body: new Blob([text]).stream(),
      duplex: 'half',
    })
    expect(await answer.json()).toMatchObject(JSON.parse(text))
  })
})
