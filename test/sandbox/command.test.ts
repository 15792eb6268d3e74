import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { credentials } from './client.ts'

const main = join(import.meta.dirname, '../../sandbox/main.mjs')
type Started = {
  process: ChildProcessByStdio<null, Readable, Readable>
  out(): string
  err(): string
  ended: Promise<unknown[]>
}
const running: Started[] = []

const start = (...args: string[]): Started => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const started = { process: child, out: () => out, err: () => err, ended: once(child, 'close') }
  running.push(started)
  return started
}

afterEach(() => {
  for (const { process: child } of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

const announced = async (started: Started): Promise<string> => {
  await expect.poll(() => started.out() + started.err(), { timeout: 15_000 }).toContain('\n')
  return /on (http:\/\/127\.0\.0\.1:\d+)/.exec(started.out())?.[1] ?? ''
}

describe('npm run sandbox', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one line with address and login, and ends cleanly on %s',
    async (signal) => {
      const started = start('--port', '0', '--seed', 'empty')
      const url = await announced(started)
      const token = fetch(`${url}/rest/login`, { method: 'POST', body: JSON.stringify(credentials) })
      expect((await token).status).toBe(200)
      started.process.kill(signal)
      expect(await started.ended).toEqual([0, null])
      expect(started.err()).toBe('')
      expect(started.out().trim().split('\n')).toHaveLength(1)
      expect(started.out()).toContain(`POST ${url}/rest/login {"username":"api-bridge","password":"demo-password"}`)
    },
  )

  it('takes the demo seed where none is named', async () => {
    const url = await announced(start('--port', '0'))
    const state = (await (await fetch(`${url}/sandbox/state`)).json()) as { orders: unknown[] }
    expect(state.orders).toHaveLength(615)
  })

  it.each([
    [['--port', 'x'], '--port must be a number from 0 to 65535, not "x". Usage:'],
    [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536". Usage:'],
    [['--seed', 'full'], '--seed must be demo or empty, not "full". Usage:'],
    [['--sead', 'demo'], "Unknown option '--sead'. Usage:"],
    [['demo'], "Unexpected argument 'demo'. Usage:"],
  ])('refuses %j with one sentence and exit code 1', async (args, sentence) => {
    const started = start(...args)
    expect(await started.ended).toEqual([1, null])
    expect(started.err()).toContain(sentence)
    expect(started.err().trim().split('\n')).toHaveLength(1)
    expect(started.out()).toBe('')
  })

  it('says in one sentence that the port is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const started = start('--port', String(port))
    expect(await started.ended).toEqual([1, null])
    expect(started.err()).toBe(`Port ${port} is in use: choose another one with --port, or 0 for any free one.\n`)
    holder.close()
  })
})
