import { describe, expect, it } from 'vitest'
import { createFleet, type FleetOptions, fullestMinute, type Sent } from './fleet.ts'

const minute = 60_000
const hour = 60 * minute
const limits = { readsPerMinute: 80, writesPerMinute: 40 }

async function drain(count: number, options: Partial<FleetOptions> = {}) {
  const fleet = await createFleet({ limits, workers: 4, ...options })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await fleet.accept(`e${index}`))
  await fleet.run(6 * hour, ids)
  const statuses = await Promise.all(ids.map(async (id) => (await fleet.inbox.get(id))?.status))
  return { ...fleet, statuses }
}

const isDone = ({ kind, status }: Sent) => kind === 'write' && status < 300
const refused = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 429).length

/** Share of the writes that the limit allows between the first one, or the first run of the schedule, and the last one. */
function writesUsed(sent: readonly Sent[], from: 'first write' | 'first schedule' = 'first write'): number {
  const begun = (sent[0]?.at ?? 0) + (from === 'first write' ? 0 : minute)
  const times = sent.filter(isDone).flatMap(({ at }) => (at >= begun ? at : []))
  return times.length / ((((times.at(-1) ?? 0) - (times[0] ?? 0)) / 60_000) * limits.writesPerMinute)
}

/** `fromFirstWrite`: the share of the writes that they use at least, the first minute included. */
function judge(
  { sent, statuses, errors }: Awaited<ReturnType<typeof drain>>,
  count: number,
  fromFirstWrite: number,
): void {
  expect(new Set(statuses)).toEqual(new Set(['done']))
  expect(errors).toEqual([])
  expect(sent.filter((one) => isDone(one) && one.path === '/rest/orders')).toHaveLength(count)
  expect(fullestMinute(sent, 'write')).toBeLessThanOrEqual(limits.writesPerMinute)
  expect(fullestMinute(sent, 'read')).toBeLessThanOrEqual(limits.readsPerMinute)
  // What workers leave over in the first minute weighs less, the more there is to do: the bounds of few are as measured.
  expect(writesUsed(sent)).toBeGreaterThanOrEqual(fromFirstWrite)
  expect(writesUsed(sent, 'first schedule')).toBeGreaterThanOrEqual(0.95)
  expect(refused(sent)).toBeLessThanOrEqual(sent.length / 1_000)
}

describe('many events at once, under 40 writes and 80 reads a minute', () => {
  it.each<[string, number, number, Partial<FleetOptions>]>([
    ['with limits learnt by twenty workers that start at the same time', 1_000, 0.95, { workers: 20 }],
    ['from a cold start of twenty workers', 200, 0.89, { workers: 20, configured: limits }],
    ['over a slow network', 300, 0.9, { latencyMs: [300, 900], configured: limits }],
    ['with a back office that takes seconds to answer', 600, 0.93, { answerMs: [2_000, 5_000], configured: limits }],
  ])(
    '%s: %i of them use at least %d of the writes, and 0.95 from the first schedule on, and are never more than the limits in any minute as the back office counts them',
    async (_title, count, share, options) => judge(await drain(count, options), count, share),
    180_000,
  )

  it('with limits learnt from the headers: 300 of them do as well, and cost no more operations of the tables each than 100', async () => {
    const few = await drain(100)
    const many = await drain(300)
    judge(many, 300, 0.91)
    expect(many.operations() / 300).toBeLessThanOrEqual((few.operations() / 100) * 1.05)
  }, 180_000)

  it('are all done by the schedule alone', async () => {
    const { sent, statuses } = await drain(120, { hints: false })
    expect(new Set(statuses)).toEqual(new Set(['done']))
    expect(writesUsed(sent)).toBeGreaterThanOrEqual(0.95)
  }, 180_000)
})

describe('one event after another', () => {
  it.each<[string, number, Partial<FleetOptions>]>([
    ['eight', 8, {}],
    ['nine, where answers take seconds,', 9, { answerMs: [2_000, 5_000] }],
  ])('costs at most %s operations of the tables each, with those of its calls', async (_title, most, options) => {
    const fleet = await createFleet({ limits, configured: limits, workers: 1, ...options })
    // The first one logs in, and finds how long things take.
    await fleet.run(minute, [await fleet.accept('first')])
    for (const name of ['second', 'third', 'fourth']) {
      const before = fleet.operations()
      await fleet.run(minute, [await fleet.accept(name)])
      // Its acceptance, which the fleet does without the network, and one look of the schedule are none of its own.
      expect(fleet.operations() - before).toBeLessThanOrEqual(most + 1)
      expect(fleet.operations() - before).toBeGreaterThanOrEqual(7)
    }
  })
})

describe('events whose hints are all lost', () => {
  it.each([
    ['within four minutes, without a limit', {}, 0],
    ['within four minutes and the time of their calls, under limits', limits, (2 * 60 * 60_000) / 40],
  ])(
    'are done by the schedule %s',
    async (_title, limits, paceMs) => {
      const fleet = await createFleet({ limits, workers: 2, hints: false })
      const ids: string[] = []
      for (let index = 0; index < 60; index += 1) ids.push(await fleet.accept(`e${index}`))
      expect(await fleet.run(hour, ids)).toBeLessThanOrEqual(4 * 60_000 + paceMs)
      expect(fleet.sent.filter((one) => isDone(one) && one.path === '/rest/orders')).toHaveLength(60)
    },
    180_000,
  )
})

describe('a replay of 200', () => {
  it('leaves room for fresh events, and is done too', async () => {
    const fleet = await createFleet({ limits, workers: 4 })
    const old: string[] = []
    for (let index = 0; index < 200; index += 1) old.push(await fleet.accept(`old${index}`))
    fleet.stream.length = 0
    for (const id of old) await fleet.startOver(id)
    await fleet.run(3 * 60_000)
    const waits: number[] = []
    for (let index = 0; index < 20; index += 1) {
      const fresh = await fleet.accept(`fresh${index}`)
      waits.push(await fleet.run(10 * 60_000, [fresh]))
      await fleet.run(20_000)
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000)
    const statuses = async () => new Set(await Promise.all(old.map(async (id) => (await fleet.inbox.get(id))?.status)))
    // Otherwise there was nothing left to make room for.
    expect(await statuses()).toContain('waiting')
    await fleet.run(3 * hour, old)
    expect(await statuses()).toEqual(new Set(['done']))
    expect(refused(fleet.sent)).toBeLessThanOrEqual(fleet.sent.length / 1_000)
  }, 180_000)
})
