import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../lib/config/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { operate } from '../../lib/operator/operate.ts'
import { type ReasonCode, reasonsByStatus } from '../../lib/reasons.ts'
import { operatorOf } from '../operator/desk.ts'
import {
  aReturnLine,
  commentSubmitted,
  createWorld,
  losesAddresses,
  minute,
  putReturn,
  restate,
  returnCancelled,
  returnRequested,
  type World,
  withdrawalDeclared,
  worldWith,
} from './world.ts'

const hour = 60 * minute
const config: ConfigInput = {
  formsPerOrderAndDay: 1,
  shippedFrom: 7,
  sources: {
    standard: { kind: 'standard' },
    strict: { kind: 'standard', requireEmail: true },
    shopify: { kind: 'shopify', on: ['refunds/create', 'returns/decline'] },
    contact: { kind: 'formspree', on: ['comment'], requireEmail: false },
    nonsense: { kind: 'standard', translate: () => [{ type: 'create-return', order: {} }] as never },
    throwing: {
      kind: 'standard',
      translate: () => {
        throw new Error('anna.beispiel@example.com')
      },
    },
  },
}
/** One event that asks for the returns of two orders. */
const twoReturns: ConfigInput = {
  sources: {
    standard: {
      kind: 'standard',
      translate: () => [
        { type: 'create-return', order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] },
        { type: 'create-return', order: { id: 10_002 }, lines: [{ sku: 'BULB-W', quantity: 1 }] },
      ],
    },
  },
}
const refund = (id: number, orderId = 6203001001) => ({
  id,
  order_id: orderId,
  note: null,
  refund_line_items: [{ quantity: 1, restock_type: 'return', line_item: { sku: 'MUG-BLUE', name: 'Mug' } }],
})
const noteOf = (note: string) => ({ form: 'f', submission: { order_number: '6203001001', note } })
const refunds = { 'x-shopify-topic': 'refunds/create' }

/** Requests that write in the back office, and what of the bridge stands there. */
async function writesOf(world: World) {
  const { byRoute } = await world.calls()
  const posts = Object.entries(byRoute).filter(([route]) => route.startsWith('POST ') && route !== 'POST /rest/login')
  return { ...world.effects(), posts: posts.reduce((sum, [, count]) => sum + count, 0) }
}

async function during(world: World, work: () => Promise<InboxEvent>) {
  const before = await writesOf(world)
  const event = await work()
  const after = await writesOf(world)
  return {
    event,
    wrote: {
      returns: after.returns - before.returns,
      comments: after.comments - before.comments,
      posts: after.posts - before.posts,
    },
  }
}

const operator = async (world: World, command: Record<string, unknown>) => {
  const answer = await operate(operatorOf(world), command)
  expect(answer).toMatchObject({ ok: true })
}
const release = async (world: World, id: string) => {
  await operator(world, { command: 'event.release', id })
  return await world.finish(id)
}

/** Posts a stranger's return of some pieces of order 10001's mugs, as the API user makes them. */
const strangersReturn = (world: World, quantity: number) =>
  putReturn(world, { orderItems: [aReturnLine(30_001, 1101, quantity)] })

/** A service that loads no amounts, in whatever way an order is read. */
const hidesAmounts =
  (real: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await real(input, init)
    if (!String(input).includes('/rest/orders')) return answer
    const text = await answer.text()
    return new Response(text.replaceAll(/"amounts":\[[^\]]*\]/g, '"amounts":null'), answer)
  }

const nothing = { returns: 0, comments: 0, posts: 0 }
type Case = {
  /** What ends so. */ when: string
  fetch?: typeof losesAddresses
  prepare?: (world: World) => Promise<unknown>
  source?: string
  body?: unknown
  headers?: Record<string, string>
  /** What comes to pass between the first run and the second. */
  meanwhile?: (world: World) => Promise<unknown>
  wrote?: typeof nothing
  /** The facts that its sentence is made of. */
  facts: object
}
const done = async (world: World, body: unknown, source = 'standard', headers = {}) =>
  expect(await world.deliver(source, body, headers)).toMatchObject({ status: 'done' })

