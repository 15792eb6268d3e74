import { describe, expect, it, vi } from 'vitest'
import { describeLogin } from '../../lib/back-office/session/decide-login.ts'
import { emptyItem } from '../../lib/back-office/session/store.ts'
import { loginView } from '../../lib/operator/views/login-view.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { createWorld, minute, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const lock = (world: World) =>
  world.control('/sandbox/faults', {
    method: 'POST',
    body: { kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' },
  })
const unlock = (world: World) => world.control('/sandbox/users/api-bridge/unlock', { method: 'POST' })
const loginsOf = async (world: World) => (await world.calls()).byRoute['POST /rest/login'] ?? 0

/** As many events as asked for, all of them waiting because the login is closed. */
async function closed(count: number) {
  const desk = createDesk()
  await lock(desk.world)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await desk.world.accept('standard', returnRequested({})))
  for (const id of ids) await desk.world.run(id)
  return { ...desk, ids }
}

describe('login.status', () => {
  it('says where the login stands, and sends nothing', async () => {
    const { world, ask } = createDesk()
    expect((await ask('login.status')).result).toMatchObject({
      state: 'open',
      attempts: 0,
      maxAttempts: 3,
      refusedVersions: [],
    })
    await world.deliver('standard', returnRequested({}))
    const before = await world.calls()
    const { result } = await ask('login.status')
    expect(result).toMatchObject({ state: 'open', token: { issuedAt: '2026-03-02T09:00:00.000Z', worked: true } })
    expect(await world.calls()).toEqual(before)
    expect(JSON.stringify(result)).not.toMatch(/demo-password|api-bridge/)
  })

  it('says what to do about a refused login', async () => {
    const { ask } = await closed(1)
    expect((await ask('login.status')).result).toMatchObject({
      state: 'refused',
      // Not what it is stored by: that is made of the password.
      refusedVersions: [expect.stringMatching(/^[\w-]{12}$/)],
      says: expect.stringContaining('login.reset'),
    })
  })
})

describe('where the login stands', () => {
  const status = { attempts: 1, maxAttempts: 3, refusedVersions: [] }
  it('shows versions of the secret by a key of each process: whoever has an answer can try no passwords by it', async () => {
    const shown = async () => {
      vi.resetModules()
      const { loginView: another } = await import('../../lib/operator/views/login-view.ts')
      const view = another({ ...status, state: 'refused', refusedVersions: ['v1', 'v2', 'v1'] }, languages.en)
      return view.refusedVersions as string[]
    }
    const [one = '', other, again] = await shown()
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    expect(await shown()).not.toContain(one)
  })

  it('is shown with times that people read', () => {
    const times = { leaseUntil: 60_000, notBefore: 120_000, pausedUntil: 180_000 }
    expect(loginView({ ...status, state: 'paused', ...times }, languages.en)).toEqual({
      ...status,
      state: 'paused',
      says: expect.stringContaining('by themselves at pausedUntil'),
      leaseUntil: '1970-01-01T00:01:00.000Z',
      notBefore: '1970-01-01T00:02:00.000Z',
      pausedUntil: '1970-01-01T00:03:00.000Z',
    })
  })

  it.each([
    [999, { leaseUntil: 1_000, notBefore: 1_000, pausedUntil: 1_000 }],
    [1_000, {}],
  ])('has no time that is over: at %i', (now, times) => {
    const item = { ...emptyItem, lease: { owner: 'w', until: 1_000 }, notBefore: 1_000, pausedUntil: 1_000 }
    const state = now < 1_000 ? 'paused' : 'open'
    expect(describeLogin(item, { now, version: '1' })).toEqual({ ...status, state, attempts: 0, ...times })
  })

  it.each(['used-up', 'refused'] as const)('names the way out of %s', (state) => {
    expect(loginView({ ...status, state }, languages.en).says).toContain('login.reset')
  })
})

