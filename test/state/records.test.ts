import { beforeEach, describe, expect, it } from 'vitest'
import { type ItemId, type Lock, type LockedItem, LostLock, type WriteRecord } from '../../lib/state/write-record.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { keepMs, type OpenState, stateBackends } from './backends.ts'

const id = 'order#10001'
const key = 'shopify/r1'
const lockOf = (event: string, epoch = 1, until = 150_000): Lock => ({ event, epoch, until })
const a = lockOf('shopify/a')
const b = lockOf('shopify/b')
const lines = [{ orderItemId: 30001, quantity: 2 }]
const sent: WriteRecord = {
  kind: 'return',
  by: 'shopify/a',
  at: 2_000,
  fingerprint: 'print',
  tries: [{ sendBefore: 6_000, known: [600001, 600002], lines, ownerId: 5 }],
  state: 'sent',
}
const done: WriteRecord = { ...sent, tries: [], state: 'done', id: 600003, lines }

overEach(stateBackends, 'write records', ({ open }) => {
  const opened = openEach(open)
  let records: OpenState['records']
  beforeEach(() => {
    records = opened.records
  })

  const tryLock = (lock: Lock, now = 1_000, item: ItemId = id) => records.lock(item, { lock, now })
  const locked = async (lock: Lock = a, now = 1_000): Promise<LockedItem> => {
    const item = await tryLock(lock, now)
    return item === 'busy' ? expect.fail('it is busy') : item
  }
  const save = (item: LockedItem, record: WriteRecord = sent, unlock = false) =>
    records.save(item, { changes: { [key]: record }, unlock, now: 2_000 })

  it('are none for an item that nobody wrote', async () => {
    expect(await records.get(id)).toBeUndefined()
    expect(await records.placeOf(key)).toBeUndefined()
  })

  describe('of one order and day', () => {
    const noon = Date.parse('2026-03-02T12:00:00Z')
    const count = (name: string, options: { orderId?: number; now?: number } = {}) =>
      records.countOnDay(`form/${name}`, { orderId: 10_001, most: 2, now: noon, ...options })

    it('are counted once by their keys, up to the cap', async () => {
      expect(await count('a')).toBe(true)
      expect(await count('a')).toBe(true)
      expect(await count('b')).toBe(true)
      expect(await count('c')).toBe(false)
      expect(await count('b')).toBe(true)
    })

    it('do not matter to another order, nor to the next day', async () => {
      for (const name of ['a', 'b', 'c']) await count(name)
      expect(await count('c', { orderId: 10_002 })).toBe(true)
      expect(await count('c', { now: Date.parse('2026-03-02T23:59:59Z') })).toBe(false)
      expect(await count('c', { now: Date.parse('2026-03-03T00:00:00Z') })).toBe(true)
    })

    it('are as many as the cap, whoever asks at the same time', async () => {
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => count(name)))
      expect(answers.filter(Boolean)).toHaveLength(2)
    })

    it('are forgotten soon after their day', async () => {
      for (const name of ['a', 'b']) await count(name)
      await opened.expire(noon + 86_400_000)
      expect(await count('c')).toBe(false)
      await opened.expire(noon + 3 * 86_400_000)
      expect(await count('c')).toBe(true)
    })
  })

  it('come and go by their keys under the lock, and are read as they were written', async () => {
    const item = await locked()
    expect(item).toMatchObject({ id, lock: a, records: {} })
    const saved = await save(item)
    expect(saved).toMatchObject({ id, lock: a, records: { [key]: sent } })
    expect(await records.get(id)).toEqual({ id, lock: a, records: { [key]: sent } })
    const other = 'tally/Ünïcode # / "quoted"'
    const both = await records.save(saved, { changes: { [other]: sent, [key]: done }, now: 3_000 })
    expect(both.records).toEqual({ [key]: done, [other]: sent })
    await records.save(both, { changes: { [other]: undefined }, unlock: true, now: 4_000 })
    expect(await records.get(id)).toEqual({ id, records: { [key]: done } })
  })

  it('take fields that are undefined', async () => {
    const { ownerId: _, ...known } = sent.tries[0] ?? expect.fail('no try')
    await save(await locked(), { ...sent, fingerprint: undefined, tries: [{ ...known, ownerId: undefined }] } as never)
    const stored = await records.get(id)
    const { fingerprint: __, ...rest } = sent
    expect(stored?.records).toEqual({ [key]: { ...rest, tries: [known] } })
  })

  it('are not moved by what their caller does to them afterwards', async () => {
    const record = structuredClone(sent)
    const saved = await save(await locked(), record)
    const before = await records.get(id)
    const spoil = (item: { records: Readonly<Record<string, WriteRecord>> } | undefined) => {
      for (const one of Object.values(item?.records ?? {})) (one as { at: number }).at = 0
    }
    spoil({ records: { [key]: record } })
    spoil(await records.get(id))
    expect(await records.get(id)).toEqual(before)
    spoil(saved)
    expect(await records.get(id)).toEqual(before)
  })

  it('of an order, a number, an image and a comment are apart', async () => {
    const ids: ItemId[] = ['order#10001', 'number#10001', 'number## ä/1', 'image#1/2/mandant/-1', `comment#${key}`]
    for (const [index, item] of ids.entries()) {
      const lock = lockOf(`desk/${index}`)
      expect(await tryLock(lock, 1_000, item)).toMatchObject({ id: item, lock, records: {} })
    }
    for (const [index, item] of ids.entries())
      expect(await records.get(item)).toEqual({ id: item, lock: lockOf(`desk/${index}`), records: {} })
  })

  describe('a lock', () => {
    it('keeps others out, until its lease has ended', async () => {
      await locked(a)
      expect(await tryLock(b, 150_000)).toBe('busy')
      expect(await tryLock(lockOf('shopify/b', 1, 300_000), 150_001)).toMatchObject({ lock: { event: 'shopify/b' } })
    })

    it('is won by one of many at once', async () => {
      const events = Array.from({ length: 8 }, (_, index) => lockOf(`shopify/${index}`))
      const answers = await Promise.all(events.map((lock) => tryLock(lock)))
      expect(answers.filter((answer) => answer !== 'busy')).toHaveLength(1)
    })

    it('is taken again by a later claim of its event, never by an earlier one', async () => {
      await locked(lockOf('shopify/a', 2))
      expect(await tryLock(lockOf('shopify/a', 1), 900_000)).toBe('busy')
      expect(await tryLock(lockOf('shopify/a', 2, 160_000))).toMatchObject({ lock: { until: 160_000 } })
      expect(await tryLock(lockOf('shopify/a', 3))).toMatchObject({ lock: { epoch: 3 } })
    })

    it('is free for others once it was given back, with what was saved', async () => {
      const item = await save(await locked())
      await records.unlock(item, 3_000)
      expect(await records.get(id)).toEqual({ id, records: { [key]: sent } })
      expect(await tryLock(b)).toMatchObject({ lock: b, records: { [key]: sent } })
    })

    it('records a first write with it, unless its key has one', async () => {
      const first = { key, record: sent }
      const item = await records.lock(`comment#${key}`, { lock: a, now: 1_000, first })
      expect(item).toMatchObject({ records: { [key]: sent } })
      const again = { key, record: { ...sent, at: 9_000 } }
      const later = { lock: lockOf('shopify/a', 2), now: 9_000, first: again }
      expect(await records.lock(`comment#${key}`, later)).toMatchObject({ records: { [key]: sent } })
      expect(await records.lock(`comment#${key}`, { lock: b, now: 9_000, first: again })).toBe('busy')
    })
  })

  describe('a zombie', () => {
    it.each<[string, Lock, number]>([
      ['another event', lockOf('shopify/b', 1, 500_000), 150_001],
      ['a later claim of its event', lockOf('shopify/a', 2, 500_000), 2_000],
    ])('whose lock went to %s changes nothing', async (_who, heir, now) => {
      const zombie = await locked()
      await locked(heir, now)
      const before = await records.get(id)
      await expect(save(zombie)).rejects.toThrow(LostLock)
      await expect(save(zombie, done, true)).rejects.toThrow(LostLock)
      await records.unlock(zombie, now + 1)
      expect(await records.get(id)).toEqual(before)
    })

    it('cannot save what it had saved before and somebody has changed since', async () => {
      const zombie = await save(await locked())
      await save(await locked(lockOf('shopify/b', 1, 500_000), 150_001), done)
      await expect(save(zombie, sent, true)).rejects.toThrow(LostLock)
      expect((await records.get(id))?.records).toEqual({ [key]: done })
    })

    it('changes nothing in an item that is unlocked', async () => {
      const zombie = await locked()
      await records.unlock(zombie, 1_500)
      await expect(save(zombie)).rejects.toThrow(LostLock)
      await expect(records.save(zombie, { changes: {}, unlock: true, now: 2_000 })).rejects.toThrow(LostLock)
      expect(await records.get(id)).toEqual({ id, records: {} })
    })
  })

  it('are saved for an owner who had saved and unlocked them already, as after a lost answer', async () => {
    const item = await locked()
    await save(item, done, true)
    await locked(b)
    expect(await save(item, done, true)).toMatchObject({ records: { [key]: done } })
    await expect(save(item, done)).rejects.toThrow(LostLock)
    expect(await records.get(id)).toEqual({ id, lock: b, records: { [key]: done } })
  })

  it('are answered as they are, where their owner has saved something else in between', async () => {
    const item = await locked()
    await records.save(item, { changes: { other: sent }, unlock: false, now: 1_500 })
    const both = { other: sent, [key]: done }
    expect((await save(item, done, true)).records).toEqual(both)
    await locked(b)
    expect((await save(item, done, true)).records).toEqual(both)
  })

  describe('a place', () => {
    it('stays what it was first', async () => {
      expect(await records.place(key, 'order#1', { now: 1_000 })).toBe('order#1')
      expect(await records.place(key, 'order#2', { now: 2_000 })).toBe('order#1')
      expect(await records.placeOf(key)).toBe('order#1')
      expect(await records.placeOf('shopify/other')).toBeUndefined()
    })

    it('moves only from where it was last', async () => {
      await records.place(key, 'order#1', { now: 1_000 })
      expect(await records.place(key, 'order#2', { now: 2_000, instead: 'order#3' })).toBe('order#1')
      expect(await records.place(key, 'order#2', { now: 2_000, instead: 'order#1' })).toBe('order#2')
      expect(await records.place(key, 'order#4', { now: 2_000, instead: 'order#1' })).toBe('order#2')
      expect(await records.placeOf(key)).toBe('order#2')
    })

    it('is one for many who put it at once', async () => {
      const ids = Array.from({ length: 8 }, (_, index): ItemId => `order#${index + 1}`)
      const places = await Promise.all(ids.map((order) => records.place(key, order, { now: 1_000 })))
      expect(new Set(places).size).toBe(1)
      expect(await records.placeOf(key)).toBe(places[0])
    })

    it('expires like an item', async () => {
      await records.place(key, 'order#1', { now: 1_000 })
      await opened.expire(1_000 + keepMs)
      expect(await records.placeOf(key)).toBe('order#1')
      await opened.expire(1_000 + keepMs + 2_000)
      expect(await records.placeOf(key)).toBeUndefined()
    })
  })

  describe('the time to live', () => {
    const far = 9e12
    const exists = async () => (await records.get(id)) !== undefined

    it('counts from the last write of an item', async () => {
      await save(await locked(), done, true)
      const again = await locked(b)
      await records.save(again, { changes: { other: done }, unlock: true, now: 9_000_000 })
      await opened.expire(2_000 + keepMs + 2_000)
      expect(await exists()).toBe(true)
      await opened.expire(9_000_000 + keepMs + 2_000)
      expect(await exists()).toBe(false)
    })

    it.each(['sent', 'missing'] as const)('does not begin while a write is %s, locked or not', async (state) => {
      const item = await save(await locked(), { ...sent, state })
      await opened.expire(far)
      const more = await records.save(item, { changes: { other: done }, now: 3_000 })
      await records.unlock(more, 4_000)
      await records.unlock(await locked(b), 5_000)
      await opened.expire(far)
      expect((await records.get(id))?.records).toEqual({ [key]: { ...sent, state }, other: done })
    })

    it('begins once each write has an outcome, or was taken back', async () => {
      const item = await records.save(await locked(), { changes: { [key]: sent, other: sent }, now: 2_000 })
      const half = await save(item, done)
      await opened.expire(far)
      await records.save(half, { changes: { other: undefined }, unlock: true, now: 3_000 })
      await opened.expire(3_000 + keepMs + 2_000)
      expect(await exists()).toBe(false)
    })

    it('stops at the lock that records a first write', async () => {
      await save(await locked(), done, true)
      await records.lock(id, { lock: b, now: 3_000, first: { key: 'other', record: sent } })
      await opened.expire(far)
      expect(await exists()).toBe(true)
    })

    it('looks at what is stored, not at what an old version of the item shows', async () => {
      const old = await locked()
      await save(old)
      await records.unlock(old, 3_000)
      await opened.expire(far)
      expect(await records.get(id)).toEqual({ id, records: { [key]: sent } })
      const older = await locked(b)
      await records.save(older, { changes: { second: sent }, now: 4_000 })
      await records.save(older, { changes: { third: done }, now: 5_000 })
      await opened.expire(far)
      expect(Object.keys((await records.get(id))?.records ?? {}).toSorted()).toEqual(['second', key, 'third'].sort())
    })

    it('ends an item that was locked for nothing', async () => {
      await records.unlock(await locked(), 1_500)
      await opened.expire(1_500 + keepMs + 2_000)
      expect(await exists()).toBe(false)
    })

    it('takes the lock away from who comes back to an item that is gone', async () => {
      await save(await locked(), done, true)
      const zombie = await locked(b)
      await opened.expire(far)
      await expect(save(zombie)).rejects.toThrow(LostLock)
      const removal = { changes: { [key]: undefined }, unlock: true, now: 3_000 }
      await expect(records.save(zombie, removal)).rejects.toThrow(LostLock)
      expect(await exists()).toBe(false)
    })
  })
})