const endings: { [Code in ReasonCode]: Case } = {
  payload_invalid: {
    when: 'a body that is no JSON',
    body: '{"type": "return.reque',
    facts: { problem: 'unexpected_body', expected: 'json' },
  },
  mapping: {
    when: 'a configured translation without an order',
    source: 'nonsense',
    facts: { problem: 'invalid_fields', of: 'translate', fields: ['0.order', '0.lines'] },
  },
  order_unknown: {
    when: 'a number that no order has',
    body: returnRequested({ order: { externalNumber: 'no such number' } }),
    facts: { by: 'number', wanted: 'return' },
  },
  not_a_sales_order: {
    when: 'an order that is itself a return',
    body: returnRequested({ order: { id: 600_001 } }),
    facts: { orderId: 600_001, typeId: 3, salesOrder: 1 },
  },
  order_cancelled: {
    when: 'a cancelled order',
    body: returnRequested({ order: { id: 10_007 } }),
    facts: { orderId: 10_007, statusId: 8.1 },
  },
  line_unknown: {
    when: 'an article that the order does not have',
    body: returnRequested({ lines: [{ sku: 'VASE', quantity: 1 }] }),
    facts: { orderId: 10_001, line: 1, name: { by: 'sku' }, orderItemIds: [] },
  },
  nothing_to_return: {
    when: 'an order that came back already',
    prepare: async (world) => {
      await done(world, returnRequested({ lines: 'all' }))
      // Within the window it would be a second submit.
      await world.advance(world.workflow.config.duplicateWindow + hour)
    },
    body: returnRequested({ lines: 'all' }),
    facts: { orderId: 10_001, what: 'nothing_left' },
  },
  rejected: {
    when: 'a return that the back office refuses',
    prepare: (world) =>
      world.fault({
        method: 'POST',
        path: '/rest/orders',
        times: 1,
        kind: 'status',
        status: 422,
        body: { error: { message: 'The warehouse is closed.' } },
      }),
    wrote: { ...nothing, posts: 1 },
    facts: { words: expect.stringContaining('The warehouse is closed.') },
  },
  attempts_used_up: {
    when: 'a back office that is broken for ten attempts',
    prepare: async (world) => {
      await done(world, commentSubmitted({}))
      await world.fault({ path: '/rest/orders', times: 10, kind: 'status', status: 500 })
    },
    facts: { attempts: 10, cause: { code: 'cause', cause: expect.stringContaining('500') } },
  },
  possible_duplicate: {
    when: 'a second submit of the same lines',
    prepare: (world) => done(world, returnRequested({})),
    facts: { key: 'standard/d2', what: 'same_lines', orderId: 10_001, by: 'standard/d1' },
  },
  same_parcel: {
    when: 'a piece that two unequal returns of a person have',
    prepare: async (world) => {
      await strangersReturn(world, 1)
      await putReturn(world, { orderItems: [aReturnLine(30_001, 1101), aReturnLine(30_002, 1102)] })
    },
    facts: { key: 'standard/d1', orderId: 10_001, what: 'several', ids: [expect.any(Number), expect.any(Number)] },
  },
  too_many: {
    when: 'more pieces than are left',
    body: returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 3 }] }),
    facts: {
      ...{ key: 'standard/d1', orderId: 10_001, line: 1, name: { by: 'sku' }, orderItemIds: [30_001] },
      ...{ quantity: 3, left: 2 },
    },
  },
  order_ambiguous: {
    when: 'an e-mail with several orders',
    body: returnRequested({ order: { email: 'anna.beispiel@example.com' }, lines: 'all' }),
    facts: { key: 'standard/d1', what: 'several', ids: [10_013, 10_001, 10_012], wanted: 'return' },
  },
  email_mismatch: {
    when: 'an e-mail that is not the order’s',
    source: 'strict',
    body: returnRequested({ email: 'ben.muster@example.com' }),
    facts: { key: 'strict/d1', orderId: 10_001, named: true },
  },
  write_cap: {
    when: 'a form that has written to the order as often as it may today',
    prepare: (world) => done(world, noteOf('First'), 'contact'),
    source: 'contact',
    body: noteOf('Second'),
    facts: { key: 'contact/d2', orderId: 10_001, most: 1 },
  },
  not_shipped: {
    when: 'an announced return of an order that is not shipped',
    prepare: (world) => restate(world, 10_001, 6.5),
    facts: { key: 'standard/d1', orderId: 10_001, statusId: 6.5, shippedFrom: 7 },
  },
  addresses_missing: {
    when: 'an order without addresses',
    body: returnRequested({ order: { id: 10_006 }, lines: 'all' }),
    facts: { orderId: 10_006, relation: 1 },
  },
  return_incomplete: {
    when: 'a return that comes out with another status',
    fetch: losesAddresses,
    wrote: { returns: 1, comments: 1, posts: 2 },
    facts: { returnId: expect.any(Number), statusId: 1, wanted: 9.01 },
  },
  outcome_unclear: {
    when: 'a lost answer and two strangers’ returns',
    prepare: (world) => world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' }),
    meanwhile: async (world) => {
      await strangersReturn(world, 1)
      await strangersReturn(world, 1)
    },
    wrote: { returns: 2, comments: 0, posts: 1 },
    facts: {
      ...{ key: 'standard/d1', what: 'similar', kind: 'return', orderId: 10_001 },
      ids: [expect.any(Number), expect.any(Number)],
    },
  },
  deferred_too_long: {
    when: 'a rate limit that lasts for more than a day',
    prepare: async (world) => {
      await done(world, commentSubmitted({}))
      await world.fault({ path: '/rest/orders', times: 10_000, kind: 'status', status: 429 })
    },
    facts: {},
  },
  source_unknown: { when: 'a source that is configured no more', source: 'gone', facts: { source: 'gone' } },
  withdrawal_unplaced: {
    when: 'a withdrawal of an order that nobody knows',
    body: withdrawalDeclared({ order: { externalNumber: 'no such number' } }),
    facts: { because: { code: 'order_unknown', by: 'number', wanted: 'comment' } },
  },
  invariant_broken: {
    when: 'a table that locks another item than it was asked for',
    prepare: async ({ workflow, ports: { records } }) => {
      workflow.records = { ...records, lock: async (_, options) => await records.lock('order#10002', options) }
    },
    facts: { invariant: 'lock_of_another_item', facts: { epoch: 1 } },
  },
  topic_not_mapped: {
    when: 'a type of message that means nothing',
    body: { type: 'order.paid', data: {} },
    facts: { problem: 'topic_unknown', topic: 'order.paid' },
  },
  test_delivery: {
    when: 'a test of the sender',
    source: 'shopify',
    body: refund(1),
    headers: { ...refunds, 'x-shopify-test': 'true' },
    facts: { sender: 'Shopify' },
  },
  already_done: {
    when: 'a refund that is delivered a second time',
    prepare: (world) => done(world, refund(1), 'shopify', refunds),
    source: 'shopify',
    body: refund(1),
    headers: refunds,
    facts: { by: 'shopify/d1' },
  },
  order_not_named: {
    when: 'a declined return that names no order',
    source: 'shopify',
    body: { id: 4, status: 'declined', decline: { reason: 'other' } },
    headers: { 'x-shopify-topic': 'returns/decline' },
    facts: {},
  },
  parcel_ended: {
    when: 'a return that its sender has cancelled',
    prepare: (world) => done(world, returnCancelled({ order: { id: 10_001 } })),
    body: returnRequested({ parcel: 'R1' }),
    facts: {},
  },
}

