import { describe, expect, it } from 'vitest'
import { madeFor, operate, sendRefund, startProgram, temporaryFolder, until, waitForStatus } from './running-stack.ts'

const order = 10_001
const one = { returns: 1, comments: 1 }

async function returnsOf(sandboxUrl: string) {
  const { orders } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { orders: { id: number }[] }
  return orders.filter(({ id }) => id > 700_000)
}

async function callsOf(sandboxUrl: string) {
  const calls = (await (await fetch(`${sandboxUrl}/sandbox/calls`)).json()) as { byRoute: Record<string, number> }
  return calls.byRoute
}

describe('npm start, killed together with its back office', () => {
  it('shows the same return after the next start, and takes the same delivery for a duplicate', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    await sendRefund(first.url, { id: 'd-1' })
    await waitForStatus(first.url, 'shopify/d-1', 'done')
    const made = await returnsOf(first.sandboxUrl ?? '')
    expect(made).toMatchObject([{ id: 700_001, statusId: 9.01 }])
    expect((await first.stop('SIGKILL')).code).toBeNull()

    const { url, sandboxUrl = '' } = await startProgram({ DATA_DIR })
    expect(await returnsOf(sandboxUrl)).toEqual(made)
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
    expect(await madeFor(sandboxUrl, order)).toEqual(one)

    const next = await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body: '{"typeId": 3}' })
    expect(await next.json()).toMatchObject({ id: 700_002 })
  })

  it('finishes the return that it had created and not yet commented', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    await fetch(`${first.sandboxUrl}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ method: 'POST', path: '/rest/comments', times: 1, kind: 'slow', delayMs: 60_000 }),
    })
    await sendRefund(first.url, { id: 'd-1' })
    await until(
      'the request for a comment',
      async () => (await callsOf(first.sandboxUrl ?? ''))['POST /rest/comments'] === 1,
    )
    const made = await returnsOf(first.sandboxUrl ?? '')
    expect(made).toHaveLength(1)
    expect((await first.stop('SIGKILL')).code).toBeNull()

    const { url, sandboxUrl = '' } = await startProgram({ DATA_DIR, LOCAL_TIME_SCALE: '600' })
    // A lost comment is read back after its send window, a request's timeout and a second: 16 seconds at any time scale.
    const isDone = async () =>
      (await operate(url, { command: 'event.get', id: 'shopify/d-1' })).result.status === 'done'
    await until('the end of d-1', isDone, 40_000)
    expect(await returnsOf(sandboxUrl)).toEqual(made)
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { status: 'duplicate' } })
    expect(await madeFor(sandboxUrl, order)).toEqual(one)
  }, 60_000)
})
