import { describe, expect, it } from 'vitest'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { commentSubmitted, createWorld, dueAt, minute, type World } from './world.ts'

const runMs = 120_000
/** Workers that only wait for the others must not use up the run's time on the virtual clock. */
const patient = (world: World) => {
  world.workflow.sleep = async () => await new Promise((resolve) => setImmediate(resolve))
}
const dueSoon = async (world: World, count: number) => {
  patient(world)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await world.accept('standard', commentSubmitted({})))
  await world.advance(2 * minute)
  return ids
}
const statusesOf = async (world: World, ids: string[]) =>
  await Promise.all(ids.map(async (id) => (await world.get(id)).status))

describe('a run of the schedule', () => {
  it('does all that is due, beyond one page, each once', async () => {
    const world = createWorld()
    const ids = await dueSoon(world, 60)
    expect(await processDue(world.workflow, world.now() + runMs)).toEqual({ processed: 60, outcomes: { done: 60 } })
    expect(new Set(await statusesOf(world, ids))).toEqual(new Set(['done']))
    expect(await world.commentsOf(10_001)).toHaveLength(60)
  })

  it.each([25, 26, 60])('reads on past %i events at the head of the list that others work on', async (count) => {
    const world = createWorld()
    const ids = await dueSoon(world, count + 3)
    const [leased, others] = [ids.slice(0, count), ids.slice(count)]
    for (const id of leased) await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 150_000 })
    const report = await processDue(world.workflow, world.now() + runMs)
    expect(report.outcomes).toEqual({ done: 3 })
    expect(new Set(await statusesOf(world, others))).toEqual(new Set(['done']))
    expect(new Set(await statusesOf(world, leased))).toEqual(new Set(['running']))
    // Once the leases are over, the next run does them too.
    await world.advance(150_000)
    await processDue(world.workflow, world.now() + runMs)
    expect(new Set(await statusesOf(world, leased))).toEqual(new Set(['done']))
  })

  it('ends where all that is due is worked on by others, and reads each page once', async () => {
    const world = createWorld()
    for (const id of await dueSoon(world, 60))
      await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 150_000 })
    const { inbox } = world.ports
    let reads = 0
    const due: typeof inbox.due = async (query) => {
      reads += 1
      return await inbox.due(query)
    }
    const report = await processDue({ ...world.workflow, inbox: { ...inbox, due } }, world.now() + runMs)
    expect(report).toEqual({ processed: 0, outcomes: {} })
    // From the beginning once more, because each was tried.
    expect(reads).toBeLessThanOrEqual(6)
  })

  it('does what becomes due behind the pages that it has read', async () => {
    const world = createWorld()
    const ids = await dueSoon(world, 30)
    const { inbox } = world.ports
    let late: string | undefined
    const save: typeof inbox.save = async (previous, next) => {
      await inbox.save(previous, next)
      if (late !== undefined || previous.id !== ids.at(-1)) return
      late = await world.accept('standard', commentSubmitted({}))
      const event = await world.get(late)
      await inbox.save(event, { ...event, wakeAt: 0 })
    }
    await processDue({ ...world.workflow, inbox: { ...inbox, save } }, world.now() + runMs)
    expect(await world.get(late ?? '')).toMatchObject({ status: 'done' })
  })

  it('takes up no event twice, also when it is due again at once', async () => {
    const world = createWorld()
    const [id = ''] = await dueSoon(world, 1)
    await world.fault({ path: '/rest', times: 1_000, kind: 'status', status: 429, headers: { 'retry-after': '0' } })
    const report = await processDue(world.workflow, world.now() + runMs)
    expect(report.processed).toBe(1)
    expect(await world.get(id)).toMatchObject({ status: 'waiting', epoch: 1 })
  })

  it.each([
    ['breaks off whatever works on it', 'save', 'broken off', ['work broken off']],
    ['cannot be claimed', 'claim', 'not tried', ['event could not be claimed']],
  ] as const)('is not stopped by an event that %s', async (_title, operation, outcome, says) => {
    const world = createWorld()
    const [poison = '', ...others] = await dueSoon(world, 60)
    const { inbox } = world.ports
    const poisoned = async (...given: [never, never]) => {
      const [of] = given as unknown as [string | { id: string }]
      if ((typeof of === 'string' ? of : of.id) === poison) throw new TypeError('a bug')
      return await inbox[operation](...given)
    }
    world.workflow.inbox = { ...inbox, [operation]: poisoned }
    const report = await processDue(world.workflow, world.now() + runMs)
    expect(report.outcomes).toEqual({ done: 59, [outcome]: 1 })
    expect(new Set(await statusesOf(world, others))).toEqual(new Set(['done']))
    const logged = world.logged.filter(({ level, fields }) => level === 'error' && fields.event === poison)
    expect(logged.map(({ message }) => message)).toEqual(says)
    expect(JSON.stringify(world.logged)).not.toContain('a bug')
  })

  it('whose process dies of an event, every time, leaves the others done and ends that event at its last attempt', async () => {
    const world = createWorld()
    const [poison = '', ...others] = await dueSoon(world, 30)
    const { inbox } = world.ports
    for (let runs = 0; runs < 200; runs += 1) {
      const died = Promise.withResolvers<'died'>()
      const claim: typeof inbox.claim = async (id, options) => {
        const claimed = await inbox.claim(id, options)
        if (id !== poison || claimed === undefined || claimed.attempts > 10) return claimed
        died.resolve('died')
        return await new Promise<never>(() => {})
      }
      const workflow = world.newProcess({ inbox: { ...inbox, claim } })
      await Promise.race([processDue(workflow, world.now() + runMs), died.promise])
      // After an hour the others are over, and it alone has long waits.
      const due = runs < 60 ? 0 : (dueAt(await world.get(poison)) ?? 0)
      await world.advance(Math.max(minute, due - world.now()))
    }
    expect(new Set(await statusesOf(world, others))).toEqual(new Set(['done']))
    expect(await world.get(poison)).toMatchObject({ status: 'failed', reason: { code: 'attempts_used_up' } })
    expect(await world.commentsOf(10_001)).toHaveLength(29)
  })

  it('leaves the rest to the next run when its time is over', async () => {
    const world = createWorld({
      fetch: (real) => async (input, init) => {
        if (init?.method === 'POST') await world.advance(1_000)
        return await real(input, init)
      },
    })
    const ids = await dueSoon(world, 40)
    const first = await processDue(world.workflow, world.now() + 40_000)
    expect(first.outcomes.done).toBeGreaterThan(0)
    expect(first.outcomes.done).toBeLessThan(40)
    const untouched = (await Promise.all(ids.map(world.get))).filter(({ status }) => status === 'ready')
    for (const event of untouched) expect(event).toMatchObject({ epoch: 0, attempts: 0 })
    for (let runs = 0; runs < 10; runs += 1) {
      await world.advance(minute)
      await processDue(world.workflow, world.now() + runMs)
    }
    expect(new Set(await statusesOf(world, ids))).toEqual(new Set(['done']))
    expect(await world.commentsOf(10_001)).toHaveLength(40)
  })

  it('that cannot reach what it needs ends whole, when nothing of it goes on any more', async () => {
    const world = createWorld()
    await dueSoon(world, 10)
    let starts = 0
    const waitToStart = async () => {
      starts += 1
      if (starts === 2) throw new Error('the state table')
      return true
    }
    await expect(processDue({ ...world.workflow, pace: { waitToStart } }, world.now() + runMs)).rejects.toThrow(
      'the state table',
    )
    const before = await world.calls()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await world.calls()).toEqual(before)
  })

  it('leaves alone what the pace has no room for', async () => {
    const world = createWorld()
    const ids = await dueSoon(world, 10)
    let starts = 0
    const waitToStart = async () => {
      starts += 1
      return starts <= 3
    }
    const report = await processDue({ ...world.workflow, pace: { waitToStart } }, world.now() + runMs)
    expect(report).toEqual({ processed: 3, outcomes: { done: 3 } })
    expect((await statusesOf(world, ids)).filter((status) => status === 'ready')).toHaveLength(7)
  })
})
