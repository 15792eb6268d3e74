import { describe, expect, it } from 'vitest'
import { credentials, useSandbox } from './client.ts'

const sandbox = useSandbox('empty')
const wrong = { ...credentials, password: 'wrong' }
const dayMs = 86_400_000

const users = async () => (await sandbox.send('GET', '/sandbox/state')).json.users
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const readUser = async (token: string) => sandbox.send('GET', '/rest/user', undefined, bearer(token))

describe('the login', () => {
  it('spells its fields in camelCase where that option is set', async () => {
    await sandbox.send('POST', '/sandbox/options', { tokenCase: 'camel' })
    const { json } = await sandbox.login()
    expect(Object.keys(json).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken', 'tokenType'])
    expect((await readUser(json.accessToken)).status).toBe(200)
  })

  it('gives every login a token of its own and keeps the older ones valid', async () => {
    const first = (await sandbox.login()).json.access_token
    const second = (await sandbox.login()).json.access_token
    expect(second).not.toBe(first)
    expect([(await readUser(first)).status, (await readUser(second)).status]).toEqual([200, 200])
  })

  it('refuses a wrong password with 401 and counts it', async () => {
    const { status, json } = await sandbox.login(wrong)
    expect(status).toBe(401)
    expect(json.error).toBe('invalid_credentials')
    expect(await users()).toEqual([{ id: 77, username: 'api-bridge', locked: false, failedLogins: 1 }])
  })

  it('counts failures from zero after a success', async () => {
    await sandbox.login(wrong)
    await sandbox.login()
    expect((await users())[0].failedLogins).toBe(0)
  })

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['an undefined password', { username: credentials.username }],
    ['an empty password', { ...credentials, password: '' }],
    ['an undefined username', { password: credentials.password }],
    ['an empty username', { ...credentials, username: '' }],
    ['a body that is not an object', 'text'],
  ])('counts %s as a failed attempt', async (_title, body) => {
    expect((await sandbox.send('POST', '/rest/login', body)).status).toBe(401)
    expect((await users())[0].failedLogins).toBe(1)
  })

  it('does not count an unknown username', async () => {
    expect((await sandbox.login({ ...credentials, username: 'somebody' })).status).toBe(401)
    expect((await users())[0].failedLogins).toBe(0)
  })

  it('locks the user after five failures and answers 403 even to the right password', async () => {
    const token = (await sandbox.login()).json.access_token
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await sandbox.login(wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    const { status, json } = await sandbox.login()
    expect(status).toBe(403)
    expect(json.error.message).toMatch(/locked/)
    expect(await users()).toEqual([{ id: 77, username: 'api-bridge', locked: true, failedLogins: 5 }])
    expect((await readUser(token)).status).toBe(200)
  })

  it('stays locked, no matter how much time passes', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await sandbox.login(wrong)
    await sandbox.send('POST', '/sandbox/clock', { advanceMs: 30 * dayMs })
    expect((await sandbox.login()).status).toBe(403)
  })

  it('works again after an administrator unlocks the user, or after a reset', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await sandbox.login(wrong)
    const unlocked = await sandbox.send('POST', '/sandbox/users/api-bridge/unlock')
    expect(unlocked.json).toEqual({ username: 'api-bridge', locked: false, failedLogins: 0 })
    expect((await sandbox.login()).status).toBe(200)
    for (let attempt = 0; attempt < 5; attempt += 1) await sandbox.login(wrong)
    await sandbox.send('POST', '/sandbox/reset', { seed: 'empty' })
    expect((await sandbox.login()).status).toBe(200)
  })

  it('works again, with the new password alone, after an administrator sets one', async () => {
    const token = (await sandbox.login()).json.access_token
    for (let attempt = 0; attempt < 5; attempt += 1) await sandbox.login(wrong)
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
    ['no password', {}, 400],
    ['an empty password', { password: '' }, 400],
    ['something else', { password: 'new', locked: true }, 400],
  ])('keeps its password where %s is sent', async (_title, body, status) => {
    expect((await sandbox.send('POST', '/sandbox/users/api-bridge/password', body)).status).toBe(status)
    expect((await sandbox.login()).status).toBe(200)
  })

  it('sets no password for a user that does not exist', async () => {
    expect((await sandbox.send('POST', '/sandbox/users/nobody/password', { password: 'new' })).status).toBe(404)
  })

  it('refuses to unlock a user that does not exist', async () => {
    expect((await sandbox.send('POST', '/sandbox/users/nobody/unlock')).status).toBe(404)
  })

  it('answers 429 too_many_concurrent_sessions while the licence is used up, and counts no failure', async () => {
    await sandbox.send('POST', '/sandbox/limits', { sessions: 2 })
    await sandbox.login()
    await sandbox.login()
    const { status, json, headers } = await sandbox.login()
    expect(status).toBe(429)
    expect(json).toEqual({ error: 'too_many_concurrent_sessions', max_current_sessions: 2, current_sessions: 2 })
    expect(headers.get('retry-after')).toBeNull()
    expect((await users())[0].failedLogins).toBe(0)
    await sandbox.send('POST', '/sandbox/clock', { advanceMs: dayMs })
    expect((await sandbox.login()).status).toBe(200)
  })
})

describe('a token', () => {
  it('is not valid after a reset', async () => {
    const token = (await sandbox.login()).json.access_token
    await sandbox.send('POST', '/sandbox/reset')
    expect((await readUser(token)).status).toBe(401)
  })

  it('shows the API user itself', async () => {
    expect((await sandbox.rest('GET', '/rest/user')).json).toMatchObject({ id: 77, username: 'api-bridge' })
  })

  it('does not open a route that does not exist', async () => {
    expect((await sandbox.rest('GET', '/rest/no-such-route')).status).toBe(404)
    expect((await sandbox.rest('POST', '/rest/login/refresh', {})).status).toBe(404)
  })
})
