import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { createWorld, returnRequested, type World, worldWith } from './world.ts'

const timeout = () => Object.assign(new Error('no answer'), { name: 'TimeoutError' })
const runMs = 120_000
const leaseMs = 150_000

/** Runs an event over an inbox that answers late: `late` says how one of its operations goes. */
async function runOver(world: World, id: string, late: (inbox: Inbox) => Partial<Inbox>) {
  const { inbox } = world.ports
  const workflow = { ...world.workflow, inbox: { ...inbox, ...late(inbox) } }
  return await processEvent(workflow, id, world.now() + runMs)
}

/** A claim that the table takes, and whose answer does not come. */
const unanswered = ({ claim }: Inbox): Partial<Inbox> => ({
  claim: async (...given) => {
    await claim(...given)
    throw timeout()
  },
})

async function expectGivenBack(world: World, id: string) {
  const event = await world.get(id)
  expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
  expect((event.wakeAt ?? 0) - world.now()).toBeLessThanOrEqual(11_000)
  expect(await world.finish(id)).toMatchObject({ status: 'done', attempts: 1 })
  expect(await world.returnsOf(10_001)).toHaveLength(1)
}

describe('a claim whose answer does not come', () => {
  it('is given back where the table has taken it: the event is due in seconds, with all its attempts', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    expect(await runOver(world, id, unanswered)).toBe('not tried')
    const { history } = await world.get(id)
    expect(history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'not_saved', error: 'TimeoutError' } })
    await expectGivenBack(world, id)
  })

  it('is given back by a second look, where it lands after the first one', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    let land = async (): Promise<unknown> => undefined
    let looks = 0
    const how = await runOver(world, id, ({ claim, get }) => ({
      claim: (...given) => {
        land = () => claim(...given)
        return Promise.reject(timeout())
      },
      get: async (looked) => {
        const event = await get(looked)
        looks += 1
        if (looks === 1) await land()
        return event
      },
    }))
    expect(how).toBe('not tried')
    await expectGivenBack(world, id)
  })

  it.each(['get', 'save'] as const)('is given back by a second look, after one without its %s', async (name) => {
    const { world, id } = await worldWith(returnRequested({}))
    let tries = 0
    const how = await runOver(world, id, (inbox) => ({
      ...unanswered(inbox),
      [name]: async (...given: [never, never]) => {
        tries += 1
        if (tries === 1) throw timeout()
        return await inbox[name](...given)
      },
    }))
    expect(how).toBe('not tried')
    await expectGivenBack(world, id)
  })

  it('is looked for twice and no more', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    let looks = 0
    const how = await runOver(world, id, () => ({
      claim: () => Promise.reject(timeout()),
      get: () => {
        looks += 1
        return Promise.reject(timeout())
      },
    }))
    expect(how).toBe('not tried')
    expect(looks).toBe(2)
  })

  it('leaves an event alone that it never reached, or that somebody else works on', async () => {
    const world = createWorld()
    const [open, taken] = [
      await world.accept('standard', returnRequested({})),
      await world.accept('standard', returnRequested({ order: { id: 10_002 } })),
    ]
    const claim = () => Promise.reject(timeout())
    await world.ports.inbox.claim(taken, { now: world.now(), leaseMs })
    for (const id of [open, taken]) {
      const before = await world.get(id)
      expect(await runOver(world, id, () => ({ claim }))).toBe('not tried')
      expect(await world.get(id)).toEqual(before)
    }
  })

  it('does not hide that a run before it has ended without a word', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    const { inbox, timing } = world.workflow
    for (let runs = 0; runs < 5; runs += 1) {
      await inbox.claim(id, { now: world.now(), leaseMs })
      await world.advance(leaseMs)
    }
    await runOver(world, id, unanswered)
    const event = await world.get(id)
    // The rest of the wait after the attempts that count.
    expect(event).toMatchObject({ status: 'waiting', attempts: 3 })
    expect((event.wakeAt ?? 0) - world.now()).toBe((timing.retryScheduleMs[2] ?? 0) - leaseMs)
  })
})

describe('a run that broke off', () => {
  it('gives its claim back by a second try, where the first one has no answer either', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    let saves = 0
    const how = await runOver(world, id, ({ save }) => ({
      save: async (...given) => {
        saves += 1
        if (saves <= 2) throw timeout()
        await save(...given)
      },
    }))
    expect(how).toBe('broken off')
    const event = await world.get(id)
    expect(event).toMatchObject({ status: 'waiting', attempts: 1 })
    expect((event.wakeAt ?? 0) - world.now()).toBeLessThanOrEqual(11_000)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('changes nothing where the table has taken its end after all', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    let saves = 0
    await runOver(world, id, ({ save }) => ({
      save: async (...given) => {
        saves += 1
        await save(...given)
        if (saves === 1) throw timeout()
      },
    }))
    expect(await world.get(id)).toMatchObject({ status: 'done', attempts: 1 })
    expect(saves).toBe(2)
  })
})