/** What an event keeps of the orders there are, so that others wait. */
async function keptBy(world: World, event: string): Promise<string[]> {
  const kept: string[] = []
  for (const { id } of world.sandbox.world.store.orders.list()) {
    const { lock, records = {} } = (await world.workflow.records.get(`order#${id}`)) ?? {}
    if (lock?.event === event) kept.push(`order ${id}`)
    for (const [key, { by, state }] of Object.entries(records))
      if (by === event && state !== 'done') kept.push(`${key} of order ${id}: ${state}`)
  }
  return kept
}

const statusOf = (code: ReasonCode) =>
  Object.entries(reasonsByStatus).find(([, codes]) => (codes as readonly string[]).includes(code))?.[0]

describe('how an event ends that is not done', () => {
  it('is shown for every reason of the closed list', () => {
    expect(Object.keys(endings).sort()).toEqual(Object.values(reasonsByStatus).flat().sort())
  })

  const cases = (Object.entries(endings) as [ReasonCode, Case][]).map(
    ([code, ending]) => [`${ending.when} ends an event ${statusOf(code)} as ${code}`, code, ending] as const,
  )

  it.each(cases)('%s', async (_title, code, ending) => {
    const world = createWorld({ config, ...(ending.fetch && { fetch: ending.fetch }) })
    await ending.prepare?.(world)
    const { source = 'standard', body = returnRequested({}), headers } = ending
    const id = await world.accept(source, body, headers)
    const { event, wrote } = await during(world, async () => {
      if (ending.meanwhile) {
        await world.run(id)
        await ending.meanwhile(world)
      }
      const open = await world.get(id)
      await world.advance(Math.max(0, (open.wakeAt ?? 0) - world.now()))
      return await world.finish(id, 400)
    })
    expect(event.status).toBe(statusOf(code))
    expect(event.reason).toEqual({ code, ...ending.facts })
    expect(event.history.at(-1)).toMatchObject({ code: statusOf(code), reason: code })
    expect(wrote).toEqual(ending.wrote ?? nothing)
    expect(JSON.stringify([event.reason, event.history, world.logged])).not.toMatch(/@example\.com|Mug|purchase/i)
    expect(await keptBy(world, id)).toEqual(code === 'outcome_unclear' ? ['standard/d1 of order 10001: sent'] : [])
  })
})

