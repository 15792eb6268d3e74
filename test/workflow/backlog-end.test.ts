import { describe, expect, it } from 'vitest'
import { operate } from '../../lib/operator/operate.ts'
import type { Operator } from '../../lib/operator/operator.ts'
import { createMemoryAudit } from '../memory/memory-stores.ts'
import { createFleet, type FleetOptions } from './fleet.ts'

const minute = 60_000
const limits = { readsPerMinute: 80, writesPerMinute: 40 }
type Fleet = Awaited<ReturnType<typeof createFleet>>
type Stats = { backlog?: { events: number; endsAt?: string; atLeast?: true } }

async function statsOf(fleet: Fleet): Promise<Stats> {
  const session = { status: async () => ({ state: 'open', attempts: 0, maxAttempts: 3, refusedVersions: [] }) }
  const known = { workflow: fleet.observer(), session, audits: createMemoryAudit() }
  const operator = { ...known, deadlineMs: fleet.now() + 2 * minute } as unknown as Operator
  const answer = await operate(operator, { command: 'stats' })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.result as Stats
}

async function deliver(fleet: Fleet, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await fleet.accept(`e${index}`))
  return ids
}

/** How long what is left takes, and how long it was said to take, at each of these minutes. */
async function estimates(fleet: Fleet, ids: string[], at: readonly number[]) {
  const said: { at: number; end: number; events: number }[] = []
  const begun = fleet.now()
  for (const minutes of at) {
    await fleet.run(begun + minutes * minute - fleet.now())
    const { backlog } = await statsOf(fleet)
    said.push({ at: fleet.now(), end: Date.parse(backlog?.endsAt ?? ''), events: backlog?.events ?? 0 })
  }
  await fleet.run(10 * 60 * minute, ids)
  const end = fleet.now()
  return said.map((one) => ({ events: one.events, ratio: (one.end - one.at) / (end - one.at) }))
}

const fault = (fleet: Fleet, body: object) => fleet.control('/sandbox/faults', { path: '/rest/', ...body })

describe('the end of a backlog, as stats estimates it, is right within a fifth', () => {
  it.each<[string, Partial<FleetOptions>]>([
    ['without faults', {}],
    ['with a back office that takes seconds', { answerMs: [2_000, 5_000] }],
    ['with a slow network', { latencyMs: [300, 900] }],
  ])(
    '%s',
    async (_title, options) => {
      const fleet = await createFleet({ limits, workers: 4, ...options })
      await fleet.run(2 * minute, [await fleet.accept('first')])
      const ids = await deliver(fleet, 300)
      const said = await estimates(fleet, ids, [0.2, 2, 5, 9])
      for (const { ratio } of said) {
        expect(ratio).toBeGreaterThan(0.8)
        expect(ratio).toBeLessThan(1.2)
      }
    },
    180_000,
  )

  it('of a replay, which leaves half of the limits alone', async () => {
    const fleet = await createFleet({ limits, workers: 4 })
    await fleet.run(2 * minute, [await fleet.accept('first')])
    const ids = await deliver(fleet, 150)
    fleet.stream.length = 0
    for (const id of ids) await fleet.startOver(id)
    for (const { ratio } of await estimates(fleet, ids, [0.2, 4, 8])) {
      expect(ratio).toBeGreaterThan(0.8)
      expect(ratio).toBeLessThan(1.2)
    }
  }, 180_000)

  // What two bursts do in the last minutes nobody can know.
  it.each([1, 2, 4, 7, 12])(
    'with bursts of 429 every two minutes and %i workers, once three have come and while five minutes are left',
    async (workers) => {
      const fleet = await createFleet({ limits, workers })
      await fleet.run(2 * minute, [await fleet.accept('first')])
      const ids = await deliver(fleet, 300)
      let isOver = false
      const begun = fleet.now()
      const said: { at: number; end: number }[] = []
      for (let count = 0; !isOver && count < 120; count += 1) {
        // Every two minutes.
        if (count % 2 === 0)
          await fault(fleet, { times: 2, kind: 'status', status: 429, headers: { 'retry-after': '20' } })
        await fleet.run(minute, ids)
        const statuses = await Promise.all(ids.map(async (id) => (await fleet.inbox.get(id))?.status))
        isOver = statuses.every((status) => status === 'done')
        const { backlog } = await statsOf(fleet)
        if (backlog?.endsAt && fleet.now() - begun >= 6 * minute)
          said.push({ at: fleet.now(), end: Date.parse(backlog.endsAt) })
      }
      const end = fleet.now()
      const ratios = said.filter(({ at }) => end - at > 5 * minute).map((one) => (one.end - one.at) / (end - one.at))
      expect(isOver).toBe(true)
      expect(ratios.length).toBeGreaterThan(10)
      for (const ratio of ratios) {
        expect(ratio).toBeGreaterThan(0.8)
        expect(ratio).toBeLessThan(1.2)
      }
    },
    180_000,
  )
})
