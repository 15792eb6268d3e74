import { describe, expect, it } from 'vitest'
import type { SessionItem, SessionStore } from '../../../lib/back-office/session/store.ts'
import { isDueForRenewal, isUsable } from '../../../lib/back-office/session/token.ts'
import { LoginClosed, Rejected, RetryLater } from '../../../lib/errors.ts'
import { createMemorySession } from '../../memory/memory-stores.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { listenLying } from '../lying-server.ts'
import { demoUser, errorOf, soon, startWorker, type WorkerOptions } from '../one-worker.ts'

const sandbox = demoSandbox()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Workers that share a state table and a clock that the test moves. */
function fleet(options: Partial<WorkerOptions> = {}) {
  const store = createMemorySession()
  let aheadMs = 0
  return {
    store,
    start: (own: Partial<WorkerOptions> = {}) =>
      startWorker({ baseUrl: sandbox.url, store, now: () => Date.now() + aheadMs, ...options, ...own }),
    /** Also the back office's clock. */
    wait: async (ms: number) => {
      aheadMs += ms
      await sandbox.control('POST', '/clock', { advanceMs: ms })
    },
    now: () => Date.now() + aheadMs,
    run: () => ({ deadlineMs: Date.now() + aheadMs + minuteMs }),
  }
}

/** A fleet of which one worker has logged in and read an order. */
async function atWork(options: Partial<WorkerOptions> = {}) {
  const workers = fleet(options)
  const one = workers.start()
  await one.backOffice.orders.read(10001)
  return { ...workers, ...one }
}

/** A state table that refuses the first write for which this is so. */
function refusingOnce(refuses: (next: SessionItem) => boolean | undefined): SessionStore {
  const inner = createMemorySession()
  let failures = 1
  const replace: SessionStore['replace'] = async (next, options) => {
    if (refuses(next) && failures-- > 0) throw new Error('the table cannot be reached')
    return inner.replace(next, options)
  }
  return { read: inner.read, replace }
}

const logins = async () => (await sandbox.calls())['POST /rest/login'] ?? 0
const userState = async () => (await sandbox.state()).users.find(({ username }) => username === demoUser.username)