describe('a refusal after the return was made', () => {
  const refuses = (path: string, method: 'GET' | 'POST', times: number, status: number) =>
    ({ method, path, times, kind: 'status', status, body: { error: { message: 'Not now.' } } }) as const

  it.each([
    ['a comment', 403, 'POST', '/rest/comments'],
    ['a comment', 404, 'POST', '/rest/comments'],
    ['a comment', 500, 'POST', '/rest/comments'],
  ] as const)('of %s with %s is an attempt like others, until it stands', async (_what, status, method, path) => {
    const { world, id } = await worldWith(returnRequested({}), { config })
    await world.fault(refuses(path, method, 1, status))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('of a read for the next return is an attempt like others, until that stands too', async () => {
    const { world, id } = await worldWith({}, { config: twoReturns })
    await world.fault(refuses('/rest/orders/10002', 'GET', 1, 403))
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
    for (const order of [10_001, 10_002]) expect(await world.returnsOf(order)).toHaveLength(1)
  })

  it('that lasts ends as used-up attempts, and a replay does the rest', async () => {
    const { world, id } = await worldWith(returnRequested({}), { config })
    await world.fault(refuses('/rest/comments', 'POST', 10, 403))
    const ended = await world.finish(id, 400)
    expect(ended).toMatchObject({ status: 'failed', reason: { code: 'attempts_used_up' } })
    const why = { code: 'cause', cause: expect.stringContaining('Not now.') }
    expect(ended.history.find(({ code }) => code === 'waiting')).toMatchObject({ why })
    await operator(world, { command: 'event.replay', id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('for what it says ends the event at once: the same again cannot help', async () => {
    const { world, id } = await worldWith(returnRequested({}), { config })
    await world.fault(refuses('/rest/comments', 'POST', 1, 422))
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
  })
})

describe('an order that the back office does not know', () => {
  const unknown = refund(5, 6203009999)

  it('fails a form at once', async () => {
    const world = createWorld({ config })
    const event = await world.deliver('standard', returnRequested({ order: { externalNumber: '6203009999' } }))
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'order_unknown' }, updatedAt: event.receivedAt })
  })

  it('is waited for where a shop names it, and fails when it never appears', async () => {
    const world = createWorld({ config: { ...config, appearsWithin: '1h' } })
    const id = await world.accept('shopify', unknown, refunds)
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'order_unknown' } })
    expect(event.updatedAt - event.receivedAt).toBe(hour)
  })

  it('is waited for as long as the configuration says, even for days', async () => {
    const world = createWorld({ config: { ...config, appearsWithin: '3d' } })
    const event = await world.finish(await world.accept('shopify', unknown, refunds), 200)
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'order_unknown' } })
    expect(event.updatedAt - event.receivedAt).toBe(72 * hour)
  })

  it('is waited for also where the back office takes no calls for a moment on the second day', async () => {
    const world = createWorld({ config: { ...config, appearsWithin: '3d' } })
    const id = await world.accept('shopify', unknown, refunds)
    while (world.now() - (await world.get(id)).receivedAt < 30 * hour) {
      const { event } = await world.run(id)
      await world.advance((event.wakeAt ?? 0) - world.now())
    }
    await world.fault({ method: 'GET', path: '/rest/orders', times: 1, kind: 'status', status: 429 })
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.finish(id)).toMatchObject({ status: 'failed', reason: { code: 'order_unknown' } })
  })

  it('is found when it appears meanwhile', async () => {
    const world = createWorld({ config })
    const { id } = await world.begin('shopify', unknown, refunds)
    const { orders } = await world.control<{ orders: Record<string, unknown>[] }>('/sandbox/state')
    const model = orders.find((order) => order.id === 10_001)
    await world.put({ ...model, id: 10_099, properties: [{ typeId: 7, value: '6203009999' }] })
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_099 })
    expect(await world.returnsOf(10_099)).toHaveLength(1)
  })
})

