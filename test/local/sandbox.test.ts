import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CannotStart } from '../../local/cannot-start.ts'
import { readSettings } from '../../local/environment.ts'
import { startLocalSandbox } from '../../local/sandbox.ts'
import { temporaryFolder } from './running-stack.ts'

describe('the sandbox beside the bridge', () => {
  it('keeps records, options, limits and clock over a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await start(dataDir)
    const token = await logIn(first.url)
    await post(first.url, '/rest/comments', { ...comment, text: 'kept' }, token)
    await post(first.url, '/sandbox/options', { tokenCase: 'camel' })
    await post(first.url, '/sandbox/clock', { advanceMs: 3_600_000 })
    await post(first.url, '/sandbox/limits', { writesPerMinute: 40 })
    const before = await state(first.url)
    await first.close()

    const second = await start(dataDir)
    expect(await state(second.url)).toEqual(before)
    const refused = await post(second.url, '/rest/comments', { ...comment, text: 'more' }, token)
    expect(refused.status).toBe(401)
    expect(await (await post(second.url, '/rest/login', user)).json()).toHaveProperty('accessToken')
  })

  it('keeps nothing over a restart if it is in memory', async () => {
    const first = await start(undefined)
    await post(first.url, '/sandbox/reset', { seed: 'empty' })
    await first.close()
    expect((await state((await start(undefined)).url)).orders.length).toBeGreaterThan(0)
  })

  it.each(['', '{"version": 0}\n', '{\n'])('says what to do about the unreadable file %j', async (content) => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'sandbox.jsonl'), content)
    await expect(start(dataDir)).rejects.toThrow(/sandbox\.jsonl cannot be read: delete/)
  })

  it('says in one sentence that its port is in use, and what to change', async () => {
    const { url } = await start(undefined)
    const { port } = new URL(url)
    await expect(startLocalSandbox(readSettings({ SANDBOX_PORT: port, DATA_DIR: ':memory:' }, '/'))).rejects.toThrow(
      new CannotStart(
        `Port ${port} is in use: stop the program that uses it, or choose another port: SANDBOX_PORT=<number> npm start`,
      ),
    )
  })
})

const user = { username: 'api-bridge', password: 'demo-password' }
const comment = { referenceType: 'order', referenceValue: 10_001, isVisibleForContact: false, userId: 77 }

async function start(dataDir: string | undefined) {
  const sandbox = await startLocalSandbox({ ...readSettings({ SANDBOX_PORT: '0' }, '/'), dataDir })
  onTestFinished(sandbox.close)
  return sandbox
}

function post(url: string, path: string, body: unknown, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function logIn(url: string): Promise<string> {
  const answer = (await (await post(url, '/rest/login', user)).json()) as { access_token: string }
  return answer.access_token
}

type State = { orders: object[] }

const state = async (url: string): Promise<State> => (await (await fetch(`${url}/sandbox/state`)).json()) as State
