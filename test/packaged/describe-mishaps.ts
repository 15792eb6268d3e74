import { expect, it } from 'vitest'
import { startPausingProxy } from '../crash/pausing-proxy.ts'
import type { Open, PackagedBridge } from './packaged-bridge.ts'

const once = { returns: [expect.any(Number)], comments: [expect.any(Number)] }
/** Longer than a write takes to settle, and than the lease of an event whose run was ended (150 s). */
const settledMs = 160_000

/** Runs the schedule, a minute apart, until the event is no longer open. */
async function finish(bridge: PackagedBridge, id: string): Promise<string> {
  for (let runs = 0; runs < 30; runs += 1) {
    await bridge.tick('retry')
    const { status } = await bridge.event(id)
    if (status === 'done' || status === 'failed' || status === 'held') return status
    bridge.advance(60_000)
  }
  return `still ${(await bridge.event(id)).status}`
}

/** Faults between the functions and the back office: still one return and one comment. */
export function describeMishaps(open: Open): void {
  it('worker waits if the answer to its return is lost, and retry finds the return instead of making another', async () => {
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    expect(await bridge.hint(id)).toEqual({ batchItemFailures: [] })
    expect(await bridge.event(id)).toMatchObject({ status: 'waiting' })
    expect(bridge.made(10_001)).toEqual({ returns: [expect.any(Number)], comments: [] })
    bridge.advance(settledMs)
    expect(await finish(bridge, id)).toBe('done')
    expect(bridge.made(10_001)).toEqual(once)
    expect(bridge.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1, 'POST /rest/login': 1 })
  })

  it('worker learns the limits of the back office, and all functions share their pace', async () => {
    const bridge = await open()
    const perDay = { readsPerDay: 166_000, writesPerDay: 48_000 }
    const others = { reads: 100_000, writes: 500 }
    await bridge.limit({ readsPerMinute: 80, writesPerMinute: 40, ...perDay, others })
    for (const [source, sample] of [
      ['shopify', 'refund'],
      ['typeform', 'return'],
    ] as const) {
      const { id } = await bridge.deliver(source, sample)
      await bridge.hint(id)
      expect(await bridge.event(id)).toMatchObject({ status: 'done' })
    }
    expect(await bridge.pace()).toMatchObject({ readsPerMinute: 80, writesPerMinute: 40, ...perDay })
    const { result } = await bridge.operate({ command: 'stats' })
    expect(result).toMatchObject({ budgets: { readsPerDay: { others: 100_000 }, writesPerDay: { others: 500 } } })
  })
}

/** A run that Lambda ends. Of the deployed functions, too: only then the schedule needs its right to read one event. */
export function describeEndedRun(open: Open): void {
  it('retry continues after worker was ended by its timeout during a request', async () => {
    const { bridge, paused, id } = await pausedAt(open, '/rest/orders', 'unanswered')
    const run = await runUntil(paused.reached, bridge.hint(id))
    bridge.advance(120_000)
    await bridge.calledBy('stream').kill()
    expect(await run.ends).toContain('worker failed: "its environment ended with SIGKILL"')
    const running = await bridge.event(id)
    expect(running).toMatchObject({ status: 'running' })
    // Its lease is not over: the schedule finds it in its list and leaves it as it is.
    expect(await bridge.tick('retry')).toEqual({ processed: 0, outcomes: {} })
    expect(await bridge.event(id)).toEqual(running)
    bridge.advance(settledMs)
    expect(await finish(bridge, id)).toBe('done')
    expect(bridge.made(10_001)).toEqual(once)
    expect(bridge.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })
}

/** Resolves when the request is paused, with the end of the run. Fails if the run ends before that. */
async function runUntil(reached: Promise<void>, run: Promise<unknown>): Promise<{ ends: Promise<string> }> {
  const ends = run.then(JSON.stringify, String)
  const early = await Promise.race([reached, ends])
  expect(early, 'the run ended before its request was paused').toBeUndefined()
  return { ends }
}

/** A refund whose write to `path` will be paused. */
async function pausedAt(open: Open, path: string, moment: 'unsent' | 'unanswered') {
  let backOffice: Awaited<ReturnType<typeof startPausingProxy>> | undefined
  const bridge = await open({
    before: async (url) => {
      backOffice = await startPausingProxy(url)
      return backOffice
    },
  })
  const { id } = await bridge.deliver('shopify', 'refund')
  const paused = backOffice?.pause(path, moment) ?? expect.fail('there is no proxy')
  return { bridge, paused, id }
}