describe('after an operator has looked', () => {
  it('a replay does what had used up its attempts', async () => {
    const world = createWorld({ config })
    await endings.attempts_used_up.prepare?.(world)
    const id = await world.accept('standard', returnRequested({}))
    expect(await world.finish(id)).toMatchObject({ status: 'failed' })
    await operator(world, { command: 'event.replay', id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('a replay does what could not be planned, because the order was never shown whole', async () => {
    let hides = true
    const world = createWorld({
      config,
      fetch: (real) => (input, init) => (hides ? hidesAmounts(real)(input, init) : real(input, init)),
    })
    const id = await world.accept('standard', returnRequested({}))
    const ended = await world.finish(id)
    expect(ended).toMatchObject({ status: 'failed', reason: { code: 'attempts_used_up' } })
    const why = { code: 'cause', cause: expect.stringContaining('fields of line 30001') }
    expect(ended.history.find(({ code }) => code === 'waiting')).toMatchObject({ why })
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    hides = false
    await operator(world, { command: 'event.replay', id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('a possible duplicate that is released is done as well', async () => {
    const world = createWorld({ config })
    await done(world, returnRequested({}))
    const id = await world.accept('standard', returnRequested({}))
    await world.finish(id)
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(2)
  })

  it.each(['failed', 'discarded'] as const)('the lines of an event that %s pass to the newcomer', async (fate) => {
    const world = createWorld({ config })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const { id: first } = await world.begin('standard', returnRequested({}))
    if (fate === 'discarded') await operator(world, { command: 'event.discard', id: first, note: 'none was made' })
    else {
      await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'status', status: 422 })
      expect(await world.finish(first)).toMatchObject({ status: 'failed' })
    }
    expect(await world.deliver('standard', returnRequested({}))).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('too many pieces are capped at what is left', async () => {
    const { world, id } = await worldWith(returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 3 }] }), { config })
    await world.finish(id)
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toMatchObject([{ orderItems: [{ quantity: 2 }] }])
  })

  it('a release approves what was asked once: the next command of the same event is held anew', async () => {
    const lines = [{ sku: 'MUG-BLUE', quantity: 3 }]
    const body = { order: { id: 10_001 }, lines }
    const bulbs = { order: { id: 10_002 }, lines: [{ sku: 'BULB-W', quantity: 9 }] }
    const world = createWorld({
      config: {
        sources: {
          standard: {
            kind: 'standard',
            translate: () => [
              { type: 'create-return', ...body },
              { type: 'create-return', ...bulbs },
            ],
          },
        },
      },
    })
    const id = await world.accept('standard', {})
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(await release(world, id)).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.returnsOf(10_002)).toHaveLength(0)
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_002)).toMatchObject([{ orderItems: [{ quantity: 4 }] }])
  })

  it('an e-mail that does not fit is let through', async () => {
    const { world, id } = await worldWith(returnRequested({ email: 'eve@example.com' }), { source: 'strict', config })
    expect(await world.finish(id)).toMatchObject({ reason: { code: 'email_mismatch' } })
    expect(await release(world, id)).toMatchObject({ status: 'done' })
  })

  it('an e-mail that does not fit is let through for the order that was named, and for no other', async () => {
    const world = createWorld({ config })
    const number = { order: { externalNumber: '6203001013' }, email: 'eve@example.com', lines: 'all' }
    const id = await world.accept('strict', returnRequested(number))
    const { reason } = await world.finish(id)
    expect(reason).toMatchObject({ code: 'email_mismatch', orderId: 10_013 })
    const newer = { id: 10_090, createdAt: '2027-01-01T09:00:00+01:00', statusId: 7 }
    const body = { ...world.sandbox.world.store.orders.get(10_013), ...newer }
    await world.put(body)
    const again = await release(world, id)
    expect(again.reason).toMatchObject({ code: 'email_mismatch', orderId: 10_090 })
    expect(await world.returnsOf(10_090)).toHaveLength(0)
  })

  it('an order whose addresses were fixed gets its return', async () => {
    const { world, id } = await worldWith(returnRequested({ order: { id: 10_006 }, lines: 'all' }), { config })
    expect(await world.finish(id)).toMatchObject({ reason: { code: 'addresses_missing' } })
    expect(await release(world, id)).toMatchObject({ status: 'held', reason: { code: 'addresses_missing' } })
    const { orders } = await world.control<{ orders: Record<string, unknown>[] }>('/sandbox/state')
    const addressRelations = [
      { typeId: 1, addressId: 91 },
      { typeId: 2, addressId: 92 },
    ]
    const fixed = { ...orders.find((order) => order.id === 10_006), addresses: [{ id: 91 }, { id: 92 }] }
    await world.put({ ...fixed, addressRelations })
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_006)).toMatchObject([{ statusId: 9.01 }])
  })

  it('an incomplete return, recorded and commented, ends done without any call', async () => {
    const { world, id } = await worldWith(returnRequested({}), { config, fetch: losesAddresses })
    expect(await world.finish(id)).toMatchObject({ status: 'held', progress: { [id]: { statusId: 1 } } })
    expect((await world.commentsOf(10_001))[0]?.text).toContain('It came out incomplete')
    await world.control('/sandbox/calls', { method: 'DELETE' })
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect((await world.calls()).total).toBe(0)
    await operator(world, { command: 'event.replay', id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect((await world.calls()).total).toBe(0)
  })

  it('of two incomplete returns, one release lets the first pass alone', async () => {
    const { world, id } = await worldWith({}, { config: twoReturns, fetch: losesAddresses })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    expect(await world.returnsOf(10_002)).toHaveLength(1)
    const once = await release(world, id)
    expect(once).toMatchObject({ status: 'held', reason: { code: 'return_incomplete' } })
    const [first, second] = Object.values(once.progress)
    expect([first?.state, second?.state, second?.statusId]).toEqual(['done', 'ended', 1])
    expect(once.reason).toMatchObject({ returnId: second?.returnId })
    expect(once.history).toContainEqual(
      expect.objectContaining({ code: 'incomplete_accepted', returnId: first?.returnId, statusId: 1 }),
    )
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_002)).toHaveLength(1)
  })

  it('an unclear outcome is read back again, and found once the stranger is cancelled', async () => {
    const world = createWorld({ config })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id } = await world.begin('standard', returnRequested({}))
    await strangersReturn(world, 1)
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    expect(await release(world, id)).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    const [ours, stranger] = await world.returnsOf(10_001)
    await world.put({ ...stranger, statusId: 8 })
    expect(await release(world, id)).toMatchObject({ status: 'done', progress: { [id]: { returnId: ours?.id } } })
    expect(await world.returnsOf(10_001)).toHaveLength(2)
  })

  it('an event discarded with an open write lets the next one have the order', async () => {
    const world = createWorld({ config })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id: first } = await world.begin('standard', returnRequested({}))
    const second = await world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
    expect((await world.run(second)).event).toMatchObject({ status: 'waiting' })
    await operator(world, { command: 'event.discard', id: first, note: 'the return is there' })
    expect(await world.finish(second)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(2)
    const { lock, records = {} } = (await world.workflow.records.get('order#10001')) ?? {}
    expect([lock, Object.values(records).filter(({ state }) => state !== 'done')]).toEqual([undefined, []])
  })
})

