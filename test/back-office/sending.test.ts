import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBackOffice } from '../../lib/back-office/back-office.ts'
import type { Fetch } from '../../lib/back-office/http/transport.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { createMemoryPace } from '../memory/memory-stores.ts'
import { demoSandbox } from './demo-sandbox.ts'
import { lyingOffice } from './lying-office.ts'
import { demoUser, errorOf, httpsFetch, startWorker } from './one-worker.ts'

const sandbox = demoSandbox()
const office = lyingOffice()

const comment = { referenceType: 'order', referenceValue: 10001, text: 'x', isVisibleForContact: true } as const
const log = { error: () => {}, warn: () => {} }

describe('deadlines', () => {
  it('nothing is sent that could still be in flight when the run ends', async () => {
    const { session, backOffice } = startWorker({ baseUrl: sandbox.url })
    await backOffice.orders.read(10001)
    const late = createBackOffice({ session, fetch: httpsFetch, now: Date.now, log, requestTimeoutMs: 2_000 })({
      deadlineMs: Date.now() + 2_100,
    })
    expect(await errorOf(late.orders.read(10001))).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect((await sandbox.calls())['GET /rest/orders/{orderId}']).toBe(1)
  })

  it('a write that a login made too late is not sent', async () => {
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'slow', delayMs: 300 })
    const { backOffice } = startWorker({ baseUrl: sandbox.url })
    const error = await errorOf(backOffice.comments.create(comment, { sendBefore: Date.now() + 200 }))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await sandbox.calls()).toEqual({ 'POST /rest/login': 1 })
  })

  it('a write that the repeat after a 401 made too late is not sent again', async () => {
    const { backOffice } = startWorker({ baseUrl: sandbox.url })
    await backOffice.orders.read(10001)
    await sandbox.control('POST', '/clock', { advanceMs: 25 * 60 * 60 * 1000 })
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'slow', delayMs: 300 })
    const error = await errorOf(backOffice.comments.create(comment, { sendBefore: Date.now() + 200 }))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect((await sandbox.calls())['POST /rest/comments']).toBe(1)
    expect((await sandbox.state()).comments.filter(({ text }) => text === 'x')).toEqual([])
  })
})

describe('the headers of a request', () => {
  it('are the token, JSON and what fetch itself sends: none names a version', async () => {
    const { backOffice } = await office.facing(() => ({ body: { id: 47, typeId: 1, statusId: 7 } }))
    await backOffice.orders.read(47)
    await backOffice.orders.create({ typeId: 1 }, { sendBefore: Date.now() + 5_000 })
    const ofFetch = ['host', 'connection', 'accept-language', 'sec-fetch-mode', 'user-agent', 'accept-encoding']
    const sent = office.received.map(({ headers }) =>
      Object.keys(headers)
        .filter((name) => !ofFetch.includes(name))
        .toSorted(),
    )
    expect(sent).toEqual([
      ['accept', 'content-length', 'content-type'],
      ['accept', 'authorization'],
      ['accept', 'authorization', 'content-length', 'content-type'],
    ])
    for (const { headers } of office.received) {
      expect(headers.accept).toBe('application/json')
      // No other encoding can be read.
      expect(headers['accept-encoding']).toBe('gzip')
    }
    const [login, read, create] = office.received
    expect(login?.authorization).toBeUndefined()
    expect(JSON.parse(login?.body ?? '')).toEqual({ username: demoUser.username, password: demoUser.password })
    expect([read, create].map((one) => one?.authorization)).toEqual(['Bearer lying-token', 'Bearer lying-token'])
    expect(create?.body).toBe('{"typeId":1}')
    for (const { headers } of [office.received[0], office.received[2]].filter((one) => one !== undefined))
      expect(headers['content-type']).toBe('application/json')
    expect(office.received.map(({ path }) => path)).toEqual(['/rest/login', '/rest/orders/47', '/rest/orders'])
  })
})

describe('the limit', () => {
  it('that is configured counts every read: each page of a list and each look-up, before it is sent', async () => {
    await sandbox.control('POST', '/options', { itemsPerPageMax: 1 })
    let time = Date.now()
    const now = () => time
    const sleep = async (ms: number) => {
      time += ms
    }
    const limits = { readsPerMinute: 6 }
    const pace = createPace({ store: createMemoryPace(), limits, now, sleep, newId: randomUUID })
    const sentAt: number[] = []
    const noting: Fetch = (url, init) => {
      if (init.method === 'GET') sentAt.push(time)
      return httpsFetch(url, init)
    }
    const { backOffice } = startWorker({ baseUrl: sandbox.url, fetch: noting, now, pace })
    await backOffice.orders.read(10001)
    await backOffice.orders.findByExternalNumber('TWIN-77')
    await backOffice.comments.ofOrder(10001)
    await backOffice.images.ofItem(901)
    await backOffice.orders.read(10002)
    expect(sentAt).toHaveLength(7)
    expect((sentAt[6] ?? 0) - (sentAt[0] ?? 0)).toBeGreaterThanOrEqual(60_000)
  })
})

describe('what is reported about a call', () => {
  it('the template of its route, status and duration, logins included', async () => {
    const { backOffice, calls } = startWorker({ baseUrl: sandbox.url })
    await backOffice.contacts.findByEmail('anna.beispiel@example.com')
    expect(calls).toEqual([
      { method: 'POST', route: '/rest/login', status: 200, durationMs: expect.any(Number) },
      { method: 'GET', route: '/rest/accounts/contacts', status: 200, durationMs: expect.any(Number) },
    ])
  })
})
