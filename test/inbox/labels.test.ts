import { expect, it } from 'vitest'
import { itemFormat, NewerFormat } from '../../lib/inbox/format.ts'
import type { OrderLabel } from '../../lib/order-label.ts'
import { getItem } from '../../lib/tables/dynamodb/conditional-write.ts'
import { inboxBackends, signedBackends, tableInboxes } from './backends.ts'
import { storeAs } from './open-table.ts'
import { openEach, overEach } from './over-each.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T09:00:00Z')
const label = (externalNumber: string, ...names: string[]): OrderLabel => ({
  names: names as [string, ...string[]],
  externalNumber,
})

const manyLines = Object.fromEntries(Array.from({ length: 300 }, (_, id) => [`${id}`, { sku: `SKU-${id}` }]))

overEach([...inboxBackends, ...signedBackends], 'the labels of shops', ({ open }) => {
  const opened = openEach(open)

  const learn = (shop: string, learnt: OrderLabel, at = now) =>
    opened.inbox.learnLabel(shop, { label: learnt, now: at })
  const find = (typed: string, shop = 'shop') => opened.inbox.numbersOfLabel(shop, typed)

  it('lead from what a customer types to the external number, however it is typed', async () => {
    await learn('shop', label('5550001', '#1001', '1001'))
    for (const typed of ['#1001', '1001', ' #1001 ', '# 1001', '##1001']) expect(await find(typed)).toEqual(['5550001'])
    for (const typed of ['100', '10011', '1002', '', '#', 'EN1001']) expect(await find(typed)).toEqual([])
  })

  it('belong to their shop', async () => {
    await learn('shop', label('5550001', '#1001'))
    expect(await find('1001', 'shop-eu')).toEqual([])
    await learn('shop-eu', label('5550002', '#1001'))
    expect([await find('1001'), await find('1001', 'shop-eu')]).toEqual([['5550001'], ['5550002']])
  })

  it('with a prefix are found with it in any case, and without it, and never by another prefix', async () => {
    await learn('shop', label('5550001', 'EN1001-b', '1001'))
    for (const typed of ['EN1001-B', 'en1001-b', '1001', '#1001']) expect(await find(typed)).toEqual(['5550001'])
    expect(await find('FR1001-b')).toEqual([])
  })

  it('with a prefix are ambiguous where the shop once told them alone, for another order', async () => {
    await learn('shop', label('5550001', 'EN1001', '1001'))
    await learn('shop', label('5550002', 'EN1001'))
    expect((await find('EN1001')).toSorted()).toEqual(['5550001', '5550002'])
    expect(await find('1001')).toEqual(['5550001'])
  })

  it('whose prefix has digits are found as a whole alone', async () => {
    await learn('shop', label('5550001', '2026-1001', '1001'))
    expect([await find('2026-1001'), await find('1001')]).toEqual([['5550001'], []])
  })

  it('that stand for a second number stand for both from then on, whichever is told again', async () => {
    await learn('shop', label('5550001', '#1001'))
    await learn('shop', label('5550002', '#1001'))
    await learn('shop', label('5550001', '#1001'))
    expect((await find('1001')).toSorted()).toEqual(['5550001', '5550002'])
  })

  it('that are told by two deliveries at once stand for both', async () => {
    await Promise.all(['5550001', '5550002'].map((number) => learn('shop', label(number, '#1001'))))
    expect((await find('1001')).toSorted()).toEqual(['5550001', '5550002'])
  })

  it('of order after order come to an end, and are never one order’s again', async () => {
    for (let order = 1; order <= 25; order += 1) await learn('shop', label(`555${order}`, '#1'))
    expect((await find('1')).length).toBe(20)
  })

  it('with a prefix are ambiguous once the item of their digits is full: an order of theirs may have found no room', async () => {
    await learn('shop', label('5550000', 'EN1', '1'))
    for (let order = 1; order <= 25; order += 1) await learn('shop', label(`555${order}`, 'FR1', '1'))
    expect((await find('EN1')).length).toBeGreaterThan(1)
  })

  it('expire 400 days after they were told last', async () => {
    await learn('shop', label('5550001', '#1001'))
    await learn('shop', label('5550001', '#1001'), now + 100 * day)
    await opened.expire(now + 500 * day)
    expect(await find('1001')).toEqual(['5550001'])
    await opened.expire(now + 500 * day + 2_000)
    expect(await find('1001')).toEqual([])
  })

  it('lead to the lines of an order, by id: none is taken away, and what two deliveries say differently is not known', async () => {
    const lines = (given: object) =>
      opened.inbox.learnLines('shop', { externalNumber: '5550001', lines: { ...given }, now })
    const known = () => opened.inbox.linesOf('shop', '5550001')
    expect(await known()).toEqual({})
    await lines({ 11: { sku: 'MUG', name: 'Mug\nblue' }, 12: { name: 'Cup' } })
    await lines({ 11: { sku: 'MUG', name: 'Mug' }, 13: { sku: 'POT' } })
    expect(await known()).toEqual({ 11: { sku: 'MUG' }, 12: { name: 'Cup' }, 13: { sku: 'POT' } })
    await lines({ 13: { sku: 'POT-2' } })
    expect(await known()).toEqual({ 11: { sku: 'MUG' }, 12: { name: 'Cup' } })
    expect(await opened.inbox.linesOf('shop-eu', '5550001')).toEqual({})
    await opened.expire(now + 400 * day + 2_000)
    expect(await known()).toEqual({})
  })

  it('come with 250 lines of an order at most', async () => {
    const learn = (lines: object) => opened.inbox.learnLines('shop', { externalNumber: '1', lines: { ...lines }, now })
    await learn(manyLines)
    await learn({ 999: { sku: 'LATE' } })
    expect(Object.keys(await opened.inbox.linesOf('shop', '1'))).toHaveLength(250)
  })

  it('are no events: nothing lists, walks, claims or shows them', async () => {
    await learn('shop', label('5550001', '#1001'))
    const { inbox } = opened
    const far = { now: now + 999 * day, limit: 100 }
    expect(await inbox.list({ limit: 100 })).toEqual({ events: [] })
    expect([await inbox.walk({ limit: 100 }), await inbox.due(far)]).toEqual([[], []])
    expect(await inbox.get('label#shop/1001')).toBeUndefined()
    expect(await inbox.claim('label#shop/1001', { now: far.now, leaseMs: 1_000 })).toBeUndefined()
  })
})

