import { expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { counter, openSqlite, retentionMs, sqliteNames } from '../inbox/backends.ts'
import { later, orderFound } from '../inbox/endings.ts'
import { openEach, overEach } from '../inbox/over-each.ts'

const leaseMs = 150_000

overEach(
  sqliteNames.map((backend) => ({ backend })),
  'endLeases',
  ({ backend }) => {
    const opened = openEach(async () => {
      const newId = counter()
      const { database, close } = openSqlite(backend)
      return { inbox: createSqliteInbox({ database, newId, retentionMs }), newId, close }
    })
    const moment = (now: number) => ({ now, writeId: opened.newId() })
    const newEvent = (key: string, now: number) => {
      const delivery = { body: Buffer.from('{}'), headers: {} }
      return { id: `shopify/${key}`, source: 'shopify', delivery, now, hintMs: 120_000 }
    }
    const claimed = async (key: string, now: number) => {
      await opened.inbox.accept(newEvent(key, now))
      return (await opened.inbox.claim(`shopify/${key}`, { now, leaseMs })) as InboxEvent
    }
    const moved = async (event: InboxEvent, to: (event: InboxEvent) => InboxEvent) => {
      const next = to(event)
      await opened.inbox.save(event, next)
      return next
    }

    it('makes every running event due now and leaves the others', async () => {
      for (const key of ['a', 'b', 'c', 'd', 'e']) await claimed(key, 1_000)
      const parked = await claimed('parked', 1_000)
      await moved(parked, (it) => toWaiting(it, { ...moment(1_001), until: 900_000, why: later }))
      await opened.inbox.accept(newEvent('fresh', 1_000))
      expect(await opened.inbox.endLeases(2_000)).toBe(5)
      const due = await opened.inbox.due({ now: 2_000, limit: 10 })
      expect(due.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'].map((key) => `shopify/${key}`))
      expect(await opened.inbox.claim('shopify/a', { now: 2_000, leaseMs })).toMatchObject({ epoch: 2 })
      expect(await opened.inbox.endLeases(2_000)).toBe(1)
    })

    it('gives back the attempt of a run that it ends, and keeps what that run had saved', async () => {
      await claimed('fresh', 1_000)
      const begun = await claimed('begun', 1_000)
      await moved(begun, (it) => withProgress(it, { ...moment(1_001), entry: orderFound, isProgress: true }))
      await opened.inbox.endLeases(2_000)
      expect(await opened.inbox.get('shopify/fresh')).toMatchObject({ attempts: 0, history: [{ code: 'accepted' }] })
      expect(await opened.inbox.get('shopify/begun')).toMatchObject({
        attempts: 0,
        history: [{ code: 'accepted' }, { code: 'claimed', attempt: 1 }, { code: 'order_found' }],
      })
      expect(await opened.inbox.claim('shopify/fresh', { now: 2_000, leaseMs })).toMatchObject({
        attempts: 1,
        history: [{ code: 'accepted' }, { code: 'claimed', at: 2_000, attempt: 1 }],
      })
    })

    it('gives back only the first 50 in a row that saved nothing: what ends each process comes to its own end', async () => {
      const claimAndDie = async (now: number) => {
        await opened.inbox.claim('shopify/killer', { now, leaseMs })
        return await opened.inbox.endLeases(now + 1)
      }
      await opened.inbox.accept(newEvent('killer', 1_000))
      const killer = async () => (await opened.inbox.get('shopify/killer')) as InboxEvent
      for (const start of [1, 2, 3]) {
        expect(await claimAndDie(start * 10_000)).toBe(1)
        expect(await killer()).toMatchObject({ attempts: 0, cut: start })
      }
      // The next ones are counted like these.
      await moved(await killer(), (it) => ({ ...it, cut: 48, writeId: opened.newId() }))
      for (const start of [49, 50]) expect(await claimAndDie(start * 10_000)).toBe(1)
      expect(await killer()).toMatchObject({ attempts: 0 })
      for (const start of [51, 52, 53]) expect(await claimAndDie(start * 10_000)).toBe(1)
      expect(await killer()).toMatchObject({ attempts: 3, leaseUntil: 530_001, epoch: 8 })

      const claim = await opened.inbox.claim('shopify/killer', { now: 540_000, leaseMs })
      if (!claim) throw new Error('it is due')
      await moved(claim, (it) => withProgress(it, { ...moment(540_001), entry: orderFound, isProgress: true }))
      await opened.inbox.endLeases(540_002)
      expect(await opened.inbox.get('shopify/killer')).toMatchObject({ attempts: 3 })
    })

    it('leaves no trace where the run lives on and saves', async () => {
      const event = await claimed('alive', 1_000)
      expect(await opened.inbox.endLeases(2_000)).toBe(1)
      const next = await moved(event, (it) =>
        withProgress(it, { ...moment(2_001), entry: orderFound, isProgress: true }),
      )
      expect(await opened.inbox.get('shopify/alive')).toEqual(next)
    })

    it('has nothing to end in an empty inbox', async () => {
      expect(await opened.inbox.endLeases(2_000)).toBe(0)
    })
  },
)