describe('one login a day', () => {
  it('renews ten minutes early, by one worker alone', async () => {
    const { start, wait } = fleet()
    const workers = [start(), start(), start()]
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    await wait(23 * hourMs + 49 * minuteMs)
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    expect(await logins()).toBe(1)
    await wait(2 * minuteMs)
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    expect(await logins()).toBe(2)
    await wait(minuteMs)
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    expect(await logins()).toBe(2)
  })

  it('goes on with the old token where renewing fails', async () => {
    const { wait, backOffice } = await atWork()
    await wait(23 * hourMs + 51 * minuteMs)
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'status', status: 503 })
    await backOffice.orders.read(10001)
    expect(await logins()).toBe(2)
  })

  it('lets nobody wait for a renewal but who does it', async () => {
    const { wait, backOffice } = await atWork()
    await wait(23 * hourMs + 51 * minuteMs)
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'slow', delayMs: 400 })
    const ended: string[] = []
    const renewing = backOffice.orders.read(10001).then(() => ended.push('who renews'))
    await Promise.all([renewing, backOffice.orders.read(10002).then(() => ended.push('another'))])
    expect(ended).toEqual(['another', 'who renews'])
  })

  it('goes to the state table once for many callers, and not at all while the token lives', async () => {
    const inner = createMemorySession()
    const used = { read: 0, replace: 0 }
    const store: SessionStore = {
      read: () => {
        used.read += 1
        return inner.read()
      },
      replace: (next, options) => {
        used.replace += 1
        return inner.replace(next, options)
      },
    }
    const { session, backOffice } = fleet({ store }).start()
    await Promise.all(Array.from({ length: 50 }, () => backOffice.orders.read(10001)))
    // Found empty; lease; token; mark as working: each write after the first reads what it changes.
    expect(used).toEqual({ read: 3, replace: 3 })
    expect(await logins()).toBe(1)
    const { id } = await session.token({ deadlineMs: Date.now() + minuteMs })
    await session.forget({ id: 'of yesterday', value: '', baseUrl: '', account: '' })
    expect((await session.token({ deadlineMs: Date.now() + minuteMs })).id).toBe(id)
    expect(used).toEqual({ read: 4, replace: 3 })
  })

  it('does not count an attempt whose lease was written too late to send', async () => {
    let aheadMs = 0
    const inner = createMemorySession()
    const store: SessionStore = {
      read: inner.read,
      replace: async (next, options) => {
        if (next.lease) aheadMs += 6_000
        return inner.replace(next, options)
      },
    }
    const { session, backOffice } = startWorker({ baseUrl: sandbox.url, store, now: () => Date.now() + aheadMs })
    expect(await errorOf(backOffice.orders.read(10001))).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await session.status()).toMatchObject({ attempts: 0 })
    expect((await store.read())?.lease).toBeUndefined()
    expect(await logins()).toBe(0)
  })

  it('keeps a token in memory that the state table could not take', async () => {
    const { backOffice } = fleet({ store: refusingOnce(({ token }) => token !== undefined) }).start()
    expect(await errorOf(backOffice.orders.read(10001))).toMatchObject({ message: 'the table cannot be reached' })
    expect(await backOffice.orders.read(10001)).toMatchObject({ id: 10001 })
    expect(await logins()).toBe(1)
  })

  it('is not taken for none where the state table cannot be read: nobody logs in', async () => {
    const store: SessionStore = { ...createMemorySession(), read: () => Promise.reject(new TypeError('down')) }
    expect(await errorOf(fleet({ store }).start().backOffice.orders.read(10001))).toMatchObject({ message: 'down' })
    expect(await logins()).toBe(0)
  })

  it('logs in anew after a day', async () => {
    const { wait, backOffice } = await atWork()
    await wait(25 * hourMs)
    await backOffice.orders.read(10001)
    // A third read would be one with the old token, which was refused.
    expect(await sandbox.calls()).toMatchObject({ 'POST /rest/login': 2, 'GET /rest/orders/{orderId}': 2 })
  })

  it('keeps the token sealed: neither token, name nor password lie in the state table', async () => {
    const { store, start, run } = fleet()
    const { session } = start()
    const { value } = await session.token(run())
    const item = JSON.stringify(await store.read())
    for (const secret of [value, demoUser.username, demoUser.password]) expect(item).not.toContain(secret)
  })

  it("waits for another worker's login no longer than the run lasts", async () => {
    const { store, start, now } = fleet()
    await store.replace(
      { writeId: 'w', attempts: 1, refused: [], lease: { owner: 'another', until: now() + hourMs } },
      { previous: undefined },
    )
    const { session } = start({ requestTimeoutMs: 100 })
    const error = await errorOf(session.token({ deadlineMs: now() + 700 }))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await logins()).toBe(0)
  })

  it('takes over the lease of a worker that died, and counts its attempt', async () => {
    const { store, start, now } = fleet()
    const lease = { owner: 'dead', until: now() - 1 }
    await store.replace({ writeId: 'w', attempts: 1, refused: [], lease }, { previous: undefined })
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'drop-before' })
    const { session, backOffice } = start()
    await errorOf(backOffice.orders.read(10001))
    expect(await session.status()).toMatchObject({ attempts: 2 })
  })
})