describe('a back office that takes no writes', () => {
  it.each([
    ['refuses each for its limit', { kind: 'status', status: 429 }],
    ['answers each with an error that says nothing', { kind: 'status', status: 500 }],
  ])('and %s holds the event after a day, with waits that grow', async (_title, fault) => {
    const world = createWorld({ config })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 10_000, ...fault })
    const id = await world.accept('standard', returnRequested({}))
    const event = await world.finish(id, 400)
    expect(event).toMatchObject({ status: 'held', reason: { code: 'deferred_too_long' } })
    expect(event.updatedAt - event.receivedAt).toBeLessThan(26 * hour)
    expect((await writesOf(world)).posts).toBeLessThan(150)
    await world.control('/sandbox/faults', { method: 'DELETE' })
    expect(await release(world, id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

describe('the mapping of the configuration', () => {
  it('that throws ends failed, and its words, which may quote the payload, are repeated nowhere', async () => {
    const world = createWorld({ config })
    const event = await world.deliver('throwing', returnRequested({}))
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'mapping' } })
    expect(JSON.stringify([event.reason, event.history, world.logged])).not.toContain('anna')
  })
})

describe('several orders of one contact', () => {
  it('are distinguished by the label', async () => {
    const world = createWorld({ config })
    const order = { email: 'anna.beispiel@example.com', label: '#6203001001' }
    const id = await world.accept('standard', returnRequested({ order }))
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_001 })
  })

  it('stay ambiguous where the label fits none', async () => {
    const world = createWorld({ config })
    const order = { email: 'anna.beispiel@example.com', label: '#1001' }
    const id = await world.accept('standard', returnRequested({ order }))
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous' } })
  })
})

describe('the only order of a contact', () => {
  const lines = [{ sku: 'LAMP-7', quantity: 1 }]

  it('is not taken for one of another label, until an operator says so', async () => {
    const world = createWorld({ config })
    const order = { email: 'ben.muster@example.com', label: '#9999' }
    const event = await world.deliver('standard', returnRequested({ order, lines }))
    expect(event).toMatchObject({ status: 'held', reason: { code: 'order_ambiguous' } })
    expect(event.reason).toMatchObject({ what: 'unlabelled', ids: [10_002] })
    expect(await world.returnsOf(10_002)).toHaveLength(0)
    expect(await release(world, event.id)).toMatchObject({ status: 'done', orderId: 10_002 })
    expect(await world.returnsOf(10_002)).toHaveLength(1)
  })

  it('is the one that is meant where no label is given', async () => {
    const world = createWorld({ config })
    const id = await world.accept('standard', returnRequested({ order: { email: 'ben.muster@example.com' }, lines }))
    expect(await world.finish(id)).toMatchObject({ status: 'done', orderId: 10_002 })
  })
})
