import { describe, expect, it } from 'vitest'
import { Rejected, RetryLater } from '../../../lib/errors.ts'
import { aNewLine, aNewReturn } from '../a-new-return.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import type { Received } from '../lying-server.ts'
import { errorOf, routesOf, soon, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const worker = () => startWorker({ baseUrl: sandbox.url })
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)

const office = lyingOffice()
const facing = (answer: (request: Received) => unknown) => office.facing((request) => ({ body: answer(request) }))
const returned = (id: number, parentId: number, more: object = {}) => ({
  id,
  typeId: 3,
  statusId: '9.01',
  orderItems: [],
  orderReferences: [{ referenceType: 'parent', referenceOrderId: parentId }],
  ...more,
})

const withLine = (fields: object) => ({ orderItems: [aNewLine(fields)] })
const mugReturn = aNewReturn({
  ...withLine({ amounts: [{ currency: 'EUR', priceOriginalGross: 12.9 }], properties: [{ typeId: 35, value: '1' }] }),
  properties: [{ typeId: 7, value: '6203001001' }],
})

describe('returns of an order', () => {
  it('come to the last page, of any status, each once, with items and references', async () => {
    const { entries: returns } = await worker().backOffice.returns.ofOrder({ id: 20000, orderReferences: null })
    expect(new Set(idsOf(returns)).size).toBe(600)
    expect(returns.some(({ statusId }) => statusId === 8)).toBe(true)
    expect(returns.every((one) => one.orderItems !== null && one.orderReferences !== null)).toBe(true)
    expect((await sandbox.calls())['GET /rest/orders']).toBe(3)
  })

  it('come whole where a 429 in the middle of paging can be waited out', async () => {
    await sandbox.control('POST', '/limits', { readsPerMinute: 2 })
    const waits: number[] = []
    const sleep = async (ms: number) => {
      waits.push(ms)
      await sandbox.control('POST', '/clock', { advanceMs: ms })
    }
    const patient = startWorker({ baseUrl: sandbox.url, sleep, runMs: 120_000 })
    const { entries: returns } = await patient.backOffice.returns.ofOrder({ id: 20000, orderReferences: null })
    expect(new Set(idsOf(returns)).size).toBe(600)
    expect(returns).toHaveLength(600)
    expect(waits).toHaveLength(1)
    expect((await sandbox.calls())['GET /rest/orders']).toBe(4)
  })

  it('end the read where the run is over before the limit is', async () => {
    await sandbox.control('POST', '/limits', { readsPerMinute: 2 })
    const sleep = async () => expect.unreachable('there is no time to wait')
    const hasty = startWorker({ baseUrl: sandbox.url, sleep, runMs: 5_000 })
    expect(await errorOf(hasty.backOffice.returns.ofOrder({ id: 20000, orderReferences: null }))).toMatchObject({
      name: 'RetryLater',
      code: 'not_ready',
    })
  })

  it('fetch by id what came as null', async () => {
    const one = await facing(({ path }) =>
      path === '/rest/orders'
        ? { entries: [returned(7, 1, { orderItems: null }), returned(8, 1)], isLastPage: true }
        : returned(7, 1, { orderItems: [{ id: 70, typeId: 1, itemVariationId: 5, quantity: 1 }] }),
    )
    const { entries: returns } = await one.backOffice.returns.ofOrder({ id: 1, orderReferences: null })
    expect(returns[0]?.orderItems).toHaveLength(1)
    expect(routesOf(one)).toEqual(['POST /rest/login', 'GET /rest/orders', 'GET /rest/orders/{orderId}'])
  })

  it('fetch by id what came without the lines of the parent, and use what that shows', async () => {
    const line = { id: 70, typeId: 1, itemVariationId: 5, quantity: 1 }
    const references = [{ referenceType: 'parent', referenceOrderItemId: 3 }]
    const one = await facing(({ path }) => {
      if (path.endsWith('/7')) return returned(7, 1, { orderItems: [{ ...line, references }] })
      if (path.endsWith('/8')) return returned(8, 1, { orderItems: [line] })
      const tied = returned(9, 1, { orderItems: [{ ...line, references: [] }] })
      const loose = [7, 8].map((id) => returned(id, 1, { orderItems: [{ ...line, references }, line] }))
      return { entries: [...loose, tied], isLastPage: true }
    })
    const { entries: returns } = await one.backOffice.returns.ofOrder({ id: 1, orderReferences: null })
    const found = returns.map(({ orderItems }) => orderItems?.map((item) => item.references))
    expect(found).toEqual([[references], [null], [[]]])
    const reads = ['GET /rest/orders/{orderId}', 'GET /rest/orders/{orderId}']
    expect(routesOf(one)).toEqual(['POST /rest/login', 'GET /rest/orders', ...reads])
  })

  it('are those that the order names, too: read by id, but for what is listed, gone, or no return', async () => {
    const entries = [returned(7, 1)]
    const one = await facing(({ path }) => {
      if (path === '/rest/orders') return { entries, isLastPage: true }
      return path.endsWith('/8') ? returned(8, 1) : { ...returned(9, 1), typeId: 4 }
    })
    const orderReferences = [1, 7, 8, 9, 8].map((referenceOrderId) => ({ referenceType: 'child', referenceOrderId }))
    expect(idsOf((await one.backOffice.returns.ofOrder({ id: 1, orderReferences })).entries)).toEqual([7, 8])
    expect(office.count('GET /rest/orders/8')).toBe(1)
    expect(office.count('GET /rest/orders/7')).toBe(0)
  })

  it.each([404, 403])('count one that the order names and that a %d keeps from being read', async (status) => {
    const one = await office.facing(({ path }) =>
      path === '/rest/orders' ? { body: { entries: [], isLastPage: true } } : { status, body: { error: 'no' } },
    )
    const orderReferences = [{ referenceType: 'return', referenceOrderId: 8 }]
    expect(await one.backOffice.returns.ofOrder({ id: 1, orderReferences })).toEqual({ entries: [], unrelated: 1 })
    expect(one.warned).toEqual([{ route: '/rest/orders', unrelated: 1 }])
  })

  it('are not the return that an order stands for: it names the order it takes back, not this one', async () => {
    const one = await facing(({ path }) =>
      path === '/rest/orders' ? { entries: [], isLastPage: true } : returned(8, 2),
    )
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: 8 }]
    expect((await one.backOffice.returns.ofOrder({ id: 1, orderReferences })).entries).toEqual([])
  })

  it('are not read one by one without end where an order names too many', async () => {
    const one = await facing(() => ({ entries: [], isLastPage: true }))
    const orderReferences = Array.from({ length: 51 }, (_, at) => ({
      referenceType: 'return',
      referenceOrderId: at + 2,
    }))
    expect(await errorOf(one.backOffice.returns.ofOrder({ id: 1, orderReferences }))).toBeInstanceOf(RetryLater)
    expect(one.calls).toHaveLength(2)
  })

  it('are not read one by one without end', async () => {
    const bare = (id: number) => ({ id, typeId: 3, statusId: 9.01 })
    const one = await facing(({ path }) => {
      const id = Number(path.split('/')[3])
      return id > 0
        ? returned(id, 1)
        : { entries: Array.from({ length: 60 }, (_, at) => bare(at + 1)), isLastPage: true }
    })
    expect(await errorOf(one.backOffice.returns.ofOrder({ id: 1, orderReferences: null }))).toBeInstanceOf(RetryLater)
    expect(one.calls).toHaveLength(52)
  })

  it('prove nothing where even the read by id does not load them', async () => {
    const one = await facing(({ path }) =>
      path === '/rest/orders'
        ? { entries: [{ id: 7, typeId: 3, statusId: 9.01 }], isLastPage: true }
        : { id: 7, typeId: 3, statusId: 9.01 },
    )
    expect(await errorOf(one.backOffice.returns.ofOrder({ id: 1, orderReferences: null }))).toBeInstanceOf(RetryLater)
  })

  it('leave out and count what belongs to another order', async () => {
    const sent = [returned(7, 1), returned(8, 2), { ...returned(9, 1), typeId: 4 }]
    const one = await facing(() => ({ entries: sent, isLastPage: true }))
    const { entries, unrelated } = await one.backOffice.returns.ofOrder({ id: 1, orderReferences: null })
    expect([idsOf(entries), unrelated]).toEqual([[7], 2])
    expect(one.warned).toEqual([{ route: '/rest/orders', unrelated: 2 }])
  })

  it('are not sought in the whole back office where the filter is ignored', async () => {
    const pageOf = (page: number) => Array.from({ length: 250 }, (_, at) => returned(page * 250 + at, 2))
    const one = await facing(({ query }) => ({ entries: pageOf(Number(query.get('page'))), isLastPage: false }))
    expect(await errorOf(one.backOffice.returns.ofOrder({ id: 1, orderReferences: null }))).toMatchObject({
      name: 'RetryLater',
      code: 'cause',
    })
    expect(office.count('GET /rest/orders')).toBe(21)
  })

  it('leave out and count a foreign return that only its own read unmasks', async () => {
    const one = await facing(({ path }) =>
      path === '/rest/orders'
        ? { entries: [returned(7, 2, { orderReferences: null })], isLastPage: true }
        : returned(7, 2),
    )
    const ofOrder = await one.backOffice.returns.ofOrder({ id: 1, orderReferences: null })
    expect(ofOrder).toEqual({ entries: [], unrelated: 1 })
    expect(one.warned).toEqual([{ route: '/rest/orders', unrelated: 1 }])
  })
})