describe('a token that is refused', () => {
  it('makes all workers together log in once', async () => {
    const { start } = fleet()
    const workers = Array.from({ length: 20 }, () => start())
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    await sandbox.control('POST', '/clock', { advanceMs: 25 * hourMs })
    await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10001)))
    expect(await logins()).toBe(2)
  })

  it('repeats a write, which a 401 proves not to have happened', async () => {
    const { backOffice } = await atWork()
    await sandbox.control('POST', '/clock', { advanceMs: 25 * hourMs })
    const body = { referenceType: 'order', referenceValue: 10001, text: 'once', isVisibleForContact: true } as const
    await backOffice.comments.create(body, soon())
    const { comments } = await sandbox.state()
    expect(comments.filter(({ text }) => text === 'once')).toHaveLength(1)
  })

  it('pauses all calls for 15 minutes where it never worked, instead of logging in again', async () => {
    const { start, wait, now } = fleet()
    const [first, second] = [start(), start()]
    await sandbox.fault({ path: '/rest/orders', times: 5, kind: 'status', status: 401 })
    const error = await errorOf(first.backOffice.orders.read(10001))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect((error as RetryLater).atMs).toBeGreaterThan(now() + 14 * minuteMs)
    expect(await errorOf(second.backOffice.orders.read(10001))).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await first.session.status()).toMatchObject({ state: 'paused' })
    expect(await logins()).toBe(1)
    await sandbox.control('DELETE', '/faults')
    await wait(15 * minuteMs + 1000)
    await second.backOffice.orders.read(10001)
    expect(await logins()).toBe(2)
  })

  it('is noted as working by a later call where the first one could not store that', async () => {
    const { start } = fleet({ store: refusingOnce(({ token }) => token?.worked) })
    const [first, second] = [start(), start()]
    for (let call = 0; call < 2; call += 1) await first.backOffice.orders.read(10001)
    await sandbox.fault({ path: '/rest/orders', times: 1, kind: 'expire-tokens' })
    expect((await second.backOffice.orders.read(10001)).id).toBe(10001)
  })

  it('is not logged in for over and over where one route always answers 401', async () => {
    const { backOffice } = await atWork()
    await sandbox.fault({ path: '/rest/items', times: 50, kind: 'status', status: 401 })
    const errors: unknown[] = []
    for (let call = 0; call < 5; call += 1) errors.push(await errorOf(backOffice.images.ofItem(901)))
    for (const error of errors) expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await logins()).toBe(2)
    expect((await sandbox.calls())['GET /rest/items/{itemId}/images']).toBe(2)
  })

  it('is kept if it has worked elsewhere by the time of the second 401, and the call is deferred', async () => {
    const store = createMemorySession()
    const server = await listenLying(async ({ path, authorization }) => {
      if (path === '/rest/login') return { body: { access_token: `token-${server.count('POST /rest/login')}` } }
      if (!path.startsWith('/rest/items')) return { body: { id: 1, typeId: 1, statusId: 7 } }
      if (authorization === 'Bearer token-2') await other.backOffice.orders.read(1)
      return { status: 401 }
    })
    const [one, other] = [startWorker({ baseUrl: server.url, store }), startWorker({ baseUrl: server.url, store })]
    await one.backOffice.orders.read(1)
    const error = await errorOf(one.backOffice.images.ofItem(901))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(error).toHaveProperty('message', '[GET] /rest/items/901/images was refused twice with 401')
    await one.backOffice.orders.read(1)
    expect(server.count('POST /rest/login')).toBe(2)
    await server.close()
  })

  it('is forgotten by compare-and-set: a newer one stays', async () => {
    const { start, run, store } = fleet()
    const { session } = start()
    const old = await session.token(run())
    await session.worked(old)
    await session.forget(old)
    const newer = await session.token(run())
    await session.forget(old)
    expect((await store.read())?.token?.id).toBe(newer.id)
    expect((await session.token(run())).id).toBe(newer.id)
  })

  it('a 403 touches neither token nor breaker, and does not show that a token works', async () => {
    const { start, store } = fleet()
    const { backOffice } = start()
    const forbid = async () => {
      await sandbox.fault({ path: '/rest/orders', times: 1, kind: 'status', status: 403 })
      expect(await errorOf(backOffice.orders.read(10001))).toBeInstanceOf(Rejected)
    }
    await forbid()
    expect((await store.read())?.token?.worked).toBe(false)
    await backOffice.orders.read(10001)
    const before = await store.read()
    expect(before?.token?.worked).toBe(true)
    await forbid()
    expect(await store.read()).toEqual(before)
    expect(await logins()).toBe(1)
  })
})

