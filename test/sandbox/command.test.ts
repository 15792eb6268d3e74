import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { listening, temporaryFolder } from '../local/running-stack.ts'
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
  it.each([
    ['SIGINT', 'the empty seed', ['--seed', 'empty'], 0],
    ['SIGTERM', 'the demo seed', [], 617],
  ] as const)('prints one line with address and login, and ends on %s: with %s', async (signal, _, seed, orders) => {
    const started = start('--port', '0', ...seed)
    const url = await announced(started)
    const token = fetch(`${url}/rest/login`, { method: 'POST', body: JSON.stringify(credentials) })
    expect((await token).status).toBe(200)
    const state = (await (await fetch(`${url}/sandbox/state`)).json()) as { orders: unknown[] }
    expect(state.orders).toHaveLength(orders)
    started.process.kill(signal)
    expect(await started.ended).toEqual([0, null])
    expect(started.err()).toBe('')
    expect(started.out().trim().split('\n')).toHaveLength(1)
    expect(started.out()).toContain(`POST ${url}/rest/login {"username":"api-bridge","password":"demo-password"}`)
  })

  it('keeps a password that was set in --file, and does not print it', async () => {
    const args = ['--port', '0', '--seed', 'empty', '--file', join(temporaryFolder(), 'sandbox.jsonl')]
    const first = start(...args)
    const post = async (url: string, path: string, body: object) =>
      (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })).status
    const password = 'another-password'
    expect(await post(await announced(first), '/sandbox/users/api-bridge/password', { password })).toBe(200)
    first.process.kill('SIGTERM')
    await first.ended
    const second = start(...args)
    const url = await announced(second)
    expect(await post(url, '/rest/login', { ...credentials, password })).toBe(200)
    expect(second.out()).not.toMatch(/another-password|demo-password/)
  })

  it.each([
    ['a wrong argument', '--seed', 'full', /^--seed must be .*\n$/],
    ['a file that no sandbox wrote', '--file', 'else.txt', /^--file cannot .* did not write \S+else\.txt\. Name .*\n$/],
    ['a folder that does not exist', '--file', 'gone/sandbox.jsonl', /^--file cannot be used: ENOENT: .*\n$/],
  ])('says on one line what is wrong with %s, and ends with 1', async (_, option, value, sentence) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'else.txt'), 'Dear all,\n')
    const started = start('--port', '0', option, option === '--file' ? join(folder, value) : value)
    expect(await started.ended).toEqual([1, null])
    expect(started.err()).toMatch(sentence)
    expect(started.out()).toBe('')
  })

  it('says on one line that the port is in use', async () => {
    const { port } = await listening(createServer())
    const started = start('--port', String(port))
    expect(await started.ended).toEqual([1, null])
    expect(started.err()).toBe(`Port ${port} is in use: choose another one with --port, or 0 for any free one.\n`)
  })
})