describe('listing returns', () => {
  it('asks for the type and both ends of the range, instead of reading everything', async () => {
    const one = await facing(() => ({ entries: [], isLastPage: true, itemsPerPage: 250 }))
    expect(await Array.fromAsync(one.backOffice.returns.listActive())).toEqual([])
    const asked = Object.fromEntries(office.received.at(-1)?.query ?? [])
    expect(asked).toMatchObject({ orderType: '3', statusFrom: '9.01', statusTo: '9.02' })
  })
})

describe('listing cancelled returns too', () => {
  const withStatus = (id: number, statusId: number) => ({ ...returned(id, 1), statusId })

  it('asks for one range that reaches to them, and leaves out what lies between', async () => {
    const entries = [withStatus(1, 8), withStatus(2, 9), withStatus(5, 8.1), withStatus(3, 9.01), withStatus(4, 9.02)]
    const one = await facing(() => ({ entries, isLastPage: true }))
    expect(idsOf(await Array.fromAsync(one.backOffice.returns.listActive({ cancelled: true })))).toEqual([1, 5, 3, 4])
    const asked = Object.fromEntries(office.received.at(-1)?.query ?? [])
    expect(asked).toMatchObject({ orderType: '3', statusFrom: '8', statusTo: '9.02' })
    // Asked for by the bridge itself: nothing was ignored.
    expect(one.warned).toEqual([])
  })

  it('keeps an end of the range open that nobody named', async () => {
    const one = await facing(() => ({ entries: [withStatus(1, 8), withStatus(2, 12)], isLastPage: true }))
    const listed = one.backOffice.returns.list({ statusFrom: 9.01, cancelled: true })
    expect(idsOf(await Array.fromAsync(listed))).toEqual([1, 2])
    const asked = Object.fromEntries(office.received.at(-1)?.query ?? [])
    expect([asked.statusFrom, asked.statusTo]).toEqual(['8', undefined])
  })
})

