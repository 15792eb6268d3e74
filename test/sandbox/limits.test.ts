import { describe, expect, it } from 'vitest'
import { credentials, useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const setLimits = async (limits: object) => sandbox.send('POST', '/sandbox/limits', limits)
const advance = async (advanceMs: number) => sandbox.send('POST', '/sandbox/clock', { advanceMs })
const readUser = async () => sandbox.rest('GET', '/rest/user')
const comment = { referenceType: 'order', referenceValue: 10001, text: 'x', isVisibleForContact: true }
const writeComment = async () => sandbox.rest('POST', '/rest/comments', comment)

const plentyHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-plenty-')))

describe('limits', () => {
  it('do not exist, and no header shows them, until they are set', async () => {
    for (let calls = 0; calls < 100; calls += 1) await readUser()
    const { status, headers } = await readUser()
    expect([status, plentyHeaders(headers)]).toEqual([200, {}])
  })

  it('show limit, decay and calls left in every header once they are set', async () => {
    await readUser()
    const perDay = { readsPerDay: 59_760, writesPerDay: 17_280, others: { reads: 60 } }
    await setLimits({ readsPerMinute: 80, writesPerMinute: 40, ...perDay })
    expect(plentyHeaders((await readUser()).headers)).toEqual({
      'x-plenty-global-short-period-limit': '80',
      'x-plenty-global-short-period-decay': '60',
      'x-plenty-global-short-period-calls-left': '79',
      'x-plenty-route-limit': '80',
      'x-plenty-route-decay': '60',
      'x-plenty-route-calls-left': '79',
      'x-plenty-global-long-period-limit': '59760',
      'x-plenty-global-long-period-decay': '86400',
      'x-plenty-global-long-period-calls-left': '59699',
    })
    expect(plentyHeaders((await writeComment()).headers)).toMatchObject({
      'x-plenty-global-short-period-limit': '40',
      'x-plenty-global-short-period-calls-left': '39',
      'x-plenty-global-long-period-calls-left': '17279',
    })
  })

  it('refuse a read above the limit with 429 and Retry-After until the window ends', async () => {
    await readUser()
    await setLimits({ readsPerMinute: 1 })
    await readUser()
    await advance(20_000)
    const { status, headers, json } = await readUser()
    expect([status, json.error.message]).toEqual([429, 'short period read limit reached'])
    const retryAfter = Number(headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThanOrEqual(35)
    expect(retryAfter).toBeLessThanOrEqual(40)
    expect(headers.get('x-plenty-global-short-period-calls-left')).toBe('0')
    await advance(retryAfter * 1_000)
    expect((await readUser()).status).toBe(200)
  })

  it('keep reads and writes apart', async () => {
    await readUser()
    await setLimits({ readsPerMinute: 1, writesPerMinute: 1 })
    expect((await writeComment()).status).toBe(200)
    const refused = await writeComment()
    expect([refused.status, refused.json.error.message]).toEqual([429, 'short period write limit reached'])
    expect((await readUser()).status).toBe(200)
    expect((await sandbox.send('GET', '/sandbox/state')).json.comments).toHaveLength(1)
  })

  it('count logins as writes; a login beyond the limit is no failed login', async () => {
    await setLimits({ writesPerMinute: 1 })
    expect((await sandbox.login()).status).toBe(200)
    expect((await sandbox.login({ ...credentials, password: 'wrong' })).status).toBe(429)
    expect((await sandbox.send('GET', '/sandbox/state')).json.users[0].failedLogins).toBe(0)
  })

  it('stop the reads of a day while writes go on', async () => {
    await readUser()
    await setLimits({ readsPerDay: 100, others: { reads: 99 } })
    expect((await readUser()).status).toBe(200)
    const refused = await readUser()
    expect([refused.status, refused.json.error.message]).toEqual([429, 'long period read limit reached'])
    expect((await writeComment()).status).toBe(200)
  })

  it('stop the writes of a day while reads go on', async () => {
    await readUser()
    await setLimits({ writesPerDay: 1 })
    expect((await writeComment()).status).toBe(200)
    await advance(3_600_000)
    const refused = await writeComment()
    expect([refused.status, refused.json.error.message]).toEqual([429, 'long period write limit reached'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await readUser()).status).toBe(200)
    await advance(23 * 3_600_000)
    expect((await sandbox.login()).status).toBe(200)
  })

  it('are replaced as a whole, shown and removed', async () => {
    await setLimits({ readsPerMinute: 1, sessions: 3 })
    const { json } = await setLimits({ writesPerMinute: 5, readsPerMinute: null })
    expect(json).toEqual({ limits: { writesPerMinute: 5 } })
    expect((await sandbox.send('GET', '/sandbox/limits')).json).toEqual({ limits: { writesPerMinute: 5 } })
    expect((await sandbox.send('DELETE', '/sandbox/limits')).json).toEqual({ limits: {} })
  })

  it.each([{ readsPerMinute: 0 }, { writesPerDay: '5' }, { perMinute: 5 }])('refuse %j', async (limits) => {
    expect((await setLimits(limits)).status).toBe(400)
  })
})
