import { describe, expect, it } from 'vitest'
import { credentials, useSandbox } from './client.ts'

// The statements of conformance/login and conformance/lock hold what a token is, and what locks a user.
const sandbox = useSandbox('empty')
const wrong = { ...credentials, password: 'wrong' }
const dayMs = 86_400_000
const user = { id: 77, username: 'api-bridge', locked: false, failedLogins: 0 }
const users = async () => (await sandbox.send('GET', '/sandbox/state')).json.users
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const readUser = async (token: string) => sandbox.send('GET', '/rest/user', undefined, bearer(token))
const advance = async (advanceMs: number) => sandbox.send('POST', '/sandbox/clock', { advanceMs })
const lock = async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await sandbox.login(wrong)).status)
  return statuses
}

describe('the login', () => {
  it('spells its fields in camelCase where that option is set', async () => {
    await sandbox.send('POST', '/sandbox/options', { tokenCase: 'camel' })
    const { json } = await sandbox.login()
    expect(Object.keys(json).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken', 'tokenType'])
    expect((await readUser(json.accessToken)).json).toMatchObject({ id: 77, username: 'api-bridge' })
  })

  it('gives every login a token of its own and keeps the older ones valid, until a reset', async () => {
    const tokens = [(await sandbox.login()).json.access_token, (await sandbox.login()).json.access_token]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect((await readUser(token)).status).toBe(200)
    await sandbox.send('POST', '/sandbox/reset')
    for (const token of tokens) expect((await readUser(token)).status).toBe(401)
  })

  it('refuses a wrong password with 401 and counts it, from zero after a success', async () => {
    const { status, json } = await sandbox.login(wrong)
    expect([status, json.error]).toEqual([401, 'invalid_credentials'])
    expect(await users()).toEqual([{ ...user, failedLogins: 1 }])
    await sandbox.login()
    expect(await users()).toEqual([user])
  })

  it.each([
    ['counts no body', undefined, 1],
    ['counts a body that is not an object', 'text', 1],
    ['does not count an unknown username', { ...credentials, username: 'somebody' }, 0],
  ])('%s as a failed attempt', async (_title, body, failedLogins) => {
    expect((await sandbox.send('POST', '/rest/login', body)).status).toBe(401)
    expect(await users()).toEqual([{ ...user, failedLogins }])
  })

  it('locks the user after five failures for ever, and answers 403 even to the right password', async () => {
    const token = (await sandbox.login()).json.access_token
    expect(await lock()).toEqual([401, 401, 401, 401, 401])
    const { status, json } = await sandbox.login()
    expect([status, json.error.message]).toEqual([403, expect.stringMatching(/locked/)])
    expect(await users()).toEqual([{ ...user, locked: true, failedLogins: 5 }])
    expect((await readUser(token)).status).toBe(200)
    await advance(30 * dayMs)
    expect((await sandbox.login()).status).toBe(403)
  })

  it('works again, with the new password alone, after an administrator sets one', async () => {
    const token = (await sandbox.login()).json.access_token
    await lock()
    const changed = await sandbox.send('POST', '/sandbox/users/api-bridge/password', { password: 'new' })
    expect([changed.status, changed.json]).toEqual([200, { username: 'api-bridge', locked: false, failedLogins: 0 }])
    expect((await sandbox.login()).status).toBe(401)
    expect((await sandbox.login({ ...credentials, password: 'new' })).status).toBe(200)
    expect((await readUser(token)).status).toBe(200)
    expect(JSON.stringify((await sandbox.send('GET', '/sandbox/state')).json)).not.toContain('"new"')
    await sandbox.send('POST', '/sandbox/reset', {})
    expect((await sandbox.login()).status).toBe(200)
  })

  it.each([
    ['api-bridge/password', {}, 400],
    ['api-bridge/password', { password: '' }, 400],
    ['api-bridge/password', { password: 'new', locked: true }, 400],
    ['nobody/password', { password: 'new' }, 404],
    ['nobody/unlock', undefined, 404],
  ])('stays as it is where %s is sent %j', async (path, body, status) => {
    expect((await sandbox.send('POST', `/sandbox/users/${path}`, body)).status).toBe(status)
    expect((await sandbox.login()).status).toBe(200)
  })

  it('answers 429 too_many_concurrent_sessions while the licence is used up, and counts no failure', async () => {
    await sandbox.send('POST', '/sandbox/limits', { sessions: 2 })
    await sandbox.login()
    await sandbox.login()
    const { status, json, headers } = await sandbox.login()
    expect(status).toBe(429)
    expect(json).toEqual({ error: 'too_many_concurrent_sessions', max_current_sessions: 2, current_sessions: 2 })
    expect(headers.get('retry-after')).toBeNull()
    await sandbox.send('POST', '/sandbox/options', { sessionsAs: 'words' })
    const { message } = (await sandbox.login()).json.error
    expect(message).toBe('Too many users. Only 2 users can be logged in simultaneously')
    expect(await users()).toEqual([user])
    await advance(dayMs)
    expect((await sandbox.login()).status).toBe(200)
  })
})

it('a token does not open a route that does not exist', async () => {
  expect((await sandbox.rest('GET', '/rest/no-such-route')).status).toBe(404)
  expect((await sandbox.rest('POST', '/rest/login/refresh', {})).status).toBe(404)
})