describe('the login that closes before the API user is locked', () => {
  const wrong = { credentials: { password: 'wrong' } }

  it('a wrong password is one refused login, then nothing is sent', async () => {
    const { start, wait } = fleet(wrong)
    for (let worker = 0; worker < 10; worker += 1) {
      expect(await errorOf(start().backOffice.orders.read(10001))).toBeInstanceOf(LoginClosed)
      await wait(24 * hourMs)
    }
    expect(await logins()).toBe(1)
    expect(await userState()).toMatchObject({ locked: false, failedLogins: 1 })
  })

  it('opens by itself for a new version of the secret, three versions in all', async () => {
    const { start } = fleet()
    for (const version of ['v1', 'v2', 'v3', 'v4', 'v5', 'v1', 'v6']) {
      const { backOffice } = start({ credentials: { password: `wrong-${version}`, version } })
      expect(await errorOf(backOffice.orders.read(10001))).toBeInstanceOf(LoginClosed)
    }
    expect(await logins()).toBe(3)
    expect(await userState()).toMatchObject({ locked: false, failedLogins: 3 })
  })

  it('a right secret after a wrong one opens the login and clears the count', async () => {
    let secret = { baseUrl: sandbox.url, ...demoUser, password: 'wrong' }
    const { session, backOffice } = fleet().start({ readCredentials: async () => secret })
    await errorOf(backOffice.orders.read(10001))
    expect(await session.status()).toMatchObject({ state: 'refused', attempts: 1, refusedVersions: ['v1'] })
    secret = { baseUrl: sandbox.url, ...demoUser, version: 'v2' }
    await backOffice.orders.read(10001)
    expect(await session.status()).toMatchObject({ state: 'open', attempts: 0, refusedVersions: [] })
  })

  it('reads the secret fresh before any login', async () => {
    const cached = { baseUrl: sandbox.url, ...demoUser, password: 'of last week', version: 'v0' }
    const { backOffice } = fleet().start({
      readCredentials: async ({ fresh }) => (fresh ? { baseUrl: sandbox.url, ...demoUser } : cached),
    })
    await backOffice.orders.read(10001)
    expect(await userState()).toMatchObject({ failedLogins: 0 })
  })

  it('opens a token that was sealed with a newer secret than the cached one', async () => {
    const { start } = fleet()
    await start().backOffice.orders.read(10001)
    const cached = { baseUrl: sandbox.url, ...demoUser, password: 'of last week', version: 'v0' }
    const readCredentials = async ({ fresh }: { fresh: boolean }) =>
      fresh ? { baseUrl: sandbox.url, ...demoUser } : cached
    await start({ readCredentials }).backOffice.orders.read(10001)
    expect(await logins()).toBe(1)
  })

  it('three attempts without an answer close it for good, and a reset grants one', async () => {
    const { start, wait } = fleet()
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 100, kind: 'drop-before' })
    for (let call = 0; call < 10; call += 1) {
      await errorOf(start().backOffice.orders.read(10001))
      await wait(hourMs)
    }
    const { session, backOffice } = start()
    expect(await logins()).toBe(3)
    expect(await session.status()).toMatchObject({ state: 'used-up', attempts: 3 })
    expect(await session.reset()).toMatchObject({ state: 'open', attempts: 2 })
    await errorOf(backOffice.orders.read(10001))
    await wait(hourMs)
    expect(await errorOf(backOffice.orders.read(10001))).toBeInstanceOf(LoginClosed)
    expect(await logins()).toBe(4)
    await sandbox.control('DELETE', '/faults')
    await session.reset()
    await backOffice.orders.read(10001)
    expect(await session.status()).toMatchObject({ state: 'open', attempts: 0 })
  })

  it('a burst of workers uses up one attempt, not three', async () => {
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 100, kind: 'drop-before' })
    const { start } = fleet()
    const workers = Array.from({ length: 20 }, () => start())
    await Promise.all(workers.map(({ backOffice }) => errorOf(backOffice.orders.read(10001))))
    expect(await logins()).toBe(1)
  })

  it.each([
    ['was answered 429', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, {}],
    ['was answered 500', { kind: 'status', status: 500 }, {}],
    ['was answered 503', { kind: 'status', status: 503 }, {}],
    ['has found no connection', undefined, { credentials: { baseUrl: 'http://127.0.0.1:1' } }],
  ])('does not count an attempt that %s', async (_, fault, options) => {
    const { start, wait } = fleet(options)
    if (fault) await sandbox.fault({ method: 'POST', path: '/rest/login', times: 20, ...fault })
    for (let call = 0; call < 5; call += 1) {
      expect(await errorOf(start().backOffice.orders.read(10001))).toBeInstanceOf(RetryLater)
      await wait(hourMs)
    }
    expect(await start().session.status()).toMatchObject({ state: 'open', attempts: 0 })
    expect(await logins()).toBe(fault ? 5 : 0)
  })

  it.each([
    ['html', {}],
    ['garbage', {}],
    ['empty', {}],
    // Its token fits no header.
    ['status', { status: 200, body: { access_token: 'hunter2\nx-injected: 1' } }],
  ])('keeps an attempt counted that was answered with 200 and %s, and shows no token', async (kind, answer) => {
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind, ...answer })
    const { session, backOffice } = fleet().start()
    const error = (await errorOf(backOffice.orders.read(10001))) as Error
    expect(error).toBeInstanceOf(RetryLater)
    expect(String(error.stack)).not.toContain('hunter2')
    expect(await session.status()).toMatchObject({ attempts: 1 })
    expect(await sandbox.calls()).toEqual({ 'POST /rest/login': 1 })
  })

  it('waits as long as Retry-After says before the next login', async () => {
    const { start, wait, now } = fleet()
    const headers = { 'retry-after': '90' }
    await sandbox.fault({ path: '/rest/login', times: 1, kind: 'status', status: 429, headers })
    await errorOf(start().backOffice.orders.read(10001))
    await wait(80_000)
    const error = (await errorOf(start().backOffice.orders.read(10001))) as RetryLater
    expect(error).toMatchObject({ code: 'not_ready' })
    expect(error.atMs).toBeGreaterThan(now())
    expect(await logins()).toBe(1)
    await wait(11_000)
    await start().backOffice.orders.read(10001)
  })

  it.each([
    ['no password', { password: '' }],
    ['the text undefined as user name', { username: 'undefined' }],
    ['no base URL', { baseUrl: '' }],
    ['white space as password', { password: '  ' }],
    ['an address beyond loopback that is not https', { baseUrl: 'http://backoffice.example.com' }],
  ])('sends nothing with %s', async (_, credentials) => {
    const { session, backOffice } = fleet().start({ credentials })
    const error = await errorOf(backOffice.orders.read(10001))
    expect(error).toBeInstanceOf(LoginClosed)
    expect((error as Error).message).toContain('not configured')
    expect(await session.status()).toMatchObject({ state: 'not-configured', attempts: 0 })
    expect(await logins()).toBe(0)
  })

  it('begins no login that the run has no time for, and counts none', async () => {
    const { start, now } = fleet()
    const { session } = start()
    const error = await errorOf(session.token({ deadlineMs: now() + 2_100 }))
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready' })
    expect(await session.status()).toMatchObject({ attempts: 0 })
    expect(await logins()).toBe(0)
  })
})