describe('login.reset', () => {
  it('opens a closed login for one more try and makes what waits for it due', async () => {
    const { world, ask, ids } = await closed(3)
    const before = await loginsOf(world)
    await unlock(world)
    const { result } = await ask('login.reset')
    expect(result).toEqual({ login: expect.objectContaining({ state: 'open' }), released: 3, more: false })
    expect(await loginsOf(world)).toBe(before)
    for (const id of ids) expect((await world.get(id)).status).toBe('ready')
    const first = ids[0] ?? ''
    expect((await world.finish(first)).status).toBe('done')
    expect((await world.get(first)).history.map(({ code }) => code)).toContain('released')
  })

  it('is the last step of the way out of a locked login: new password, new secret, reset', async () => {
    const secret = { password: 'demo-password', version: '1' }
    const { world, ask } = createDesk(createWorld({ secret: () => ({ ...secret }) }))
    const wrong = { username: 'api-bridge', password: 'wrong' }
    const somebody = { method: 'POST', body: JSON.stringify(wrong) }
    for (let count = 0; count < 5; count += 1) await world.sandbox.fetch('http://127.0.0.1/rest/login', somebody)
    const { id } = await world.begin('standard', returnRequested({}))
    expect((await ask('login.status')).result).toMatchObject({
      state: 'refused',
      says: expect.stringMatching(/unlocked there, which sets a new password, and write that into the secret/),
    })
    expect((await ask('why', { id })).result?.toDo).toMatch(/new password, and write that into the secret/)
    await world.control('/sandbox/users/api-bridge/password', { method: 'POST', body: { password: 'new-password' } })
    // The reset alone is no help: the old password is gone.
    await ask('login.reset')
    await world.run(id)
    expect((await ask('login.status')).result).toMatchObject({ state: 'refused' })
    Object.assign(secret, { password: 'new-password', version: '2' })
    expect((await ask('login.reset')).result).toMatchObject({ login: { state: 'open' }, released: 1 })
    expect((await world.finish(id)).status).toBe('done')
    const logins = await world.control<{ users: object[] }>('/sandbox/state')
    expect(logins.users).toMatchObject([{ locked: false, failedLogins: 0 }])
  })

  it('leaves alone what once waited for the login and waits for something else now', async () => {
    const { world, ask, ids } = await closed(1)
    const [id = ''] = ids
    await unlock(world)
    await ask('login.reset')
    await world.fault({ method: 'GET', path: '/rest/orders', kind: 'status', status: 500, times: 10 })
    const { event: waiting } = await world.run(id)
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 1 })
    expect((await ask('login.reset')).result).toMatchObject({ released: 0, more: false })
    expect(await world.get(id)).toEqual(waiting)
  })

  it('releases 500 at most and says that there are more', async () => {
    const { world, ask, ids } = await closed(503)
    await unlock(world)
    expect((await ask('login.reset')).result).toMatchObject({ released: 500, more: true })
    const statuses = await Promise.all(ids.map(async (id) => (await world.get(id)).status))
    expect(statuses.filter((status) => status === 'waiting')).toHaveLength(3)
    await world.advance(10 * minute)
    expect((await world.workflow.inbox.due({ now: world.now(), limit: 1_000 })).length).toBe(503)
  })

  it('goes on where an event has moved meanwhile, and answers internal where the table cannot be reached', async () => {
    const { world, ask, ids } = await closed(2)
    await unlock(world)
    const [first = ''] = ids
    world.workflow.inbox = {
      ...world.ports.inbox,
      get: async (id) => {
        const event = await world.ports.inbox.get(id)
        return event && id === first ? { ...event, status: 'running' } : event
      },
    }
    expect((await ask('login.reset')).result).toMatchObject({ released: 1, more: false })
    world.workflow.inbox = { ...world.ports.inbox, get: async () => Promise.reject(new TypeError('down')) }
    expect(await ask('login.reset')).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  it('stops where the time of its function ends, and says so', async () => {
    const { world } = await closed(3)
    const { ask } = createDesk(world, { deadlineMs: world.now() + 5_000 })
    expect((await ask('login.reset')).result).toMatchObject({ released: 0, more: true })
  })
})
