import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import {
  madeFor,
  operate,
  run,
  sendRefund,
  startProgram,
  temporaryFolder,
  until,
  waitForStatus,
} from './running-stack.ts'

const order = 10_001
const one = { returns: 1, comments: 1 }

describe('npm start', () => {
  it('makes one return and one comment of a refund at once, and none of its repetitions and forgeries', async () => {
    const { url, sandboxUrl = '' } = await startProgram()
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({
      status: 200,
      json: { id: 'shopify/d-1', status: 'accepted' },
    })
    await waitForStatus(url, 'shopify/d-1', 'done')
    expect(await madeFor(sandboxUrl, order)).toEqual(one)

    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({
      status: 200,
      json: { id: 'shopify/d-1', status: 'duplicate' },
    })
    const forged = await sendRefund(url, { id: 'd-2', tamper: true })
    const unknown = await fetch(`${url}/shops/nobody`, { method: 'POST', body: '{}' })
    expect([forged.status, unknown.status]).toEqual([401, 401])
    expect(forged.text).toBe(await unknown.text())
    const { result } = await operate(url, { command: 'event.list' })
    expect((result.events as { id: string }[]).map(({ id }) => id)).toEqual(['shopify/d-1'])
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
  })

  it('accepts while the back office is down and works when it is back', async () => {
    const first = await listenSandbox({ port: 0, seed: 'demo' })
    await first.close()
    const { url } = await startProgram({ BACKOFFICE_URL: first.url, LOCAL_TIME_SCALE: '600' })
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'accepted' } })
    await waitForStatus(url, 'shopify/d-1', 'waiting')

    const back = await listenSandbox({ port: first.port, seed: 'demo' })
    onTestFinished(back.close)
    await waitForStatus(url, 'shopify/d-1', 'done')
    expect(await madeFor(back.url, order)).toEqual(one)
  })

  it('finishes all work by the schedule alone', async () => {
    const { url, sandboxUrl = '' } = await startProgram({ LOCAL_STREAM: 'off', LOCAL_TIME_SCALE: '600' })
    await sendRefund(url, { id: 'd-1' })
    await waitForStatus(url, 'shopify/d-1', 'done')
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
  })

  it('does nothing without stream and schedule, and then all that is due by one tick', async () => {
    const { url } = await startProgram({ LOCAL_STREAM: 'off' })
    await sendRefund(url, { id: 'd-1' })
    const response = await fetch(`${url}/tick`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"function":"retry"}',
    })
    expect(await response.json()).toMatchObject({ ok: true })
    // Its hint counts as lost only after two minutes.
    expect((await operate(url, { command: 'event.get', id: 'shopify/d-1' })).result.status).toBe('ready')
  })

  it('compares inbox and back office by a tick of the audit', async () => {
    const { url, sandboxUrl = '' } = await startProgram()
    await sendRefund(url, { id: 'd-1' })
    await waitForStatus(url, 'shopify/d-1', 'done')
    const headers = { 'content-type': 'application/json' }
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: 10_002 }]
    const unknown = await fetch(`${sandboxUrl}/sandbox/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ typeId: 3, statusId: 9.01, ownerId: 77, orderReferences }),
    })
    const { id: returnId } = (await unknown.json()) as { id: number }
    const tick = await fetch(`${url}/tick`, { method: 'POST', headers, body: '{"function":"audit"}' })
    const answer = {
      ok: true,
      result: {
        findings: [{ what: 'return_unknown', orderId: 10_002, returnId, says: expect.any(String) }],
        events: { checked: 1, returns: 1, comments: 1, complete: true },
        returns: { complete: true },
        retention: { erased: 0, removed: 0, complete: true },
      },
    }
    expect(await tick.json()).toMatchObject(answer)
    expect(await operate(url, { command: 'audit' })).toMatchObject(answer)
  })

  it('knows after a restart what it did before', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    await sendRefund(first.url, { id: 'd-1' })
    await waitForStatus(first.url, 'shopify/d-1', 'done')
    const before = await operate(first.url, { command: 'event.get', id: 'shopify/d-1' })
    expect((await first.stop()).code).toBe(0)

    const second = await startProgram({ DATA_DIR })
    expect(await operate(second.url, { command: 'event.get', id: 'shopify/d-1' })).toEqual(before)
    expect(await sendRefund(second.url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
    expect(await madeFor(second.sandboxUrl ?? '', order)).toEqual(one)
  })

  it('goes on with the work of a predecessor that was killed', async () => {
    const DATA_DIR = temporaryFolder()
    const backOffice = await listenSandbox({ port: 0, seed: 'demo' })
    onTestFinished(backOffice.close)
    await fetch(`${backOffice.url}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ method: 'GET', path: '/rest/orders', times: 1, kind: 'slow', delayMs: 5_000 }),
    })
    const first = await startProgram({ DATA_DIR, BACKOFFICE_URL: backOffice.url })
    await sendRefund(first.url, { id: 'd-1' })
    await waitForStatus(first.url, 'shopify/d-1', 'running')
    expect((await first.stop('SIGKILL')).code).toBeNull()
    expect(readFileSync(join(DATA_DIR, 'lock'), 'utf8')).toContain(String(first.program.child.pid))

    const second = await startProgram({ DATA_DIR, BACKOFFICE_URL: backOffice.url })
    await waitForStatus(second.url, 'shopify/d-1', 'done')
    expect(await madeFor(backOffice.url, order)).toEqual(one)
  })

  it('ends with 0 on SIGTERM, also with work under way, and leaves neither process nor lock', async () => {
    const DATA_DIR = temporaryFolder()
    const { url, sandboxUrl = '', program, stop } = await startProgram({ DATA_DIR })
    await fetch(`${sandboxUrl}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ method: 'POST', path: '/rest/orders', times: 1, kind: 'slow', delayMs: 500 }),
    })
    await sendRefund(url, { id: 'd-1' })
    await waitForStatus(url, 'shopify/d-1', 'running')
    const { code, output } = await stop()
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/Ctrl-C\n$/) })
    expect(() => process.kill(program.child.pid ?? 0, 0)).toThrow('ESRCH')
    expect(() => readFileSync(join(DATA_DIR, 'lock'))).toThrow('ENOENT')
  })
})

describe('npm start that cannot start', () => {
  it('says in one sentence that the data directory is taken', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    const second = await run('local/start.mjs', [], { PORT: '0', SANDBOX_PORT: '0', DATA_DIR }).ended
    expect(second.code).toBe(1)
    expect(second.output).toBe(
      `${DATA_DIR} is in use by process ${first.program.child.pid}: stop it first, or start with another DATA_DIR (and PORT, SANDBOX_PORT).\n`,
    )
  })

  it.each(['PORT', 'SANDBOX_PORT'])('says in one sentence that %s is taken', async (variable) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await until('a port', () => taken.listening)
    onTestFinished(() => void taken.close())
    const port = String((taken.address() as AddressInfo).port)
    const DATA_DIR = temporaryFolder()
    const { code, output } = await run('local/start.mjs', [], {
      PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR,
      [variable]: port,
    }).ended
    expect(code).toBe(1)
    expect(output).toBe(`Port ${port} is in use: stop what uses it, or choose another with ${variable}.\n`)
    expect(() => readFileSync(join(DATA_DIR, 'lock'))).toThrow('ENOENT')
  })

  it('names every mistake of the environment', async () => {
    const { code, output } = await run('local/start.mjs', [], { PORT: 'x', LOCAL_TIME_SCALE: '-1' }).ended
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(2)
  })
})
