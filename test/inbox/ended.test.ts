import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EndedPlace } from '../../lib/inbox/ended-order.ts'
import { erased } from '../../lib/inbox/erasure.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { LostEvent } from '../../lib/inbox/inbox.ts'
import { discarded, released, replayed } from '../../lib/inbox/operator-transitions.ts'
import type { EndedStage } from '../../lib/inbox/shards.ts'
import { toDone, toEnded } from '../../lib/inbox/transitions.ts'
import { failed, held, ignored } from '../../lib/reasons.ts'
import { inboxBackends, type OpenInbox } from './backends.ts'
import { overEach } from './over-each.ts'

const far = 9e12
const stages: EndedStage[] = ['failed', 'ended', 'erased']

overEach(inboxBackends, 'ended events', ({ open }) => {
  let opened: OpenInbox
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const moment = (now: number) => ({ now, writeId: opened.newId() })
  const stageNow = async (key: string): Promise<EndedStage[]> => {
    const found = await Promise.all(stages.map((stage) => opened.inbox.ended({ stage, until: far, limit: 100 })))
    return stages.filter((_, index) => found[index]?.some(({ id }) => id === `shopify/${key}`))
  }

  async function running(key: string): Promise<InboxEvent> {
    const id = `shopify/${key}`
    const delivery = { body: Buffer.from('{"email": "eve@example.com"}'), headers: { 'x-topic': 'refunds/create' } }
    await opened.inbox.accept({ id, source: 'shopify', delivery, now: 1_000, hintMs: 100 })
    return (await opened.inbox.claim(id, { now: 1_000, leaseMs: 100 })) ?? expect.fail('nothing to claim')
  }

  async function moved(event: InboxEvent, next: InboxEvent): Promise<InboxEvent> {
    await opened.inbox.save(event, next)
    expect(await opened.inbox.get(event.id)).toEqual(next)
    return next
  }

  const done = async (key: string, now: number) => {
    const event = await running(key)
    return await moved(event, toDone(event, moment(now)))
  }
  const erase = (event: InboxEvent, now = 5_000) => moved(event, erased(event, { ...moment(now), expiresAt: 99_500 }))

  it('are listed from their end on, by how far their retention has come, and are never due', async () => {
    const ended = await done('done', 2_000)
    const other = await running('failed')
    const given = await moved(other, toEnded(other, failed('mapping', 'x'), moment(3_000)))
    expect([await stageNow('done'), await stageNow('failed')]).toEqual([['ended'], ['failed']])
    await erase(ended)
    await erase(given)
    expect([await stageNow('done'), await stageNow('failed')]).toEqual([['erased'], ['erased']])
    expect(await opened.inbox.due({ now: far, limit: 10 })).toEqual([])
    expect(await opened.inbox.ended({ stage: 'erased', until: far, limit: 10 })).toMatchObject([
      { id: 'shopify/done', status: 'done', endedAt: 2_000, epoch: 2 },
      { id: 'shopify/failed', status: 'discarded', endedAt: 3_000, epoch: 2, reason: { code: 'mapping' } },
    ])
  })

  it('have a clock only while they are ended', async () => {
    const event = await running('a')
    expect(await stageNow('a')).toEqual([])
    const asked = await moved(event, toEnded(event, held('too_many', 'x'), moment(2_000)))
    expect(await stageNow('a')).toEqual([])
    const given = await moved(asked, discarded(asked, moment(3_000)))
    expect(given.endedAt).toBe(3_000)
    expect(await stageNow('a')).toEqual(['ended'])
    await moved(given, replayed(given, moment(4_000)))
    expect(await stageNow('a')).toEqual([])
    expect(await opened.inbox.due({ now: far, limit: 10 })).toHaveLength(1)
  })

  it('that are erased and done can be replayed, and are open then: nothing removes them', async () => {
    const event = await running('a')
    const orderId = 1
    const ledger = [{ orderId, return: { body: { amounts: 1 }, lines: [], returnId: 7, statusId: 9.01 } }]
    const commands = [
      { type: 'create-return' as const, key: 'w', order: { id: 1 }, lines: 'all' as const, note: 'Eve' },
    ]
    const worked = await moved(event, { ...event, ledger, commands, writeId: opened.newId() })
    const gone = await erase(await moved(worked, toDone(worked, moment(2_000))))
    expect(gone).toMatchObject({ ledger: [{ return: { returnId: 7 } }], commands: [{ note: '[erased]' }] })
    await moved(gone, replayed(gone, moment(6_000)))
    expect(await stageNow('a')).toEqual([])
    expect(await opened.inbox.remove(gone)).toBe(false)
    expect(await opened.inbox.get('shopify/a')).toMatchObject({ status: 'ready', erasedAt: 5_000 })
  })

  it('that are erased answer a late delivery as a duplicate until they are removed', async () => {
    const gone = await erase(await done('a', 2_000))
    const late = { id: 'shopify/a', source: 'shopify', delivery: { body: Buffer.from('x'), headers: {} }, hintMs: 1 }
    expect(await opened.inbox.accept({ ...late, now: 8_000 })).toBe('duplicate')
    expect(await opened.inbox.get('shopify/a')).not.toHaveProperty('delivery')
    expect(await opened.inbox.remove(gone)).toBe(true)
    expect(await opened.inbox.remove(gone)).toBe(true)
    expect(await opened.inbox.get('shopify/a')).toBeUndefined()
    expect(await opened.inbox.accept({ ...late, now: 9_000 })).toBe('accepted')
  })

  it('are removed only once they are erased, and only as they were found', async () => {
    const event = await done('a', 2_000)
    expect(await opened.inbox.remove(event)).toBe(false)
    const gone = await erase(event)
    expect(await opened.inbox.remove(event)).toBe(false)
    expect(await opened.inbox.remove({ ...gone, epoch: gone.epoch + 1 })).toBe(false)
    expect(await opened.inbox.get('shopify/a')).toEqual(gone)
  })

  it('get nothing back from whoever has read them before they were erased', async () => {
    const event = await done('a', 2_000)
    const gone = await erase(event)
    await expect(opened.inbox.save(event, replayed(event, moment(6_000)))).rejects.toThrow(LostEvent)
    await expect(opened.inbox.save(event, erased(event, { ...moment(6_000), expiresAt: 1 }))).rejects.toThrow(LostEvent)
    expect(await opened.inbox.get('shopify/a')).toEqual(gone)
  })

  it('are read oldest first over all shards, page by page, however many ended in the same millisecond', async () => {
    const times = [20, 50, 10, 40, 40, 40, 40, 40, 40, 40, 40, 40, 30]
    for (const [index, now] of times.entries()) {
      const event = await running(`e-${index}`)
      await opened.inbox.save(event, toEnded(event, ignored('test_delivery', 'x'), moment(now)))
    }
    const read: string[] = []
    let after: EndedPlace | undefined
    for (;;) {
      const page = await opened.inbox.ended({ stage: 'ended', until: 40, limit: 2, after })
      read.push(...page.map(({ endedAt, id }) => `${endedAt} ${id}`))
      after = page.at(-1)
      if (!after) break
      expect(page.length).toBeLessThanOrEqual(2)
    }
    expect(read).toEqual([...new Set(read)].toSorted())
    expect(read).toHaveLength(12)
    expect(await opened.inbox.ended({ stage: 'ended', until: 40, limit: 2, after: { endedAt: 41, id: '' } })).toEqual(
      [],
    )
  })

  it('that failed go on by a release or a replay', async () => {
    for (const [key, transition] of [['a', released] as const, ['b', replayed] as const]) {
      const event = await running(key)
      const over = await moved(event, toEnded(event, failed('mapping', 'x'), moment(2_000)))
      await moved(over, transition(over, moment(3_000)))
      expect(await stageNow(key)).toEqual([])
    }
  })
})
