import { expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { LostEvent, type NewEvent } from '../../lib/inbox/inbox.ts'
import { erased, released } from '../../lib/inbox/operator-transitions.ts'
import { accepted, toDone, toEnded, toWaiting, withProgress } from '../../lib/inbox/transitions.ts'
import { inboxBackends, signedBackends } from './backends.ts'
import { inQueue, later, notReady, orderFound, tooMany } from './endings.ts'
import { openEach, overEach } from './over-each.ts'

const leaseMs = 150_000
const body = Buffer.from('{"order": 1001, "name": "Ümläut"}')

const newEvent = (key: string, now: number, source = 'shopify'): NewEvent => ({
  id: `${source}/${key}`,
  source,
  delivery: { body, headers: { 'x-topic': 'refunds/create' } },
  now,
  hintMs: 120_000,
})

overEach([...inboxBackends, ...signedBackends], 'inbox', ({ open }) => {
  const opened = openEach(open)

  const moment = (now: number) => ({ now, writeId: opened.newId() })

  async function claimed(key: string, now: number): Promise<InboxEvent> {
    await opened.inbox.accept(newEvent(key, now))
    const event = await opened.inbox.claim(`shopify/${key}`, { now, leaseMs })
    if (!event) throw new Error(`nothing to claim for ${key}`)
    return event
  }

  async function moved(event: InboxEvent, to: (event: InboxEvent) => InboxEvent): Promise<InboxEvent> {
    const next = to(event)
    await opened.inbox.save(event, next)
    return next
  }

  it('gives back what was accepted, byte for byte', async () => {
    expect(await opened.inbox.accept(newEvent('1', 1_000))).toBe('accepted')
    const stored = { ...accepted(newEvent('1', 1_000), ''), writeId: expect.any(String) }
    expect(await opened.inbox.get('shopify/1')).toEqual(stored)
    expect(await opened.inbox.get('shopify/2')).toBeUndefined()
  })

  it('answers a second delivery of an event as a duplicate and leaves the first as it is', async () => {
    await opened.inbox.accept(newEvent('1', 1_000))
    const before = await opened.inbox.get('shopify/1')
    expect(
      await opened.inbox.accept({ ...newEvent('1', 2_000), delivery: { body: Buffer.from('other'), headers: {} } }),
    ).toBe('duplicate')
    expect(await opened.inbox.get('shopify/1')).toEqual(before)
  })

  it('accepts one of many deliveries of the same event that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => opened.inbox.accept(newEvent('1', 1_000))))
    expect(answers.toSorted()).toEqual(['accepted', ...Array.from({ length: 9 }, () => 'duplicate')])
  })

  it('keeps an empty body, and takes one that is binary', async () => {
    for (const [key, bytes] of Object.entries({ empty: Buffer.alloc(0), binary: Buffer.from([0, 255, 128, 10]) })) {
      await opened.inbox.accept({ ...newEvent(key, 1), delivery: { body: bytes, headers: {} } })
      expect((await opened.inbox.get(`shopify/${key}`))?.delivery.body).toEqual(bytes)
    }
  })

  it('claims a ready event before its hint time, and stores the claim', async () => {
    const event = await claimed('1', 1_000)
    expect(event).toMatchObject({ status: 'running', epoch: 1, attempts: 1 })
    expect(await opened.inbox.get('shopify/1')).toEqual(event)
  })

  it('lets one of many claims at once win', async () => {
    await opened.inbox.accept(newEvent('1', 1_000))
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => opened.inbox.claim('shopify/1', { now: 1_000, leaseMs })),
    )
    expect(claims.filter((event) => event !== undefined)).toHaveLength(1)
    expect(await opened.inbox.get('shopify/1')).toMatchObject({ epoch: 1, attempts: 1 })
  })

  it('has nothing to claim for an unknown event, and writes none', async () => {
    expect(await opened.inbox.claim('shopify/none', { now: 1_000, leaseMs })).toBeUndefined()
    expect(await opened.inbox.get('shopify/none')).toBeUndefined()
  })

  it('shows whose claim it was, and takes it back so that a late repeat of the same request claims nothing', async () => {
    await opened.inbox.accept(newEvent('1', 1_000))
    const given = { now: 1_000, leaseMs, writeId: 'a claim' }
    await opened.inbox.claim('shopify/1', given)
    const event = await opened.inbox.get('shopify/1')
    expect(event).toMatchObject({ status: 'running', writeId: 'a claim' })
    const back = await moved(event as InboxEvent, (it) =>
      toWaiting(it, { ...moment(3_000), until: 13_000, why: notReady }),
    )
    expect(back).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await opened.inbox.claim('shopify/1', given)).toBeUndefined()
    expect(await opened.inbox.get('shopify/1')).toEqual(back)
  })

  it('counts the claims since the last save, but not what the end of a process has cut off', async () => {
    expect(await claimed('1', 1_000)).toMatchObject({ unsaved: 1 })
    const second = await opened.inbox.claim('shopify/1', { now: 151_000, leaseMs })
    expect(second).toMatchObject({ unsaved: 2 })
    await moved(second as InboxEvent, (it) => toWaiting(it, { ...moment(151_001), until: 152_000, why: later }))
    expect(await opened.inbox.get('shopify/1')).not.toHaveProperty('unsaved')
    expect(await opened.inbox.claim('shopify/1', { now: 152_000, leaseMs })).toMatchObject({ unsaved: 1 })
  })

  it('stores all that a run adds, and drops what it removes', async () => {
    const claim = await claimed('1', 1_000)
    const parked = await moved(claim, (it) => toWaiting(it, { ...moment(1_001), until: 1_002, why: inQueue }))
    expect(await opened.inbox.get('shopify/1')).toEqual(parked)
    expect(parked).toMatchObject({ attempts: 0 })
    const again = await opened.inbox.claim('shopify/1', { now: 2_000, leaseMs })
    const progress = { 'shopify/r1': { orderId: 10001, state: 'open' as const, item: 'order#10001' as const } }
    const sent = await moved(again as InboxEvent, (it) =>
      withProgress(it, { ...moment(2_001), progress, orderId: 10001, entry: orderFound, isProgress: true }),
    )
    expect(await opened.inbox.get('shopify/1')).toEqual(sent)
    const entry = { code: 'written', kind: 'return', id: 5 } as const
    const made = await moved(sent, (it) => {
      const known = { 'shopify/r1': { orderId: 10001, returnId: 5, statusId: 9, state: 'done' } } as const
      return withProgress(it, { ...moment(2_002), progress: known, entry, isProgress: true })
    })
    const done = await moved(made, (it) => toDone(it, moment(2_003)))
    expect(await opened.inbox.get('shopify/1')).toEqual(done)
    for (const field of ['wakeAt', 'leaseUntil']) expect(done).not.toHaveProperty(field)
  })

  it('takes progress with undefined fields, and much of it', async () => {
    const event = await claimed('1', 1_000)
    const keys = Array.from({ length: 500 }, (_, index) => `shopify/${index}`)
    const progress = Object.fromEntries(
      keys.map((key, index) => [key, { orderId: index, returnId: undefined }]),
    ) as never
    await moved(event, (it) => withProgress(it, { ...moment(1_001), progress, entry: orderFound, isProgress: true }))
    const stored = await opened.inbox.get('shopify/1')
    expect(stored?.progress).toEqual(JSON.parse(JSON.stringify(progress)))
    expect(stored?.history.at(-1)).toEqual({ at: 1_001, ...orderFound })
  })

  it('is not moved by what its caller does to an event afterwards', async () => {
    const spoil = (event: InboxEvent | undefined) => {
      event?.history.push({ at: 0, code: 'done' })
      for (const made of Object.values(event?.progress ?? {})) if (made.comment) made.comment.orderId = 0
    }
    const event = await claimed('1', 1_000)
    const next = await moved(structuredClone(event), (now) => {
      const progress = { k: { state: 'made' as const, orderId: 7, comment: { orderId: 7 } } }
      return withProgress(now, { ...moment(2_000), progress, entry: orderFound, isProgress: true })
    })
    const saved = await opened.inbox.get(event.id)
    for (const known of [event, next]) spoil(known)
    spoil(await opened.inbox.get(event.id))
    expect(await opened.inbox.get(event.id)).toEqual(saved)
    expect(saved?.progress).toEqual({ k: { state: 'made', orderId: 7, comment: { orderId: 7 } } })
    const again = await opened.inbox.claim(event.id, { now: 900_000, leaseMs })
    const stored = await opened.inbox.get(event.id)
    spoil(again)
    expect(await opened.inbox.get(event.id)).toEqual(stored)
  })

  it('erases what was delivered, of an event that is still as it was read', async () => {
    const running = await claimed('1', 1_000)
    const done = await moved(running, (event) => toDone(event, moment(2_000)))
    const gone = erased(done, { ...moment(3_000), note: 'Ticket 4711' })
    await opened.inbox.save(done, gone)
    const stored = await opened.inbox.get('shopify/1')
    expect(stored).toEqual(gone)
    expect(stored?.delivery).toEqual({ body: Buffer.alloc(0), headers: {} })
    await expect(opened.inbox.save(done, erased(done, moment(4_000)))).rejects.toThrow(LostEvent)
    expect(await opened.inbox.accept(newEvent('1', 5_000))).toBe('duplicate')
  })

  it('refuses a second ending of the same run', async () => {
    const event = await claimed('1', 1_000)
    await moved(event, (it) => toWaiting(it, { ...moment(1_001), until: 5_000, why: later }))
    await expect(moved(event, (it) => toDone(it, moment(1_002)))).rejects.toThrow(LostEvent)
    expect(await opened.inbox.get('shopify/1')).toMatchObject({ status: 'waiting' })
  })

  it('lets one of two operators win', async () => {
    const event = await claimed('1', 1_000)
    const waiting = await moved(event, (it) => toEnded(it, tooMany, moment(1_001)))
    const both = await Promise.allSettled([1, 2].map(() => moved(waiting, (it) => released(it, moment(2_000)))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const won = { status: 'ready', epoch: 2, approvals: [tooMany.reason] }
    expect(await opened.inbox.get('shopify/1')).toMatchObject(won)
  })

  it('refuses to save an event that was never accepted', async () => {
    const event = await claimed('1', 1_000)
    const stranger = { ...event, id: 'shopify/none' }
    await expect(opened.inbox.save(stranger, toDone(stranger, moment(2_000)))).rejects.toThrow(LostEvent)
    expect(await opened.inbox.get('shopify/none')).toBeUndefined()
  })

  it('takes a body of a megabyte that compresses well', async () => {
    const delivery = { body: Buffer.alloc(1024 * 1024, 'return '), headers: {} }
    expect(await opened.inbox.accept({ ...newEvent('1', 1), delivery })).toBe('accepted')
    expect((await opened.inbox.get('shopify/1'))?.delivery.body.equals(delivery.body)).toBe(true)
  })
})
