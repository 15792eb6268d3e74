import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { credentials, useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const addFault = async (fault: object) => sandbox.send('POST', '/sandbox/faults', fault)
const comment = { referenceType: 'order', referenceValue: 10001, text: 'x', isVisibleForContact: true }
const writeComment = async () => sandbox.rest('POST', '/rest/comments', comment)
const storedComments = async () => (await sandbox.send('GET', '/sandbox/state')).json.comments.length
const calls = async () => (await sandbox.send('GET', '/sandbox/calls')).json.byRoute

describe('a fault over a real socket', () => {
  it('status: answers that status with an error body, and does nothing', async () => {
    await addFault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'status', status: 503 })
    const { status, json } = await writeComment()
    expect([status, json]).toEqual([503, { error: { code: 503, message: 'Fault of the sandbox.' } }])
    expect(await storedComments()).toBe(0)
    expect((await writeComment()).status).toBe(200)
  })

  it.each([
    [{}, 500, /Fault of the sandbox/, null],
    [{ status: 429, body: { error: 'slow' }, headers: { 'Retry-After': '7' } }, 429, /^{"error":"slow"}$/, '7'],
    [{ status: 200, body: 'plain words' }, 200, /^plain words$/, null],
    [{ status: 204 }, 204, /^$/, null],
  ])('status: is answered as asked for, 500 by default: %j', async (fault, status, body, retryAfter) => {
    await addFault({ path: '/rest/user', kind: 'status', ...fault })
    const answer = await sandbox.rest('GET', '/rest/user')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(answer.text).toMatch(body)
  })

  it('slow: carries out the write even when its client has hung up', async () => {
    await sandbox.rest('GET', '/rest/user')
    const token = (await sandbox.login()).json.access_token
    await addFault({ path: '/rest/comments', kind: 'slow', delayMs: 600 })
    const hungUp = fetch(`${sandbox.url()}/rest/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(comment),
      signal: AbortSignal.timeout(50),
    })
    await expect(hungUp).rejects.toThrow(/timeout/)
    expect(await storedComments()).toBe(0)
    await expect.poll(storedComments, { timeout: 5_000 }).toBe(1)
  })

  it.each([
    ['drop-before: cuts the connection and does nothing', 'drop-before', 0],
    ['drop-after: carries the request out, then cuts the connection', 'drop-after', 1],
  ])('%s', async (_title, kind, stored) => {
    await sandbox.rest('GET', '/rest/user')
    await addFault({ method: 'POST', path: '/rest/comments', kind })
    await expect(writeComment()).rejects.toThrow(TypeError)
    expect(await storedComments()).toBe(stored)
    expect((await calls())['POST /rest/comments']).toBe(1)
  })

  it.each([
    ['html', /^<!DOCTYPE html>/, 'text/html; charset=UTF-8'],
    ['garbage', /^\{"id": 47, [^}]+$/, 'application/json'],
    ['empty', /^$/, 'application/json'],
  ])('%s: answers 200 with a body that lies, and does nothing', async (kind, body, contentType) => {
    await addFault({ path: '/rest/comments', kind })
    const { status, text, headers } = await writeComment()
    expect(status).toBe(200)
    expect(text).toMatch(body)
    expect(headers.get('content-type')).toBe(contentType)
    expect(await storedComments()).toBe(0)
  })

  it.each(['status', 'html', 'garbage', 'empty'])('%s: carries the request out first if applied', async (kind) => {
    await addFault({ path: '/rest/comments', kind, applied: true })
    expect((await writeComment()).json?.id).toBeUndefined()
    expect(await storedComments()).toBe(1)
  })

  it('expire-tokens: expires every token, so that the same request is already refused', async () => {
    expect((await sandbox.rest('GET', '/rest/user')).status).toBe(200)
    await addFault({ path: '/rest/user', kind: 'expire-tokens' })
    expect((await sandbox.rest('GET', '/rest/user')).status).toBe(401)
    expect((await sandbox.rest('GET', '/rest/orders')).status).toBe(401)
    expect((await sandbox.login()).status).toBe(200)
  })

  it('lock-user: locks the API user, so that a login is refused even with the right password', async () => {
    await addFault({ method: 'POST', path: '/rest/login', kind: 'lock-user' })
    expect((await sandbox.login()).status).toBe(403)
    expect((await sandbox.login()).status).toBe(403)
    expect((await sandbox.send('GET', '/sandbox/state')).json.users[0].locked).toBe(true)
  })
})

describe('faults', () => {
  it('apply as often as they say, the oldest matching fault first', async () => {
    await sandbox.rest('GET', '/rest/user')
    await addFault({ path: '/rest/user', times: 2, kind: 'status', status: 500 })
    await addFault({ path: '/rest', times: 1, kind: 'status', status: 502 })
    const statuses = []
    for (let calls = 0; calls < 4; calls += 1) statuses.push((await sandbox.rest('GET', '/rest/user')).status)
    expect(statuses).toEqual([500, 500, 502, 200])
  })

  it('apply only to requests with their method and a path that begins with theirs, and never to the control', async () => {
    await sandbox.rest('GET', '/rest/user')
    await addFault({ path: '/sandbox', kind: 'status', status: 500 })
    expect((await sandbox.send('GET', '/sandbox/state')).status).toBe(200)
    await addFault({ method: 'post', path: '/rest/orders', kind: 'status', status: 500 })
    expect((await sandbox.rest('GET', '/rest/orders')).status).toBe(200)
    expect((await sandbox.rest('POST', '/rest/comments', comment)).status).toBe(200)
    expect((await sandbox.rest('POST', '/rest/orders', {})).status).toBe(500)
  })

  it('are listed while they are pending, and removed by DELETE', async () => {
    const added = (await addFault({ path: '/rest/user', times: 3, kind: 'slow', delayMs: 5 })).json
    expect(added.faults).toEqual([{ path: '/rest/user', times: 3, kind: 'slow', delayMs: 5, applied: false }])
    expect((await sandbox.send('GET', '/sandbox/faults')).json).toEqual(added)
    expect((await sandbox.send('DELETE', '/sandbox/faults')).json).toEqual({ faults: [] })
    expect((await sandbox.rest('GET', '/rest/user')).status).toBe(200)
  })

  it.each<[object, RegExp]>([
    [{ path: '/rest', kind: 'explode' }, /^kind: must be one of status, slow, drop-before/],
    [{ path: '/rest' }, /^kind: must be one of/],
    [{ path: 'rest', kind: 'html' }, /^path: /],
    [{ kind: 'html', times: 0 }, /^times: /],
    [{ kind: 'status', status: 99 }, /^status: /],
    [{ kind: 'slow', delayMs: -1 }, /^delayMs: /],
    [{ kind: 'html', time: 1 }, /time/],
  ])('are refused with 400 and a sentence: %j', async (fault, sentence) => {
    const { status, json } = await addFault(fault)
    expect(status).toBe(400)
    expect(json.error.message).toMatch(sentence)
    expect((await sandbox.send('GET', '/sandbox/faults')).json.faults).toEqual([])
  })
})

describe('a fault without sockets', () => {
  const start = () => {
    const slept: number[] = []
    const sleep = async (ms: number) => void slept.push(ms)
    return { slept, ...createSandbox({ seed: 'empty', now: () => 0, sleep }) }
  }
  const post = async (fetch: typeof globalThis.fetch, path: string, body: object) =>
    fetch(`http://localhost${path}`, { method: 'POST', body: JSON.stringify(body) })

  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('%s rejects with the TypeError that fetch gives for a cut connection', async (kind, sessions) => {
    const { fetch, app, world } = start()
    await post(fetch, '/sandbox/faults', { path: '/rest/login', times: 2, kind })
    const cut = post(fetch, '/rest/login', credentials)
    await expect(cut).rejects.toThrow(new TypeError('fetch failed'))
    await expect(cut).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
    expect(world.sessions.size).toBe(sessions)
    await expect(app.request('/rest/login', { method: 'POST' })).rejects.toThrow('fetch failed')
  })

  it('slow waits with the sleep that was passed in', async () => {
    const { fetch, slept } = start()
    await post(fetch, '/sandbox/faults', { path: '/rest/login', kind: 'slow', delayMs: 9_000 })
    expect((await post(fetch, '/rest/login', credentials)).status).toBe(200)
    expect(slept).toEqual([9_000])
  })

  it("a signal ends the client's wait but not the service's work", async () => {
    const waiting = Promise.withResolvers<void>()
    const { fetch, world } = createSandbox({ seed: 'empty', now: () => 0, sleep: async () => waiting.promise })
    await post(fetch, '/sandbox/faults', { path: '/rest/login', kind: 'slow' })
    const controller = new AbortController()
    const body = JSON.stringify(credentials)
    const answer = fetch('http://localhost/rest/login', { method: 'POST', body, signal: controller.signal })
    controller.abort(new Error('hung up'))
    await expect(answer).rejects.toThrow('hung up')
    waiting.resolve()
    await expect.poll(() => world.sessions.size).toBe(1)
    await expect(
      fetch('http://localhost/rest/login', { signal: AbortSignal.abort(new Error('too late')) }),
    ).rejects.toThrow('too late')
  })
})
