import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CannotStart } from '../../local/cannot-start.ts'
import { readSettings } from '../../local/environment.ts'
import { startLocalSandbox } from '../../local/sandbox.ts'
import { temporaryFolder } from './running-stack.ts'

describe('the sandbox beside the bridge', () => {
  it('keeps nothing over a restart if it is in memory', async () => {
    const first = await start(undefined)
    await fetch(`${first.url}/sandbox/reset`, { method: 'POST', body: '{"seed": "empty"}' })
    await first.close()
    const answer = await fetch(`${(await start(undefined)).url}/sandbox/state`)
    expect(((await answer.json()) as { orders: object[] }).orders.length).toBeGreaterThan(0)
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

async function start(dataDir: string | undefined) {
  const sandbox = await startLocalSandbox({ ...readSettings({ SANDBOX_PORT: '0' }, '/'), dataDir })
  onTestFinished(sandbox.close)
  return sandbox
}
