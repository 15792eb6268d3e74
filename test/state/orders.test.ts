import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Holder, type Intent, LostOrder, type OrderMemory, type OrderStore } from '../../lib/state/order-memory.ts'
import { overEach } from '../inbox/over-each.ts'
import { type OpenState, stateBackends } from './backends.ts'

const orderId = 10001
const lines = [{ orderItemId: 30001, quantity: 2 }]
const holderOf = (event: string, epoch = 1, leaseUntil = 150_000): Holder => ({ event, epoch, leaseUntil })
const a = holderOf('shopify/a')
const b = holderOf('shopify/b')
const intentOf = (event: string): Intent => ({ event, command: 0, sendBefore: 6_000, known: [600001, 600002] })

overEach(stateBackends, 'orders', ({ open }) => {
  let opened: OpenState
  let orders: OrderStore
  beforeEach(async () => {
    opened = await open()
    orders = opened.orders
  })
  afterEach(() => opened.close())

  const take = (holder: Holder, { now = 1_000, wish = `${holder.event}/wish`, command = 0 } = {}) =>
    orders.take(orderId, { holder, now, wish, command })
  const record = (holder: Holder, fingerprint = 'print', intent = intentOf(holder.event)) =>
    orders.recordIntent(orderId, { holder, intent, fingerprint, now: 2_000 })
  const result = (holder: Holder, returnId = 600003) =>
    orders.recordResult(orderId, { holder, returnId, command: 0, lines, now: 3_000 })

  it('remembers nothing of an order that nobody took', async () => {
    expect(await orders.get(orderId)).toBeUndefined()
  })

  it('takes a free order and claims the wish', async () => {
    const taken: OrderMemory = {
      orderId,
      holder: a,
      returns: {},
      wishes: { 'shopify/a/wish': { event: 'shopify/a', command: 0, at: 1_000 } },
      fingerprints: {},
    }
    expect(await take(a)).toEqual(taken)
    expect(await orders.get(orderId)).toEqual(taken)
    expect(await orders.get(10002)).toBeUndefined()
  })

  it('is not moved by what its caller does to a memory afterwards', async () => {
    const taken = await take(a)
    const intent = intentOf(a.event)
    await record(a, 'print', intent)
    const before = await orders.get(orderId)
    intent.known.length = 0
    for (const memory of [taken as OrderMemory, await orders.get(orderId)]) {
      memory?.intent?.known.splice(0)
      for (const wish of Object.values(memory?.wishes ?? {})) wish.event = 'shopify/b'
      if (memory?.holder) memory.holder.epoch += 1
    }
    expect(await orders.get(orderId)).toEqual(before)
    expect(before).toMatchObject({ holder: a, intent: { known: [600001, 600002] } })
  })

  it('keeps two orders apart', async () => {
    await take(a)
    expect(await orders.take(10002, { holder: b, now: 1_000, wish: 'w', command: 0 })).toMatchObject({
      orderId: 10002,
      holder: b,
    })
  })

  it('keeps a number, an image and an order apart, and each of them as it keeps an order', async () => {
    const keys = ['number/10001', 'number/# ä/1', 'image/1/2/mandant/-1', 10001] as const
    for (const [at, key] of keys.entries()) {
      const holder = holderOf(`desk/${at}`)
      expect(await orders.take(key, { holder, now: 1_000, wish: `w${at}`, command: 0 })).toMatchObject({ orderId: key })
      const intent = { ...intentOf(holder.event), known: [] }
      await orders.recordIntent(key, { holder, intent, fingerprint: 'print', now: 2_000 })
      await orders.recordResult(key, { holder, returnId: 7, command: 0, lines: [], now: 3_000 })
    }
    for (const [at, key] of keys.entries()) {
      expect(await orders.get(key)).toEqual({
        orderId: key,
        returns: { 7: { event: `desk/${at}`, command: 0, lines: [], at: 3_000 } },
        wishes: { [`w${at}`]: { event: `desk/${at}`, command: 0, at: 1_000 } },
        fingerprints: { print: { event: `desk/${at}`, at: 2_000 } },
      })
    }
  })

  it('is busy for another event until the lease is over', async () => {
    await take(a)
    expect(await take(b, { now: 150_000 })).toBe('busy')
    expect(await take(b, { now: 150_001 })).toMatchObject({ holder: b })
  })

  it('lets one of many that come at once have it', async () => {
    const all = Array.from({ length: 8 }, (_, index) => holderOf(`shopify/${index}`))
    const answers = await Promise.all(all.map((holder) => take(holder)))
    expect(answers.filter((answer) => answer !== 'busy')).toHaveLength(1)
  })

  it('lets the same event take it again, with the same and with a later epoch', async () => {
    await take(a)
    expect(await take({ ...a, leaseUntil: 160_000 })).toMatchObject({ holder: { leaseUntil: 160_000 } })
    expect(await take(holderOf('shopify/a', 2))).toMatchObject({ holder: { epoch: 2 } })
  })

  it.each([1_000, 900_000])('never lets an older epoch of the same event take it back (at %i)', async (now) => {
    await take(holderOf('shopify/a', 2))
    expect(await take(a, { now })).toBe('busy')
  })

  it('does not let an older epoch take an order that the later one has freed', async () => {
    const later = holderOf('shopify/a', 2)
    await take(later)
    await record(later)
    await result(later)
    expect(await take(a)).toBe('busy')
    expect(await take(later)).toMatchObject({ holder: later })
  })

  it('does not move the wish of another event and tells whose it is', async () => {
    await take(a, { wish: 'shopify/refund-1' })
    await orders.free(orderId, { holder: a })
    expect(await take(b, { wish: 'shopify/refund-1' })).toMatchObject({
      holder: b,
      wishes: { 'shopify/refund-1': { event: 'shopify/a', command: 0, at: 1_000 } },
    })
  })

  it('keeps a wish that holds any character', async () => {
    const wish = 'shop-ify/return#1.2 [x] ü :w'
    expect(await take(a, { wish })).toMatchObject({ wishes: { [wish]: { event: 'shopify/a' } } })
    expect((await orders.get(orderId))?.wishes).toHaveProperty([wish])
  })

  describe('claimWish', () => {
    const claim = (event: string, now = 1_000) => orders.claimWish(orderId, { event, command: 1, wish: 'tally/w', now })

    it('claims without taking the order', async () => {
      const wishes = { 'tally/w': { event: 'tally/a', command: 1, at: 1_000 } }
      expect(await claim('tally/a')).toEqual({ orderId, returns: {}, wishes, fingerprints: {} })
    })

    it('leaves a claimed one where it is, and the holder too', async () => {
      await take(a)
      await claim('tally/a')
      expect(await claim('tally/b', 2_000)).toMatchObject({
        holder: a,
        wishes: { 'tally/w': { event: 'tally/a', at: 1_000 } },
      })
    })

    it('gives a wish to one of many', async () => {
      const answers = await Promise.all(['1', '2', '3', '4'].map((key) => claim(`tally/${key}`)))
      expect(new Set(answers.map(({ wishes }) => wishes['tally/w']?.event)).size).toBe(1)
    })
  })

  describe('passWish', () => {
    const pass = (from: string, event: string) =>
      orders.passWish(orderId, { wish: 'w', from, event, command: 2, now: 5_000 })

    it('hands the wish over once', async () => {
      await orders.claimWish(orderId, { event: 'tally/a', command: 0, wish: 'w', now: 1_000 })
      expect(await pass('tally/a', 'tally/b')).toBe(true)
      expect(await pass('tally/a', 'tally/c')).toBe(false)
      expect(await pass('tally/a', 'tally/b')).toBe(true)
      expect((await orders.get(orderId))?.wishes).toEqual({ w: { event: 'tally/b', command: 2, at: 5_000 } })
    })

    it('has nothing to hand over of an order or wish that is not known', async () => {
      expect(await pass('tally/a', 'tally/b')).toBe(false)
      expect(await orders.get(orderId)).toBeUndefined()
      await take(a)
      expect(await pass('tally/a', 'tally/b')).toBe(false)
    })
  })

  describe('intent', () => {
    it('is remembered with its fingerprint', async () => {
      await take(a)
      await record(a)
      expect(await orders.get(orderId)).toMatchObject({
        holder: a,
        intent: intentOf('shopify/a'),
        fingerprints: { print: { event: 'shopify/a', at: 2_000 } },
      })
    })

    it('keeps the order from everybody else, however late', async () => {
      await take(a)
      await record(a)
      expect(await take(b, { now: 9e12 })).toBe('busy')
      expect(await take(holderOf('shopify/a', 5), { now: 9e12 })).toMatchObject({
        holder: { epoch: 5 },
        intent: intentOf('shopify/a'),
      })
    })

    it('is renewed by its own event', async () => {
      await take(a)
      await record(a)
      await record(a, 'print', { ...intentOf('shopify/a'), sendBefore: 90_000, repeated: true })
      expect((await orders.get(orderId))?.intent).toEqual({
        ...intentOf('shopify/a'),
        sendBefore: 90_000,
        repeated: true,
      })
    })

    it('stays when the order is freed without a result', async () => {
      await take(a)
      await record(a)
      await orders.free(orderId, { holder: a })
      expect(await orders.get(orderId)).toMatchObject({ holder: a, intent: intentOf('shopify/a') })
    })

    it('is dropped with its fingerprint alone, and frees the order', async () => {
      await take(a)
      await record(a, 'first')
      await result(a)
      await take(a)
      await record(a, 'second')
      await orders.dropIntent(orderId, { holder: a })
      const memory = await orders.get(orderId)
      expect(memory).not.toHaveProperty('intent')
      expect(memory).not.toHaveProperty('holder')
      expect(memory?.fingerprints).toEqual({ first: { event: 'shopify/a', at: 2_000 } })
    })

    it.each([a, b])('gives its fingerprint back to the return that had it before ($event drops)', async (again) => {
      await take(a)
      await record(a)
      await result(a)
      await take(again)
      const renewed = { holder: again, intent: intentOf(again.event), fingerprint: 'print' }
      for (const now of [4_000, 5_000]) await orders.recordIntent(orderId, { ...renewed, now })
      expect((await orders.get(orderId))?.fingerprints).toEqual({ print: { event: again.event, at: 5_000 } })
      await orders.dropIntent(orderId, { holder: again })
      expect((await orders.get(orderId))?.fingerprints).toEqual({ print: { event: 'shopify/a', at: 2_000 } })
    })

    it('keeps what it has replaced no longer than it is open', async () => {
      await take(a)
      await record(a)
      await result(a)
      await take(b)
      await record(b)
      await result(b, 600004)
      await take(a)
      await record(a, 'other')
      await orders.dropIntent(orderId, { holder: a })
      expect((await orders.get(orderId))?.fingerprints).toEqual({ print: { event: 'shopify/b', at: 2_000 } })
    })

    it('that is renewed with another fingerprint gives the first one back at once', async () => {
      await take(a)
      await record(a, 'first')
      await record(a, 'second')
      expect((await orders.get(orderId))?.fingerprints).toEqual({ second: { event: 'shopify/a', at: 2_000 } })
    })
  })

  it('adds the return, closes the intent and frees the order at once', async () => {
    await take(a)
    await record(a)
    await result(a)
    expect(await orders.get(orderId)).toEqual({
      orderId,
      returns: { 600003: { event: 'shopify/a', command: 0, lines, at: 3_000 } },
      wishes: { 'shopify/a/wish': { event: 'shopify/a', command: 0, at: 1_000 } },
      fingerprints: { print: { event: 'shopify/a', at: 2_000 } },
    })
    expect(await take(b)).toMatchObject({ holder: b, returns: { 600003: { event: 'shopify/a' } } })
  })

  it('takes a result that is recorded already for done, although somebody else holds the order by now', async () => {
    await take(a)
    await record(a)
    await result(a)
    await take(b)
    const before = await orders.get(orderId)
    await result(a)
    expect(await orders.get(orderId)).toEqual(before)
    await expect(result(a, 600004)).rejects.toThrow(LostOrder)
  })

  const operations: [string, (holder: Holder) => Promise<void>][] = [
    ['recordIntent', (holder) => record(holder)],
    ['recordResult', (holder) => result(holder)],
    ['dropIntent', (holder) => orders.dropIntent(orderId, { holder })],
  ]
  describe.each(operations)('%s', (_name, operation) => {
    it('is refused to another event, another epoch, and after the order was freed', async () => {
      await expect(operation(a)).rejects.toThrow(LostOrder)
      const later = holderOf('shopify/a', 2)
      await take(later)
      const before = await orders.get(orderId)
      await expect(operation(a)).rejects.toThrow(LostOrder)
      await expect(operation(b)).rejects.toThrow(LostOrder)
      await expect(operation(holderOf('shopify/a', 3))).rejects.toThrow(LostOrder)
      expect(await orders.get(orderId)).toEqual(before)
      await orders.free(orderId, { holder: later })
      await expect(operation(later)).rejects.toThrow(LostOrder)
    })
  })

  it('frees nothing for a stranger or an older epoch', async () => {
    await orders.free(orderId, { holder: a })
    expect(await orders.get(orderId)).toBeUndefined()
    const later = holderOf('shopify/a', 2)
    await take(later)
    await orders.free(orderId, { holder: b })
    await orders.free(orderId, { holder: a })
    expect(await orders.get(orderId)).toMatchObject({ holder: later })
    await orders.free(orderId, { holder: later })
    expect(await orders.get(orderId)).not.toHaveProperty('holder')
  })

  describe('forget', () => {
    const forget = (event: string, now = 9_000) => orders.forget(orderId, { event, now })

    it('drops what one event has left behind, and the order with the last of it', async () => {
      await take(a)
      await record(a)
      await result(a)
      await orders.claimWish(orderId, { event: 'shopify/b', command: 0, wish: 'shopify/b', now: 4_000 })
      expect(await forget('shopify/a')).toBe(true)
      expect(await orders.get(orderId)).toEqual({
        orderId,
        returns: {},
        wishes: { 'shopify/b': { event: 'shopify/b', command: 0, at: 4_000 } },
        fingerprints: {},
      })
      expect(await forget('shopify/b')).toBe(true)
      expect(await orders.get(orderId)).toBeUndefined()
    })

    it('has nothing to do for an order, or an event, that nothing is known of', async () => {
      expect(await forget('shopify/a')).toBe(true)
      expect(await orders.get(orderId)).toBeUndefined()
      await orders.claimWish(orderId, { event: 'shopify/b', command: 0, wish: 'w', now: 4_000 })
      const before = await orders.get(orderId)
      expect(await forget('shopify/a')).toBe(true)
      expect(await orders.get(orderId)).toEqual(before)
    })

    it('waits while somebody holds the order, whoever asks', async () => {
      await take(a)
      expect(await forget('shopify/a', 150_000)).toBe(false)
      expect(await forget('shopify/b', 150_000)).toBe(false)
      expect(await orders.get(orderId)).toMatchObject({ holder: a, wishes: { 'shopify/a/wish': {} } })
      expect(await forget('shopify/a', 150_001)).toBe(true)
      expect(await orders.get(orderId)).toBeUndefined()
    })

    it('waits while an intent is open, however long', async () => {
      await take(a)
      await record(a)
      await orders.claimWish(orderId, { event: 'shopify/b', command: 0, wish: 'w', now: 4_000 })
      const before = await orders.get(orderId)
      for (const event of ['shopify/a', 'shopify/b']) expect(await forget(event, 9e12)).toBe(false)
      expect(await orders.get(orderId)).toEqual(before)
    })
  })
})
