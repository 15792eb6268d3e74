import { expect } from 'vitest'
import { listenSandbox } from '../../../sandbox/listen.ts'
import { createCall } from '../call.ts'
import type { Statement } from '../statement.ts'
import { tokenOf } from '../target.ts'

const right = { username: 'api-bridge', password: 'demo-password' }
const dayMs = 86_400_000

/** A sandbox for each: these lock the user and move the clock. Never asked of somebody's server, where they would lock a real user. */
const inSandbox = async (run: (call: ReturnType<typeof createCall>) => Promise<void>) => {
  const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
  await run(createCall(sandbox.url)).finally(() => sandbox.close())
}

const failsThenLocks = (body: unknown) =>
  inSandbox(async (call) => {
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect([401, 403]).toContain((await call('POST', '/rest/login', { body })).status)
    expect([401, 403]).toContain((await call('POST', '/rest/login', { body: right })).status)
  })

/** docs/back-office.md 2.1, 2.2, 3.1 */
export const lockStatements = (statement: Statement) => {
  for (const [attempts, body] of [
    ['wrong passwords', { ...right, password: 'wrong' }],
    ['empty passwords', { ...right, password: '' }],
    ['missing passwords', { username: right.username }],
    ['empty user names', { ...right, username: '' }],
    ['missing user names', { password: right.password }],
    ['empty objects', {}],
  ] as const)
    statement(`locks the API user after several ${attempts}: then the right password is refused too`, ['sandbox'], () =>
      failsThenLocks(body),
    )

  statement(
    'lets the user in again once an administrator has lifted the lock and set a new password',
    ['sandbox'],
    () =>
      inSandbox(async (call) => {
        for (let attempt = 1; attempt <= 10; attempt += 1) await call('POST', '/rest/login', { body: {} })
        await call('POST', '/sandbox/users/api-bridge/password', { body: { password: 'new' } })
        expect((await call('POST', '/rest/login', { body: { ...right, password: 'new' } })).status).toBe(200)
      }),
  )

  statement('takes a token for 24 hours and refuses it afterwards', ['sandbox'], () =>
    inSandbox(async (call) => {
      const token = tokenOf(await call('POST', '/rest/login', { body: right }))
      await call('POST', '/sandbox/clock', { body: { advanceMs: dayMs - 60_000 } })
      expect((await call('GET', '/rest/orders/10001', { token })).status).toBe(200)
      await call('POST', '/sandbox/clock', { body: { advanceMs: 60_001 } })
      expect((await call('GET', '/rest/orders/10001', { token })).status).toBe(401)
      const renewed = tokenOf(await call('POST', '/rest/login', { body: right }))
      expect((await call('GET', '/rest/orders/10001', { token: renewed })).status).toBe(200)
    }),
  )

  statement('counts every call towards the rate limit, one with many with[] no more than any other', ['sandbox'], () =>
    inSandbox(async (call) => {
      const token = tokenOf(await call('POST', '/rest/login', { body: right }))
      await call('POST', '/sandbox/limits', { body: { readsPerMinute: 3 } })
      const all = '/rest/orders/10001?with[]=orderItems.properties&with[]=addresses&with[]=addressRelations'
      const statuses: number[] = []
      for (const path of [all, all, '/rest/orders/10002', '/rest/orders/10002'])
        statuses.push((await call('GET', path, { token })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }),
  )
}
