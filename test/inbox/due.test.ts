import { describe, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Place } from '../../lib/inbox/inbox.ts'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { toDone, toEnded, toWaiting } from '../../lib/inbox/transitions.ts'
import { inboxBackends } from './backends.ts'
import { later, noSuchField, testDelivery, tooMany } from './endings.ts'
import { openEach, overEach } from './over-each.ts'

const far = 9e12

overEach(inboxBackends, 'events by time', ({ open }) => {
  const opened = openEach(open)

  const moment = (now: number) => ({ now, writeId: opened.newId() })
  const accept = (key: string, now: number) => {
    const delivery = { body: Buffer.from(key), headers: {} }
    return opened.inbox.accept({ id: `shopify/${key}`, source: 'shopify', delivery, now, hintMs: 100 })
  }
  async function running(key: string, now: number): Promise<InboxEvent> {
    await accept(key, now)
    return (await opened.inbox.claim(`shopify/${key}`, { now, leaseMs: 1_000 })) ?? expect.fail('nothing to claim')
  }
  async function every<Row>(read: (after: Place | undefined) => Promise<Row[]>, toPlace: (row: Row) => Place) {
    const pages: Row[][] = []
    let after: Place | undefined
    do {
      const page = await read(after)
      pages.push(page)
      after = page.map(toPlace).at(-1)
      expect(pages.length).toBeLessThan(100)
    } while (after)
    return pages.flat()
  }

  describe('due', () => {
    it('answers the oldest first over all shards, no more than asked, none of the future', async () => {
      for (const now of [50, 20, 90, 10, 70, 30, 80, 60, 40, 500_000]) await accept(`${now}`, now)
      const due = await opened.inbox.due({ now: 190, limit: 5 })
      expect(due).toEqual([10, 20, 30, 40, 50].map((at) => ({ at: at + 100, id: `shopify/${at}` })))
      expect(await opened.inbox.due({ now: 190, limit: 100 })).toHaveLength(9)
      expect(await opened.inbox.due({ now: 109, limit: 100 })).toEqual([])
    })

    it('goes on behind a place', async () => {
      for (const now of [10, 20, 30, 40]) await accept(`${now}`, now)
      const due = await opened.inbox.due({ now: 135, limit: 5, after: { at: 110, id: 'shopify/10' } })
      expect(due.map(({ id }) => id)).toEqual(['shopify/20', 'shopify/30'])
      expect(await opened.inbox.due({ now: 135, limit: 5, after: { at: 136, id: 'a' } })).toEqual([])
    })

    it('loses none of many that are due in the same millisecond', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
      for (const key of keys) await accept(key, 1)
      const due = await every(
        (after) => opened.inbox.due({ now: far, limit: 3, after }),
        (row) => row,
      )
      expect(due.map(({ id }) => id)).toEqual(keys.map((key) => `shopify/${key}`).toSorted())
    })

    it('shows a claimed event at its own time: a claim does not move it', async () => {
      await running('1', 1_000)
      expect(await opened.inbox.due({ now: 1_099, limit: 10 })).toEqual([])
      expect(await opened.inbox.due({ now: 1_100, limit: 10 })).toEqual([{ at: 1_100, id: 'shopify/1' }])
    })

    it('shows a waiting event from its time on, and a released one at the time of its lost hint', async () => {
      const event = await running('1', 1_000)
      const waiting = toWaiting(event, { ...moment(1_001), until: 5_000, why: later })
      await opened.inbox.save(event, waiting)
      expect(await opened.inbox.due({ now: far, limit: 10 })).toEqual([{ at: 5_000, id: 'shopify/1' }])
      await opened.inbox.save(waiting, released(waiting, { ...moment(2_000), hintMs: 100 }))
      expect(await opened.inbox.due({ now: far, limit: 10 })).toEqual([{ at: 2_100, id: 'shopify/1' }])
    })

    it('never shows what has ended or is held', async () => {
      for (const [key, ending] of Object.entries({ held: tooMany, failed: noSuchField, ignored: testDelivery })) {
        const event = await running(key, 1_000)
        await opened.inbox.save(event, toEnded(event, ending, moment(2_000)))
      }
      const event = await running('done', 1_000)
      await opened.inbox.save(event, toDone(event, moment(2_000)))
      expect(await opened.inbox.due({ now: far, limit: 10 })).toEqual([])
    })
  })

  describe('walk', () => {
    const walk = (limit: number) =>
      every(
        (after) => opened.inbox.walk({ after, limit }),
        ({ at, id }) => ({ at, id }),
      )

    it('answers every event whatever its status, whole, oldest receipt first', async () => {
      expect(await opened.inbox.walk({ limit: 5 })).toEqual([])
      const event = await running('2', 2_000)
      await opened.inbox.save(event, toDone(event, moment(2_001)))
      await accept('1', 1_000)
      const waiting = await running('3', 3_000)
      await opened.inbox.save(waiting, toEnded(waiting, tooMany, moment(4_000)))
      const stored = await Promise.all(['1', '2', '3'].map((key) => opened.inbox.get(`shopify/${key}`)))
      for (const walked of [await opened.inbox.walk({ limit: 5 }), await walk(1)]) {
        expect(walked.map(({ at }) => at)).toEqual([1_000, 2_000, 3_000])
        expect(walked.map(({ read }) => read())).toEqual(stored)
      }
    })

    it('loses none of many that came in the same millisecond', async () => {
      const keys = Array.from({ length: 30 }, (_, index) => `${index}`)
      for (const key of keys) await accept(key, 1)
      expect((await walk(4)).map(({ id }) => id)).toEqual(keys.map((key) => `shopify/${key}`).toSorted())
    })
  })
})