describe('a login that a person resets', () => {
  const rights = (...lacks: string[]) => sandbox.control('POST', '/users/api-bridge/rights', { lacks })
  const body = { referenceType: 'order', referenceValue: 10001, text: 'once', isVisibleForContact: true } as const

  it('is made anew once by all workers, and a right that was granted meanwhile counts for each of them', async () => {
    const { start } = fleet()
    const [first, second, cold, operator] = [start(), start(), start(), start()]
    await rights('comments.create')
    for (const { backOffice } of [first, second])
      expect(await errorOf(backOffice.comments.create(body, soon()))).toBeInstanceOf(Rejected)
    await rights()
    expect(await errorOf(first.backOffice.comments.create(body, soon()))).toBeInstanceOf(Rejected)
    expect(await logins()).toBe(1)
    await operator.session.reset()
    await Promise.all([first, second, cold].map(({ backOffice }) => backOffice.comments.create(body, soon())))
    expect((await sandbox.state()).comments).toHaveLength(3)
    expect(await logins()).toBe(2)
  })

  it.each([
    ['by the limit of sessions', () => sandbox.control('POST', '/limits', { sessions: 1 })],
    ['by a wrong password', () => sandbox.control('POST', '/users/api-bridge/password', { password: 'another' })],
    ['without an answer', () => sandbox.fault({ path: '/rest/login', times: 1, kind: 'drop-after' })],
  ])('leaves the token in use where the new login ends %s', async (_, forbid) => {
    const { wait, session, backOffice } = await atWork()
    await session.reset()
    await forbid()
    for (let calls = 0; calls < 3; calls += 1) await backOffice.orders.read(10001)
    expect(await logins()).toBe(2)
    await wait(31_000)
    await backOffice.orders.read(10001)
    expect(await logins()).toBe(2)
  })
})

