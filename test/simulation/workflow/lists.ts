import type { Chance } from '../random.ts'
import { comment, emailOf, endOf, lastOf, type Work, wanted } from './world.ts'

const [order, other] = [10_001, 10_002]

type Entry = { id: number }

/** Lists that begin so hold these orders besides, before or behind what was asked for; or they lack some, or name one twice. */
function spoil(
  { world, rules, chance }: Work,
  start: string,
  how: { add?: number[]; hide?: number[]; again?: true },
): { isOn: boolean } {
  const state = { isOn: true }
  rules.push(async ({ line }, real) => {
    if (!state.isOn || !line.startsWith(start)) return undefined
    const page = (await (await real()).json()) as { entries: Entry[]; totalsCount?: number }
    const added: Entry[] = []
    for (const id of how.add ?? []) {
      const path = line.slice(line.indexOf('?'))
      const read = await world.sandbox.fetch(`http://127.0.0.1/rest/orders/${id}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      added.push((await read.json()) as Entry)
    }
    const kept = page.entries.filter(({ id }) => !how.hide?.includes(id))
    const twice = how.again ? kept.slice(0, 1) : []
    const entries = chance.hits(0.5) ? [...added, ...kept, ...twice] : [...kept, ...twice, ...added]
    return Response.json({ ...page, entries, totalsCount: entries.length })
  })
  let token = ''
  rules.unshift(({ headers }) => {
    token = /Bearer (.*)/.exec(headers.authorization ?? '')?.[1] ?? token
    return undefined
  })
  return state
}

/** Nothing is made on the word of a list that holds what nobody asked for, lacks what was there, or repeats itself. */
export const listWork = {
  /** What is somebody else's is no order of the number, of the contact, or a return of the order. */
  async othersBeside(work: Work, chance: Chance) {
    const { same } = work
    work.order(order)
    work.order(other)
    const theirs = work.putReturn(other, { 1: 2, 2: 2, 3: 1 })
    const ours = work.putReturn(order, { 2: 1 }, { ownerId: 12, createdAtMs: 1 })
    const again = chance.hits(0.4) ? ({ again: true } as const) : {}
    const how = chance.pick(['number', 'number of nobody', 'email', 'returns'] as const)
    const about = {
      number: { externalNumber: `N-${order}` },
      'number of nobody': { externalNumber: 'N-0' },
      email: { email: emailOf(order + 1) },
      returns: { id: order },
    }
    if (how !== 'returns')
      spoil(work, how === 'email' ? 'GET /rest/orders/contacts' : 'GET /rest/orders?', {
        add: [other],
        ...(how === 'email' ? {} : again),
      })
    else spoil(work, 'GET /rest/orders?', { add: [theirs], ...again })
    if (how === 'returns') {
      const end = await work.done('desk', wanted('l', order, 'all'))
      same('the end', [endOf(end), work.made(order)], [{ status: 'done' }, ['1:2,2:1,3:1']])
      same('others', [ours, work.said(other)], [ours, []])
      return
    }
    const end = await work.done('desk', comment('l', about[how]))
    const isNobody = how === 'number of nobody'
    const reason = { code: 'order_unknown', by: 'number', wanted: 'comment' }
    same('the end', endOf(end), isNobody ? { status: 'failed', reason } : { status: 'done' })
    same('comments', [work.said(order), work.said(other)], [isNobody ? [] : ['About l'], []])
  },
  /** A new order is not sent beside a list of others, and a lost return is not sent again by a list that is mixed or has lost something. */
  async notOnItsWord(work: Work, chance: Chance) {
    const { world, same, sent, rules } = work
    work.order(order)
    work.order(other)
    if (chance.hits(0.4)) {
      const list = spoil(work, 'GET /rest/orders?', { add: [other] })
      const body = {
        typeId: 1,
        properties: [{ typeId: 7, value: 'NEW-1' }],
        orderItems: [{ typeId: 1, itemVariationId: 5, quantity: 1 }],
      }
      const id = await work.give('desk', { type: 'create-order', key: 'n', body })
      const { event } = await world.run(id)
      same(
        'a mixed list',
        [event.status, lastOf(event).code, event.attempts, sent('POST /rest/orders')],
        ['waiting', 'waiting', 1, []],
      )
      list.isOn = false
      const end = await world.finish(id)
      same(
        'the end',
        [end.status, sent('POST /rest/orders').length, end.progress['desk/n']?.createdOrderId !== undefined],
        ['done', 1, true],
      )
      return
    }
    const before = work.putReturn(order, { 2: 1 }, { ownerId: 12, createdAtMs: 1 })
    const theirs = work.putReturn(other, { 1: 1 })
    let isLost = true
    rules.push(({ line }) => (isLost && line === 'POST /rest/orders' ? 'lost' : undefined))
    const id = await work.give('desk', wanted('l', order, { A: 1 }))
    await world.run(id)
    isLost = false
    const isMixed = chance.hits(0.5)
    const list = spoil(work, 'GET /rest/orders?', isMixed ? { add: [theirs] } : { hide: [before] })
    const held = await world.finish(id)
    const facts = isMixed ? { what: 'list_mixed', ids: [] } : { what: 'list_incomplete', ids: [before] }
    const reason = { code: 'outcome_unclear', key: 'desk/l', kind: 'return', orderId: order, ...facts }
    same('a list that proves nothing', endOf(held), { status: 'held', reason })
    // Others wait as long as a person is asked.
    const beside = await work.give('desk', wanted('o', order, { A: 1 }))
    const { event } = await world.run(beside)
    same('another event', [event.status, lastOf(event).why], ['waiting', { code: 'busy', item: `order#${order}` }])
    same('the same question again', endOf(await work.again(id)), { status: 'held', reason })
    list.isOn = false
    const end = await work.again(id)
    same('the end', [end.status, work.made(order), sent('POST /rest/orders').length], ['done', ['1:1'], 2])
  },
}
