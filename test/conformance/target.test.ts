import { expect, it, onTestFinished } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import { openTarget } from './target.ts'

const credentials = { TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'not-the-password' }

async function someServer() {
  const { url, sandbox, close } = await listenSandbox({ port: 0, seed: 'empty' })
  onTestFinished(close)
  return { url, logins: () => sandbox.world.calls.get('POST /rest/login') ?? 0 }
}

it('sends no password to an address elsewhere without https', async () => {
  await expect(openTarget({ ...credentials, TARGET: 'http://shop.example.com' })).rejects.toThrow(/https/)
})

it('tries no login without both name and password', async () => {
  const server = await someServer()
  for (const missing of ['TARGET_USERNAME', 'TARGET_PASSWORD'])
    await expect(openTarget({ ...credentials, TARGET: server.url, [missing]: undefined })).rejects.toThrow(/needs/)
  expect(server.logins()).toBe(0)
})

it('does not repeat a login that was refused, and keeps the password to itself', async () => {
  const server = await someServer()
  const error = await openTarget({ ...credentials, TARGET: server.url }).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/answered 401 and no token/)
  expect(String(error)).not.toContain('not-the-password')
  expect(server.logins()).toBe(1)
})

it('allows no write unless it is asked for', async () => {
  const server = await someServer()
  const rest = { TARGET: `${server.url}/rest/`, TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'demo-password' }
  expect((await openTarget(rest)).may).toEqual({ sandbox: false, writes: false })
  expect((await openTarget({ ...rest, TARGET_WRITES: '1' })).may).toEqual({ sandbox: false, writes: true })
})