describe('creating a return', () => {
  it('answers the status that it came out with, also where it is incomplete', async () => {
    const one = await facing(() => ({ id: '4711', typeId: 3, statusId: '1' }))
    expect(await one.backOffice.returns.create(mugReturn, soon())).toEqual({ id: 4711, statusId: 1 })
    const two = await facing(() => ({ id: 4711 }))
    expect(await two.backOffice.returns.create(mugReturn, soon())).toEqual({ id: 4711, statusId: undefined })
  })

  it('sends the body exactly as it is given', async () => {
    const body = { ...mugReturn, unknownField: { a: [1, '1.10'] } }
    const one = await facing(() => ({ id: 4711 }))
    await one.backOffice.returns.create(body, soon())
    expect(JSON.parse(office.received[1]?.body ?? '')).toEqual(body)
  })

  it.each([
    ['without address relations', { addressRelations: [] }],
    ['without a delivery address', { addressRelations: [{ typeId: 1, addressId: 40_011 }] }],
    ['with the id of an amount', withLine({ amounts: [{ id: 1, currency: 'EUR' }] })],
    ['with the orderItemId of an amount', withLine({ amounts: [{ orderItemId: 1 }] })],
    ['with a line of shipping costs', withLine({ typeId: 6 })],
    ['with a phantom line', withLine({ itemVariationId: -2 })],
    ['without lines', { orderItems: [] }],
    ['without owner', { ownerId: undefined }],
    ['without a parent', { orderReferences: [] }],
  ])('sends nothing %s', async (_, change) => {
    const body = aNewReturn(change)
    const error = await errorOf(worker().backOffice.returns.create(body, soon()))
    expect(error).toBeInstanceOf(Rejected)
    expect(error).toMatchObject({ status: 0 })
    expect((await sandbox.calls())['POST /rest/orders']).toBeUndefined()
  })
})