describe('too many concurrent sessions', () => {
  it('at the login is waited for, and is no attempt', async () => {
    await atWork()
    await sandbox.control('POST', '/limits', { sessions: 1 })
    const { session, backOffice } = fleet().start()
    const error = (await errorOf(backOffice.orders.read(10001))) as RetryLater
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready', why: { code: 'too_many_sessions' } })
    expect(error.atMs).toBeGreaterThan(Date.now())
    expect(await session.status()).toMatchObject({ state: 'open', attempts: 0 })
  })

  it('at a call keeps the token, waits a minute and says so', async () => {
    const body = { message: 'Too many users. Only 3 users can be logged in simultaneously' }
    const { backOffice } = await atWork()
    const headers = { 'retry-after': '3600' }
    await sandbox.fault({ path: '/rest/orders', times: 1, kind: 'status', status: 429, body, headers })
    const error = (await errorOf(backOffice.orders.read(10001))) as RetryLater
    expect(error).toMatchObject({ name: 'RetryLater', code: 'not_ready', why: { code: 'too_many_sessions' } })
    expect(Math.abs((error.atMs ?? 0) - Date.now() - minuteMs)).toBeLessThan(30_000)
    await backOffice.orders.read(10001)
    expect(await logins()).toBe(1)
  })
})

it('a token goes only to the address that issued it', async () => {
  const { start } = fleet()
  await start().backOffice.orders.read(10001)
  const error = await errorOf(start({ credentials: { baseUrl: 'http://127.0.0.1:1' } }).backOffice.orders.read(10001))
  expect((error as Error).message).toContain('login')
})

describe('the life of a token', () => {
  const token = (lifetimeMs: number) => {
    const names = { id: 't', value: 'v', baseUrl: '', account: '' }
    return { ...names, issuedAt: 0, expiresAt: lifetimeMs, worked: true, outdated: false }
  }

  it.each([
    [24 * hourMs, 10 * minuteMs, minuteMs],
    [10 * minuteMs, 2 * minuteMs, 30_000],
    [100_000, 20_000, 5_000],
  ])('of %d ms is renewed %d ms and no longer used %d ms before its end', (lifetimeMs, renewMs, stopMs) => {
    const live = token(lifetimeMs)
    expect([isDueForRenewal(live, lifetimeMs - renewMs - 1), isDueForRenewal(live, lifetimeMs - renewMs)]).toEqual([
      false,
      true,
    ])
    expect([isUsable(live, lifetimeMs - stopMs - 1), isUsable(live, lifetimeMs - stopMs)]).toEqual([true, false])
  })
})
