import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { describeSending } from './describe-sending.ts'
import type { Program } from './program.ts'
import {
  madeFor,
  operate,
  type RunningStack,
  refundEvent,
  type SharedStack,
  sendRefund,
  startProgram,
  startShared,
  temporaryFolder,
  until,
  waitForStatus,
} from './running-stack.ts'

const order = 10_001
const one = { returns: 1, comments: 1 }
const quietEnd = { code: 0, output: expect.stringMatching(/Ctrl-C\n$/) }
const json = { 'content-type': 'application/json' }

describe('npm start', () => {
  let stack: SharedStack
  beforeAll(async () => {
    stack = await startShared()
    return stack.end
  })

  it('names the pages of bridge and sandbox in its banner, and each page is short', async () => {
    const { url, sandboxUrl, program } = stack
    expect(program.output()).toContain(`\n  Start here  ${url}/\n`)
    expect(program.output()).toContain(`\n  Sandbox     ${sandboxUrl}/ shows what the back office holds\n`)
    expect(program.output()).toContain(`\n  Next        PORT=${new URL(url).port} npm run send -- shopify refund\n`)
    const pages = await Promise.all(
      [url, sandboxUrl].map(async (base) => (await fetch(`${base}/`, { redirect: 'manual' })).text()),
    )
    expect(pages[0]).toContain(`${sandboxUrl}/ (the sandbox, an emulator)`)
    expect(pages[1]).toContain('600 returns')
    for (const page of pages) expect(page.length).toBeLessThan(4_096)
  })

  describeSending(() => stack.url)

  it('ends with 0 on SIGHUP and prints nothing more', async () => {
    const printed = stack.program.output()
    expect(await stack.stop('SIGHUP')).toEqual({ code: 0, output: printed })
  })
})

describe('npm start without a stream, beside a back office that is down', () => {
  let stack: SharedStack
  let port: number
  beforeAll(async () => {
    const first = await listenSandbox({ port: 0, seed: 'demo' })
    port = first.port
    await first.close()
    stack = await startShared({ BACKOFFICE_URL: first.url, LOCAL_STREAM: 'off', LOCAL_TIME_SCALE: '200' })
    return stack.end
  })

  it('accepts deliveries meanwhile, and the schedule finishes all work once it is back', async () => {
    expect(await sendRefund(stack.url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'accepted' } })
    await waitForStatus(stack.url, refundEvent, 'waiting')

    const back = await listenSandbox({ port, seed: 'demo' })
    onTestFinished(back.close)
    await waitForStatus(stack.url, refundEvent, 'done')
    expect(await madeFor(back.url, order)).toEqual(one)
  })
})

describe('npm start without stream and schedule', () => {
  let stack: SharedStack
  let DATA_DIR: string
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bridge-local-'))
    DATA_DIR = folder
    stack = await startShared({ DATA_DIR, LOCAL_STREAM: 'off' })
    return async () => {
      await stack.end()
      rmSync(folder, { recursive: true })
    }
  })

  it('leaves an event that is not due alone, even on a tick', async () => {
    const { url } = stack
    await sendRefund(url, { id: 'd-1' })
    const response = await fetch(`${url}/tick`, { method: 'POST', headers: json, body: '{"function":"retry"}' })
    expect(await response.json()).toMatchObject({ ok: true })
    // The event is due two minutes after its delivery, when its hint counts as lost.
    expect((await operate(url, { command: 'event.get', id: refundEvent })).result.status).toBe('ready')
  })

  it('ends with 1 at once on a second Ctrl-C, and leaves its store to the next start', async () => {
    const { asked } = await createSlowReturn(stack, 3_000)
    const ended = stack.stop('SIGINT')
    await sleep(1_200)
    expect(stack.program.child.exitCode).toBeNull()
    stack.program.child.kill('SIGINT')
    expect((await ended).code).toBe(1)
    expect(await asked).toBe('cut')
    openDatabase(join(DATA_DIR, 'bridge.sqlite')).close()
  })
})

const pathsIn = (folder: string) => [folder, ...globSync('**/*', { cwd: folder }).map((name) => join(folder, name))]

/** Others than this user may do nothing with any part of the data directory. */
function expectPrivate(folder: string): void {
  if (process.platform === 'win32') return
  expect(pathsIn(folder).length).toBeGreaterThan(3)
  for (const path of pathsIn(folder)) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
}

describe('npm start, stopped and started again', () => {
  it('ends with 0 on SIGTERM and on a doubled Ctrl-C during work, leaves no process, and keeps its data, for this user alone', async () => {
    const DATA_DIR = join(temporaryFolder(), '.local')
    await stopAtWork(DATA_DIR)
    // As an earlier version left them.
    for (const path of pathsIn(DATA_DIR)) chmodSync(path, statSync(path).mode | 0o055)

    const second = await startProgram({ DATA_DIR })
    const { url, sandboxUrl = '', program } = second
    await waitForStatus(url, refundEvent, 'done')
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
    expectPrivate(DATA_DIR)
    const { asked } = await createSlowReturn(second, 600)
    const ended = second.stop('SIGINT')
    await sleep(50)
    program.child.kill('SIGINT')
    expect(await ended).toEqual(quietEnd)
    expectGone(program, DATA_DIR)
    expect(await asked).toMatchObject({ ok: true, result: { status: 'done' } })
  })
})

async function stopAtWork(DATA_DIR: string): Promise<void> {
  const { url, sandboxUrl = '', program, stop } = await startProgram({ DATA_DIR })
  await delayNextReturn(sandboxUrl, 500)
  await sendRefund(url, { id: 'd-1' })
  await untilReturnAsked(sandboxUrl)
  expectPrivate(DATA_DIR)
  expect(await stop()).toEqual(quietEnd)
  expectGone(program, DATA_DIR)
}

function expectGone({ child }: Program, DATA_DIR: string): void {
  expect(() => process.kill(child.pid ?? 0, 0)).toThrow('ESRCH')
  // All of it is in the store.
  expect(existsSync(join(DATA_DIR, 'bridge.sqlite-wal'))).toBe(false)
}

async function delayNextReturn(sandboxUrl: string, delayMs: number): Promise<void> {
  await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ method: 'POST', path: '/rest/orders', times: 1, kind: 'slow', delayMs }),
  })
}

/**
 * Starts work that delays the end of the bridge. Resolves when the back office has the request; `asked` is the answer.
 */
async function createSlowReturn(
  { url, sandboxUrl = '' }: RunningStack,
  delayMs: number,
): Promise<{ asked: Promise<unknown> }> {
  await delayNextReturn(sandboxUrl, delayMs)
  await fetch(`${sandboxUrl}/sandbox/calls`, { method: 'DELETE' })
  const command = { command: 'return.create', order: { id: 10_003 }, lines: 'all' }
  const asked = operate(url, command).catch(() => 'cut')
  await untilReturnAsked(sandboxUrl)
  return { asked }
}

/** Reads the sandbox's counts: a passing status could be missed between two checks. */
async function untilReturnAsked(sandboxUrl: string): Promise<void> {
  await until('the request for a return', async () => {
    const { byRoute } = (await (await fetch(`${sandboxUrl}/sandbox/calls`)).json()) as {
      byRoute: Record<string, number>
    }
    return byRoute['POST /rest/orders'] === 1
  })
}
