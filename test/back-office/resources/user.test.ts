import { describe, expect, it } from 'vitest'
import { RetryLater } from '../../../lib/errors.ts'
import { createMemorySession } from '../../memory/memory-stores.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { errorOf, routesOf, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()

describe('the API user', () => {
  it('is asked for once and remembered by all workers', async () => {
    const store = createMemorySession()
    const first = startWorker({ baseUrl: sandbox.url, store })
    expect(await first.backOffice.user.id()).toBe(77)
    expect(await first.backOffice.user.id()).toBe(77)
    expect(await startWorker({ baseUrl: sandbox.url, store }).backOffice.user.id()).toBe(77)
    expect((await sandbox.calls())['GET /rest/user']).toBe(1)
  })

  it('is remembered over a new login', async () => {
    const { session, backOffice } = startWorker({ baseUrl: sandbox.url })
    await backOffice.user.id()
    await session.forget(await session.token({ deadlineMs: Date.now() + 60_000 }))
    expect(await backOffice.user.id()).toBe(77)
    expect(await sandbox.calls()).toEqual({ 'POST /rest/login': 2, 'GET /rest/user': 1 })
  })

  it('is asked for anew for another account', async () => {
    const store = createMemorySession()
    await startWorker({ baseUrl: sandbox.url, store }).backOffice.user.id()
    await store.replace(
      { writeId: 'x', attempts: 0, refused: [], user: { id: 5, account: 'another' } },
      { previous: await store.read() },
    )
    expect(await startWorker({ baseUrl: sandbox.url, store }).backOffice.user.id()).toBe(77)
  })

  it('that a refused path does not name is for a person to set, and costs no attempt', async () => {
    const body = { error: 'No route.' }
    await sandbox.fault({ method: 'GET', path: '/rest/user', kind: 'status', status: 404, body })
    const error = await errorOf(startWorker({ baseUrl: sandbox.url }).backOffice.user.id())
    expect(error).toBeInstanceOf(RetryLater)
    expect(error).toMatchObject({ code: 'owner_refused' })
    expect((error as Error).message).toBe(
      'The id of the API user cannot be read: [GET] /rest/user was refused with 404: No route. Set backOffice.ownerId in bridge.config.ts to that id',
    )
  })

  it('is for a person to set, too, where the path alone answers 401: the login goes on', async () => {
    const { session, backOffice } = startWorker({ baseUrl: sandbox.url })
    await backOffice.orders.read(10_001)
    await sandbox.fault({ method: 'GET', path: '/rest/user', kind: 'status', status: 401, times: 9 })
    expect(await errorOf(backOffice.user.id())).toMatchObject({ code: 'owner_refused' })
    expect(await session.status()).toMatchObject({ state: 'open' })
    expect((await sandbox.calls())['POST /rest/login']).toBe(1)
  })

  it('is asked for once more with a new token where the old one no longer works', async () => {
    const store = createMemorySession()
    await startWorker({ baseUrl: sandbox.url, store }).backOffice.orders.read(10_001)
    await sandbox.fault({ method: 'GET', path: '/rest/user', kind: 'expire-tokens' })
    expect(await startWorker({ baseUrl: sandbox.url, store }).backOffice.user.id()).toBe(77)
    expect(await sandbox.calls()).toMatchObject({ 'POST /rest/login': 2, 'GET /rest/user': 2 })
  })

  it.each([
    ['is for a person to set, too, on other answers', { kind: 'html' }, 'owner_unknown', /Set backOffice\.ownerId/],
    ['that a limit keeps from being read is asked for later', { kind: 'status', status: 429 }, 'not_ready', /./],
  ])('%s', async (_, fault, code, says) => {
    await sandbox.fault({ method: 'GET', path: '/rest/user', ...fault })
    const error = await errorOf(startWorker({ baseUrl: sandbox.url }).backOffice.user.id())
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) })
  })

  it('is not asked for where it is configured', async () => {
    const worker = startWorker({ baseUrl: sandbox.url, ownerId: 12 })
    expect(await worker.backOffice.user.id()).toBe(12)
    expect(routesOf(worker)).toEqual([])
  })
})
