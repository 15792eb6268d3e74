import { expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { discarded, replayed } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting } from '../../lib/inbox/transitions.ts'
import { inboxBackends, retentionMs } from './backends.ts'
import { later, noSuchField, testDelivery, tooMany } from './endings.ts'
import { openEach, overEach } from './over-each.ts'

const far = 9e12
const id = 'shopify/1'

overEach(inboxBackends, 'the time to live of an event', ({ open }) => {
  const opened = openEach(open)

  const moment = (now: number) => ({ now, writeId: opened.newId() })
  const exists = async () => (await opened.inbox.get(id)) !== undefined
  const delivery = { body: Buffer.from('{}'), headers: {} }

  async function running(): Promise<InboxEvent> {
    await opened.inbox.accept({ id, source: 'shopify', delivery, now: 1_000, hintMs: 100 })
    return (await opened.inbox.claim(id, { now: 1_000, leaseMs: 100 })) ?? expect.fail('nothing to claim')
  }

  async function moved(event: InboxEvent, next: InboxEvent): Promise<InboxEvent> {
    await opened.inbox.save(event, next)
    expect(await opened.inbox.get(id)).toEqual(next)
    return next
  }

  const ended: Record<'done' | 'ignored' | 'discarded', (event: InboxEvent) => Promise<InboxEvent>> = {
    done: (event) => moved(event, toDone(event, moment(2_000))),
    ignored: (event) => moved(event, toEnded(event, testDelivery, moment(2_000))),
    discarded: async (event) => {
      const held = await moved(event, toEnded(event, tooMany, moment(1_500)))
      return await moved(held, discarded(held, moment(2_000)))
    },
  }

  it.each(['done', 'ignored', 'discarded'] as const)('ends a %s event `retention` after its end', async (status) => {
    await ended[status](await running())
    await opened.expire(2_000 + retentionMs)
    expect(await exists()).toBe(true)
    await opened.expire(2_000 + retentionMs + 2_000)
    expect(await exists()).toBe(false)
    expect(await opened.inbox.list({ limit: 5 })).toEqual({ events: [] })
    expect(await opened.inbox.walk({ limit: 5 })).toEqual([])
    expect(await opened.inbox.accept({ id, source: 'shopify', delivery, now: far, hintMs: 100 })).toBe('accepted')
  })

  it.each(['held', 'failed'] as const)('never ends a %s event', async (status) => {
    const event = await running()
    await moved(event, toEnded(event, status === 'held' ? tooMany : noSuchField, moment(2_000)))
    await opened.expire(far)
    expect(await exists()).toBe(true)
  })

  it('never ends an open event', async () => {
    const event = await running()
    await opened.expire(far)
    await moved(event, toWaiting(event, { ...moment(2_000), until: 3_000, why: later }))
    await opened.expire(far)
    expect(await exists()).toBe(true)
  })

  it('is taken from an event that is replayed, and counts anew from its next end', async () => {
    const done = await ended.done(await running())
    await moved(done, replayed(done, moment(5_000)))
    await opened.expire(far)
    const again = (await opened.inbox.claim(id, { now: 6_000, leaseMs: 100 })) as InboxEvent
    await moved(again, toDone(again, moment(9_000_000)))
    await opened.expire(2_000 + retentionMs + 2_000)
    expect(await exists()).toBe(true)
    await opened.expire(9_000_000 + retentionMs + 2_000)
    expect(await exists()).toBe(false)
  })

  it('counts an event that has expired but is still there as there', async () => {
    const done = await ended.done(await running())
    expect(await opened.inbox.accept({ id, source: 'shopify', delivery, now: far, hintMs: 100 })).toBe('duplicate')
    await moved(done, replayed(done, moment(far)))
  })
})
