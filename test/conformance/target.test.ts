import { expect, it } from 'vitest'
import { listenSecondServer } from './second-server.ts'
import { openTarget } from './target.ts'

const credentials = { TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'not-the-password' }

it('sends no password to an address elsewhere without https', async () => {
  await expect(openTarget({ ...credentials, TARGET: 'http://shop.example.com' })).rejects.toThrow(/https/)
})

it('tries no login without both name and password', async () => {
  const server = await listenSecondServer({ orders: [] })
  for (const missing of ['TARGET_USERNAME', 'TARGET_PASSWORD'])
    await expect(openTarget({ ...credentials, TARGET: server.url, [missing]: undefined })).rejects.toThrow(/needs/)
  expect(server.login.logins).toBe(0)
  await server.close()
})

it('does not repeat a login that was refused, and keeps the password to itself', async () => {
  const server = await listenSecondServer({ orders: [] })
  const error = await openTarget({ ...credentials, TARGET: server.url }).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/answered 403 and no token/)
  expect(String(error)).not.toContain('not-the-password')
  expect(server.login.logins).toBe(1)
  await server.close()
})

it('allows no write unless it is asked for', async () => {
  const server = await listenSecondServer({ orders: [] })
  const rest = { TARGET: `${server.url}/rest/`, TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'demo-password' }
  expect((await openTarget(rest)).may).toEqual({ sandbox: false, writes: false })
  expect((await openTarget({ ...rest, TARGET_WRITES: '1' })).may).toEqual({ sandbox: false, writes: true })
  await server.close()
})
