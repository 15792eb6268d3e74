import { describe, expect, it } from 'vitest'
import { NewerFormat } from '../../lib/inbox/format.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** An operator's desk over an inbox some of whose operations go otherwise. */
function over(world: World, changes: Partial<Inbox>) {
  const workflow = { ...world.workflow, inbox: { ...world.workflow.inbox, ...changes } }
  return createDesk(world, { workflow }).ask
}

/** A page of a list of due events that never ends. */
const manyDue = (limit: number, after = 0) =>
  Array.from({ length: limit }, (_, index) => ({ at: after + index + 1, id: `standard/newer-${after + index + 1}` }))

describe('stats', () => {
  it('counts nothing where there is nothing', async () => {
    expect((await createDesk().ask('stats')).result).toEqual({
      open: 0,
      ready: 0,
      running: 0,
      waiting: 0,
      held: 0,
      failed: 0,
      atLeast: [],
      stopped: [],
      language: 'en',
      paused: [],
      sources: [
        { source: 'standard', title: 'standard' },
        { source: 'strict', title: 'strict' },
        { source: 'shopify', title: 'Shopify shop' },
      ],
      login: { state: 'open', says: 'The bridge may call the back office.' },
      budgets: {},
    })
  })

  it('counts open, held and failed events, and names the one that has been due for the longest time', async () => {
    const { world, ask } = createDesk()
    const late = await world.accept('standard', returnRequested({}))
    await world.deliver('standard', returnRequested({ order: { id: 10_006 } }))
    await world.deliver('standard', returnRequested({ order: { id: 10_004 } }))
    await world.deliver('standard', returnRequested({}))
    const { wakeAt = 0 } = await world.get(late)
    await world.advance(wakeAt + 7 * minute - world.now())
    for (let count = 0; count < 230; count += 1) await world.accept('standard', returnRequested({}))
    expect((await ask('stats')).result).toMatchObject({
      open: 231,
      ready: 231,
      running: 0,
      waiting: 0,
      held: 1,
      failed: 1,
      atLeast: [],
      oldestDue: {
        id: late,
        about: { text: 'Delivery: standard' },
        dueSince: new Date(wakeAt).toISOString(),
        lateSeconds: 420,
        receivedAt: '2026-03-02T09:00:00.000Z',
      },
    })
  })

  it('groups what stands for the same reason, and says what waits for what and what a pause holds back', async () => {
    const { world, ask } = createDesk()
    for (let count = 0; count < 3; count += 1) {
      await world.finish(await world.accept('standard', returnRequested({ order: { id: 10_006 } })))
      await world.deliver('standard', { type: 'return.requested', data: 7 })
      await world.advance(minute)
    }
    await world.finish(await world.accept('standard', returnRequested({ order: { id: 10_004 } })))
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    await world.begin('standard', commentSubmitted({}))
    await ask('bridge.pause', { source: 'standard', reason: 'stocktaking' })
    await world.accept('standard', commentSubmitted({}))
    await world.accept('shopify', '{}')
    const text = expect.any(String)
    expect((await ask('stats')).result).toMatchObject({
      groups: [
        { status: 'held', source: 'standard', reason: 'addresses_missing', count: 3 },
        { status: 'failed', source: 'standard', reason: 'payload_invalid', count: 3, since: text, newest: text, text },
      ],
      waits: [{ code: 'settling', count: 1, text }],
      paused: [{ source: 'standard', events: 2 }],
    })
  })

  it('shows what stands alone however many others have stopped for one reason since', async () => {
    const { world, ask } = createDesk()
    const { id: alone } = await world.deliver('standard', returnRequested({ order: { id: 999 } }))
    for (let count = 0; count < 11; count += 1) {
      await world.advance(minute)
      await world.deliver('standard', { type: 'return.requested', data: 7 })
    }
    const { stopped } = (await ask('stats')).result as { stopped: { id: string }[] }
    expect(stopped.map(({ id }) => id)).toContain(alone)
  })

  it('shows of what has stopped the newest of each status, and withdrawals before all others', async () => {
    const { world, ask } = createDesk()
    const stop = async (body: object) => {
      const { id } = await world.deliver('standard', body)
      await world.advance(1_000)
      return id
    }
    const withdrawal = await stop(withdrawalDeclared({ order: { externalNumber: 'NO/SUCH-1' } }))
    const failed = await stop(returnRequested({ order: { externalNumber: 'NO/SUCH-1' } }))
    const held: string[] = []
    for (let count = 0; count < 12; count += 1) held.push(await stop(returnRequested({ order: { id: 10_006 } })))
    const { result = {} } = await ask('stats')
    const { held: sum, stopped } = result as {
      held: number
      stopped: { id: string; status: string; reason?: object }[]
    }
    expect(stopped.map(({ id }) => id)).toEqual([withdrawal, ...held.toReversed().slice(0, 10), failed])
    expect(sum).toBe(13)
    const { events } = (await ask('event.list', { status: 'failed' })).result as { events: object[] }
    expect(stopped.at(-1)).toEqual(events[0])
  })

  it('names as oldest none that is being worked on, however many are', async () => {
    const { world, ask } = createDesk()
    const ids: string[] = []
    for (let count = 0; count < 60; count += 1) ids.push(await world.accept('standard', '{}'))
    await world.advance(10 * minute)
    const late = await world.accept('standard', '{}')
    await world.advance(10 * minute)
    for (const id of ids) await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: minute })
    expect((await ask('stats')).result).toMatchObject({ running: 60, oldestDue: { id: late } })
    await world.advance(2 * minute)
    const { result = {} } = await ask('stats')
    expect(result).toMatchObject({ oldestDue: { id: expect.any(String), lateSeconds: 60 } })
    const { id } = result.oldestDue as { id: string }
    expect(ids).toContain(id)
    // However often it was tried, it is one event.
    await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: minute })
    expect((await ask('stats')).result).toMatchObject({ open: 61, running: 60, ready: 1 })
  })

  it('counts up to 1,000 that are open and says that there are more', async () => {
    const { world, ask } = createDesk()
    for (let count = 0; count < 1_000; count += 1) await world.accept('standard', '{}')
    expect((await ask('stats')).result).toMatchObject({ open: 1_000, ready: 1_000, atLeast: [] })
    await world.accept('standard', '{}')
    expect((await ask('stats')).result).toMatchObject({
      open: 1_000,
      ready: 1_000,
      atLeast: ['ready', 'running', 'waiting'],
    })
  })

  it('reads ten pages of what is open, held and failed, and no more', async () => {
    const world = createWorld()
    let pages = 0
    const ask = over(world, {
      list: async () => {
        pages += 1
        return { events: [], cursor: 'more' }
      },
    })
    const { result } = await ask('stats')
    expect(result).toMatchObject({ open: 0, atLeast: ['ready', 'running', 'waiting', 'held', 'failed'] })
    expect(pages).toBe(3 * 10)
  })

  async function manyOfANewerFormat(readMs: number) {
    const world = createWorld()
    let reads = 0
    const get = async () => {
      reads += 1
      await world.advance(readMs)
      throw new NewerFormat('of a newer version')
    }
    const ask = over(world, { due: async ({ limit, after }) => manyDue(limit, after?.at), get })
    const { result } = await ask('stats')
    return { result, reads }
  }

  it('looks for the oldest among 250 that are due, and says where it found none that it can read', async () => {
    const { result, reads } = await manyOfANewerFormat(0)
    expect(result).toMatchObject({ open: 0, atLeast: ['oldestDue'] })
    expect(result).not.toHaveProperty('oldestDue')
    expect(reads).toBe(250)
  })

  it('ends its search for the oldest before the time of its function ends', async () => {
    const { result, reads } = await manyOfANewerFormat(minute)
    expect(result).toMatchObject({ atLeast: ['oldestDue'] })
    expect(reads).toBe(2)
  })

  it('says of every count that it is incomplete where the time of its function ends', async () => {
    const { world } = createDesk()
    await world.accept('standard', '{}')
    const { ask } = createDesk(world, { deadlineMs: world.now() + 1_000 })
    expect((await ask('stats')).result).toMatchObject({ ready: 0, atLeast: ['ready', 'running', 'waiting'] })
  })
})