overEach([...tableInboxes, ...signedBackends], 'the labels of shops in the table', ({ open }) => {
  const opened = openEach(open)

  const learn = (learnt: OrderLabel) => opened.inbox.learnLabel('shop', { label: learnt, now })
  const find = (typed: string) => opened.inbox.numbersOfLabel('shop', typed)
  const item = () => getItem(opened.store, 'label#shop/1001')

  it('are one item of a label, a number and their format: nothing of the customer', async () => {
    await learn(label('5550001', '#1001', '1001'))
    const expiresAt = Math.ceil((now + 400 * day) / 1_000)
    const entries = new Set(['1001\n5550001'])
    expect(await item()).toEqual({ id: 'label#shop/1001', format: itemFormat, expiresAt, entries })
  })

  it('cost one request, also when they are told again', async () => {
    const before = opened.store.requests()
    await learn(label('5550001', 'EN1001', '1001'))
    await learn(label('5550002', 'EN1001', '1001'))
    expect(opened.store.requests() - before).toBe(2)
  })

  it('come with lines in one request, and in none where nothing is there', async () => {
    const before = opened.store.requests()
    const learnLines = (lines: object) =>
      opened.inbox.learnLines('shop', { externalNumber: '1', lines: { ...lines }, now })
    await learnLines(manyLines)
    expect(opened.store.requests() - before).toBe(1)
    for (const nothing of [{}, { 1: {} }, { 1: { sku: ' ' } }, { 1: { name: 'é'.repeat(101) } }])
      await learnLines(nothing)
    expect(opened.store.requests() - before).toBe(1)
  })

  it('are learnt once where the answer is lost: the own write is no second order', async () => {
    opened.store.loseNextAnswer()
    await learn(label('5550001', '#1001'))
    expect(await find('1001')).toEqual(['5550001'])
  })

  it('of a newer version are left alone, and whoever reads them is told so', async () => {
    await learn(label('5550001', '#1001'))
    await storeAs(opened.store, itemFormat + 1, 'label#shop/1001')
    const before = await item()
    await expect(learn(label('5550002', '#1001'))).rejects.toThrow(NewerFormat)
    expect(await item()).toEqual(before)
    await expect(find('1001')).rejects.toThrow(NewerFormat)
  })
})
