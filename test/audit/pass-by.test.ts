import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { createAudited } from './audit-world.ts'

const words = 'what a customer wrote'
const broken = new TypeError(words)

/** An inbox whose walk has events that cannot be read. */
const unreadable = (inbox: Inbox, isBroken: (id: string, index: number) => boolean, error: Error = broken): Inbox => {
  let index = 0
  const fail = (): never => {
    throw error
  }
  return {
    ...inbox,
    walk: async (options) =>
      (await inbox.walk(options)).map((event) => (isBroken(event.id, index++) ? { ...event, read: fail } : event)),
  }
}

const forty = async (world: ReturnType<typeof createAudited>) => {
  for (let count = 0; count < 40; count += 1) await world.commented({ text: `comment ${count}` })
}

describe('an audit that meets an event that cannot be read', () => {
  it('compares what lies behind it, and names it', async () => {
    const world = createAudited()
    const { id } = await world.commented({ text: 'the first' })
    await world.commented({ text: 'the second' })
    const { inbox } = world.workflow
    const { events, unseen } = await world.audit({ inbox: unreadable(inbox, (one) => one === id) })
    expect(events).toMatchObject({ checked: 1, comments: 1, complete: true })
    expect(unseen).toEqual([{ event: id, code: 'record_unreadable', why: expect.stringContaining('(TypeError)') }])
    const message = 'passed by: what is recorded of it cannot be read or saved'
    const fields = { event: id, error: 'TypeError', at: expect.any(Array) }
    expect(world.logged).toContainEqual({ level: 'error', message, fields })
    expect(JSON.stringify([world.logged, unseen])).not.toContain(words)
  })

  it('goes on where some of many fail, and ends where one after the other fails', async () => {
    const world = createAudited()
    await forty(world)
    const { inbox } = world.workflow
    const { unseen, moreUnseen } = await world.audit({ inbox: unreadable(inbox, (_, index) => index % 20 !== 19) })
    expect(unseen.length + moreUnseen).toBe(38)
    await expect(world.audit({ inbox: unreadable(inbox, () => true) })).rejects.toThrow(broken)
  })

  it('ends at once where the table says that it has too much to do', async () => {
    const world = createAudited()
    await world.commented()
    const busy = Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
    const { inbox } = world.workflow
    await expect(world.audit({ inbox: unreadable(inbox, () => true, busy) })).rejects.toThrow('slow down')
  })
})
