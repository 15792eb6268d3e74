import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { sendSample } from '../../local/send-sample.ts'
import { readBanner } from './program.ts'
import {
  anyPorts,
  madeFor,
  operate,
  runUnreaped,
  sendRefund,
  startProgram,
  temporaryFolder,
  until,
  untilUnreaped,
  waitForStatus,
} from './running-stack.ts'

const orders = { refunded: 10_001, returned: 10_002 }
const one = { returns: 1, comments: 1 }
const { sources: secrets } = readSecrets(secretsFile)

async function returnsOf(sandboxUrl: string) {
  const { orders } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { orders: { id: number }[] }
  return orders.filter(({ id }) => id > 700_000)
}

async function hasAskedForComment(sandboxUrl: string): Promise<boolean> {
  const calls = (await (await fetch(`${sandboxUrl}/sandbox/calls`)).json()) as { byRoute: Record<string, number> }
  return calls.byRoute['POST /rest/comments'] === 1
}

describe('npm start, killed together with its back office', () => {
  it('keeps what both had done, and comments on the return that had no comment yet', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    const firstSandbox = first.sandboxUrl ?? ''
    await sendRefund(first.url, { id: 'd-1' })
    await waitForStatus(first.url, 'shopify/d-1:9c4388a43b23ad84', 'done')
    const before = await operate(first.url, { command: 'event.get', id: 'shopify/d-1:9c4388a43b23ad84' })
    await fetch(`${firstSandbox}/sandbox/calls`, { method: 'DELETE' })
    await fetch(`${firstSandbox}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ method: 'POST', path: '/rest/comments', times: 1, kind: 'slow', delayMs: 60_000 }),
    })
    await sendSample({ url: first.url, source: 'standard', sample: 'return', id: 'd-2', secrets, nowMs: Date.now() })
    await until('the request for a comment', () => hasAskedForComment(firstSandbox))
    const made = await returnsOf(firstSandbox)
    expect(made).toMatchObject([
      { id: 700_001, statusId: 9.01 },
      { id: 700_002, statusId: 9.01 },
    ])
    expect((await first.stop('SIGKILL')).code).toBeNull()
    expect(readFileSync(join(DATA_DIR, 'lock'), 'utf8')).toContain(String(first.program.child.pid))

    const { url, sandboxUrl = '' } = await startProgram({ DATA_DIR, LOCAL_TIME_SCALE: '60' })
    expect(await operate(url, { command: 'event.get', id: 'shopify/d-1:9c4388a43b23ad84' })).toEqual(before)
    expect(await returnsOf(sandboxUrl)).toEqual(made)
    expect(await madeFor(sandboxUrl, orders.returned)).toEqual({ returns: 1, comments: 0 })
    // A lost comment is read back after its send window, a request's timeout and a second: after 16 seconds at any time
    // scale.
    const isDone = async () =>
      (await operate(url, { command: 'event.get', id: 'standard/d-2' })).result.status === 'done'
    await until('the end of d-2', isDone, 40_000)
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
    expect(await returnsOf(sandboxUrl)).toEqual(made)
    expect(await madeFor(sandboxUrl, orders.refunded)).toEqual(one)
    expect(await madeFor(sandboxUrl, orders.returned)).toEqual(one)

    const next = await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body: '{"typeId": 3}' })
    expect(await next.json()).toMatchObject({ id: 700_003 })
  }, 60_000)
  it.runIf(process.platform === 'linux')(
    'leaves its data directory to the next start, even before its parent has reaped it (Linux)',
    async () => {
      const DATA_DIR = temporaryFolder()
      const start = [process.execPath, 'local/start.mjs']
      const { pid, program } = await runUnreaped(start, { ...anyPorts, DATA_DIR })
      const first = await readBanner(program)
      await sendRefund(first.url, { id: 'd-1' })
      await waitForStatus(first.url, 'shopify/d-1:9c4388a43b23ad84', 'done')
      process.kill(pid, 'SIGKILL')
      await untilUnreaped(pid)
      expect(JSON.parse(readFileSync(join(DATA_DIR, 'lock'), 'utf8'))).toMatchObject({ pid })

      const second = await startProgram({ DATA_DIR })
      expect(await sendRefund(second.url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
      await untilUnreaped(pid)
    },
    60_000,
  )
})
