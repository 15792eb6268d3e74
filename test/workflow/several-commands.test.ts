import { describe, expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import { RetryLater } from '../../lib/errors.ts'
import { createDesk } from '../operator/desk.ts'
import { anOrderBody } from './new-orders.ts'
import { createWorld, minute, putReturn, type World, type WorldOptions, worldWith } from './world.ts'

const woocommerce = { sources: { shop: { kind: 'woocommerce' } } } as const
const update = (world: World, ids: readonly number[], number = '6203001001') => {
  const refunds = ids.map((id) => ({ id, total: '-5.00' }))
  return world.accept('shop', { id: 1, number, refunds }, { 'x-wc-webhook-topic': 'order.updated' })
}
const refundsAt = async (world: World) =>
  (await world.commentsOf(10_001)).map(({ text }) => Number(/refund (\d)/.exec(text)?.[1])).sort()

/** A back office that answers comments with these words so, once each if `times` says so. */
function answering(words: RegExp, answer: () => Response | never, times = Number.POSITIVE_INFINITY) {
  const state = { times, asked: 0 }
  const fetch: WorldOptions['fetch'] = (real) => async (input, init) => {
    const isComment = init?.method === 'POST' && String(input).endsWith('/rest/comments')
    if (!isComment || !words.test(await new Response(init.body).text())) return await real(input, init)
    state.asked += 1
    if (state.asked > state.times) return await real(input, init)
    return answer()
  }
  return { fetch, state }
}
const refused = () => Response.json({ error: { message: 'Too long.' } }, { status: 422 })

/** A source whose deliveries ask for these. */
const asking = (...commands: Command[]) => ({ sources: { standard: { kind: 'standard', translate: () => commands } } })
const comment = (key: string, orderId = 10_001): Command => ({
  type: 'add-comment',
  key,
  order: { id: orderId },
  text: `Please call about ${key}`,
})
const wanted = (key: string, sku: string, quantity = 1, orderId = 10_001): Command => ({
  type: 'create-return',
  key,
  order: { id: orderId },
  lines: [{ sku, quantity }],
})

describe('a command that fails among several', () => {
  it('stops none of those behind it, and the event fails and names it', async () => {
    const { fetch } = answering(/refund 2/, refused)
    const world = createWorld({ config: woocommerce, fetch })
    const { event } = await world.run(await update(world, [1, 2, 3]))
    expect(await refundsAt(world)).toEqual([1, 3])
    expect(event).toMatchObject({
      status: 'failed',
      reason: {
        ...{ code: 'rejected', words: expect.stringContaining('Too long.') },
        several: { count: 1, of: 3, failed: [{ position: 2, key: 'shop/refund/2', because: { code: 'rejected' } }] },
      },
    })
    const { result } = await createDesk(world).ask('event.get', { id: event.id })
    expect(result?.reason).toMatchObject({
      text: expect.stringMatching(/^1 of the 3 commands.* Command 2: .*Too long/),
    })
    expect(result?.commands).toMatchObject([{}, { status: 'failed', reason: { code: 'rejected' } }, {}])
  })

  it('lets a later update do the new ones, and only those', async () => {
    const { fetch, state } = answering(/refund 2/, refused)
    const world = createWorld({ config: woocommerce, fetch })
    await world.finish(await update(world, [1, 2]))
    const later = await world.finish(await update(world, [1, 2, 3, 4]))
    expect(later).toMatchObject({ status: 'failed', reason: { code: 'rejected', several: { count: 1, of: 4 } } })
    expect(await refundsAt(world)).toEqual([1, 3, 4])
    expect(state.asked).toBe(2)
  })

  it('is tried again by a release, and what is done is not done twice', async () => {
    const { fetch, state } = answering(/refund 2/, refused, 1)
    const world = createWorld({ config: woocommerce, fetch })
    const id = await update(world, [1, 2, 3])
    await world.finish(id)
    await createDesk(world).ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await refundsAt(world)).toEqual([1, 2, 3])
    expect(state.asked).toBe(2)
  })

  it('gives the event its own reason where all have failed for the same one', async () => {
    const world = createWorld({ config: woocommerce })
    const id = await update(world, [1, 2, 3], 'no such number')
    const event = await world.finish(id, 400)
    expect(event.reason).toEqual({ code: 'order_unknown', by: 'number', wanted: 'comment' })
  })

  it('gives the event the reason of the first one where several fail, and names each with its own', async () => {
    const { fetch } = answering(/about bad/, refused)
    const commands = [comment('good', 10_002), wanted('one', 'VASE'), comment('bad')]
    const world = createWorld({ config: asking(...commands), fetch })
    const event = await world.deliver('standard', {})
    const first = { code: 'line_unknown', orderId: 10_001, line: 1, name: { by: 'sku' }, orderItemIds: [] }
    expect(event.status).toBe('failed')
    expect(event.reason).toEqual({
      ...first,
      several: {
        ...{ count: 2, of: 3 },
        failed: [
          { position: 2, key: 'standard/one', because: first },
          { position: 3, key: 'standard/bad', because: { code: 'rejected', words: expect.stringMatching(/Too long/) } },
        ],
      },
    })
    expect(event.history.at(-1)).toMatchObject({ code: 'failed', reason: 'line_unknown' })
    const { result } = await createDesk(world).ask('event.get', { id: event.id })
    expect(result?.reason).toMatchObject({
      ...{ code: 'line_unknown', several: { count: 2, of: 3 } },
      text: expect.stringMatching(/^2 of the 3 commands .*failed\. Command 2: .*\. Command 3: .*Too long/),
    })
    const why = await createDesk(world).ask('why', { id: event.id })
    expect(why.result?.toDo).toMatch(/^Fix what the text names for each command.* event\.release/)
  })

  it('names ten of them at most, says how many there are, and keeps long refusals short', async () => {
    const message = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`field${at}`, [`Rule ${at}. `.repeat(60)]]),
    )
    const longest = () => Response.json({ error: { message: 'No.' }, validation_errors: message }, { status: 422 })
    const { fetch } = answering(/./, longest)
    const keys = Array.from({ length: 12 }, (_, at) => `c${at}`)
    const commands = keys.map((key) => comment(key))
    const world = createWorld({ config: asking(...commands, wanted('r', 'VASE')), fetch })
    const { reason } = await world.deliver('standard', {})
    expect(reason).toMatchObject({ code: 'rejected', several: { count: 13, of: 13 } })
    expect(reason?.several?.failed).toHaveLength(10)
    expect(JSON.stringify(reason).length).toBeLessThan(5_000)
  })
})

describe('a command that is held among several', () => {
  const held = wanted('held', 'MUG-BLUE', 5)

  it('stops none of the others, and a release goes on with it alone', async () => {
    const { fetch, state } = answering(/about bad/, refused)
    const { world, id } = await worldWith({}, { config: asking(held, comment('bad'), comment('good', 10_002)), fetch })
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'held', reason: { code: 'too_many', key: 'standard/held' } })
    expect(await world.commentsOf(10_002)).toHaveLength(1)
    await createDesk(world).ask('event.release', { id })
    const after = await world.finish(id)
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(state.asked).toBe(1)
    const failed = [{ position: 2, key: 'standard/bad', because: { code: 'rejected' } }]
    expect(after).toMatchObject({
      status: 'failed',
      reason: { code: 'rejected', several: { count: 1, of: 3, failed } },
    })
    expect(await world.commentsOf(10_002)).toHaveLength(1)
  })

  it('is asked about one question at a time', async () => {
    const other = wanted('other', 'BULB-W', 50, 10_002)
    const { world, id } = await worldWith({}, { config: asking(held, other) })
    const { ask } = createDesk(world)
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { key: 'standard/held' } })
    await ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { key: 'standard/other' } })
    expect(await world.returnsOf(10_002)).toHaveLength(0)
    await ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    for (const orderId of [10_001, 10_002]) expect(await world.returnsOf(orderId)).toHaveLength(1)
  })

  it('is linked to a return of its own order, whatever the others are about', async () => {
    const { world, id } = await worldWith({}, { config: asking(wanted('gone', 'MUG-BLUE', 1, 4_711), held) })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { key: 'standard/held' } })
    const made = await putReturn(world, { ownerId: 12 })
    expect(await createDesk(world).ask('event.link', { id, returnId: made.id })).toMatchObject({ ok: true })
    expect((await world.finish(id)).progress['standard/held']).toMatchObject({
      ...{ orderId: 10_001, returnId: made.id, linked: true, state: 'done' },
    })
  })

  it('is released also where its key is long', async () => {
    const key = 'k'.repeat(200)
    const { world, id } = await worldWith({}, { config: asking({ ...held, key }, comment('other', 10_002)) })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { key: `standard/${key}` } })
    await createDesk(world).ask('event.release', { id })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })

  it('waits with its question until no other command waits any more', async () => {
    const lost = answering(/about slow/, () => Promise.reject(new TypeError('cut')) as never, 1)
    const { world, id } = await worldWith({}, { config: asking(held, comment('slow', 10_002)), fetch: lost.fetch })
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(await world.commentsOf(10_002)).toHaveLength(1)
  })
})

describe('a run whose time is over', () => {
  it('begins no other command', async () => {
    const commands = Array.from({ length: 60 }, (_, at) => comment(`c${at}`))
    const world = createWorld({ config: asking(...commands) })
    // For each of them the run waits a moment.
    Object.assign(world.workflow, { records: { ...world.ports.records, lock: async () => 'busy' } })
    const id = await world.accept('standard', {})
    const begun = world.now()
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(world.now() - begun).toBeLessThan(110_000)
    Object.assign(world.workflow, { records: world.ports.records })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(60)
  })
})

describe('a command that waits among several', () => {
  it('stops none of the others', async () => {
    const lost = answering(/refund 1/, () => Promise.reject(new TypeError('cut')) as never, 1)
    const world = createWorld({ config: woocommerce, fetch: lost.fetch })
    const id = await update(world, [1, 2])
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await refundsAt(world)).toEqual([2])
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await refundsAt(world)).toEqual([1, 2])
  })

  it('is the first of all to be due: the event waits no longer than that', async () => {
    const lost = answering(/about slow/, () => Promise.reject(new TypeError('cut')) as never, 1)
    const world = createWorld({
      config: asking(comment('slow'), wanted('soon', 'BULB-W', 1, 10_002)),
      fetch: lost.fetch,
    })
    await world.fault({ method: 'GET', path: '/rest/orders/10002', times: 1, kind: 'status', status: 500 })
    const { event } = await world.begin('standard', {})
    expect(event).toMatchObject({ status: 'waiting', attempts: 1 })
    expect((event.wakeAt ?? 0) - world.now()).toBeLessThan(15_000)
  })

  it('for an answer about its order stops none of the others, and a second one without an answer ends the run', async () => {
    const commands = [wanted('r1', 'MUG-BLUE'), wanted('r2', 'BULB-W', 1, 10_002), comment('c', 10_003)]
    const world = createWorld({ config: asking(...commands) })
    await world.fault({ method: 'GET', path: '/rest/orders/10001', times: 2, kind: 'status', status: 500 })
    await world.fault({ method: 'GET', path: '/rest/orders/10002', times: 1, kind: 'status', status: 500 })
    const id = await world.accept('standard', {})
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(await world.commentsOf(10_003)).toHaveLength(0)
    await world.advance(minute)
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 2 })
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    expect(await world.returnsOf(10_002)).toHaveLength(1)
    expect(await world.commentsOf(10_003)).toHaveLength(1)
  })

  it('for a limit of all calls ends the run, without another one being tried', async () => {
    const world = createWorld({ config: asking(wanted('first', 'MUG-BLUE'), comment('next', 10_003)) })
    const { openBackOffice } = world.workflow
    const paused: typeof openBackOffice = (run) => {
      const office = openBackOffice(run)
      const read = () => Promise.reject(new RetryLater('The limit is reached', { code: 'not_ready' }))
      return { ...office, orders: { ...office.orders, read } }
    }
    Object.assign(world.workflow, { openBackOffice: paused })
    const { event } = await world.begin('standard', {})
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.commentsOf(10_003)).toHaveLength(0)
    Object.assign(world.workflow, { openBackOffice })
    expect(await world.finish(event.id)).toMatchObject({ status: 'done' })
  })

  it('for its order spares the others the same look-up', async () => {
    const world = createWorld({ config: woocommerce })
    const id = await update(world, [1, 2, 3], 'not there yet')
    await world.run(id)
    const before = await world.calls()
    await world.advance(minute)
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    const alone = createWorld({ config: woocommerce })
    const single = await update(alone, [1], 'not there yet')
    await alone.run(single)
    const { total } = await alone.calls()
    await alone.advance(minute)
    await alone.run(single)
    expect((await world.calls()).total - before.total).toBe((await alone.calls()).total - total)
  })

  it('for its order stops none that are about another one', async () => {
    const about = (key: string, externalNumber: string): Command => ({
      ...{ type: 'add-comment', key, order: { externalNumber }, text: `About ${key}` },
    })
    const translate = () => [about('unknown', 'not there yet'), about('known', '6203001001')]
    const world = createWorld({ config: { sources: { shop: { kind: 'woocommerce', translate } } } })
    const { event } = await world.begin('shop', {})
    expect(event).toMatchObject({ status: 'waiting', progress: { 'shop/known': { state: 'done' } } })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('for a new order that is held is not taken for one of an unknown order', async () => {
    const body = anOrderBody('NEW-1') as never
    const behind: Command = { type: 'add-comment', key: 'c', order: { externalNumber: 'NEW-1' }, text: 'Hello' }
    const world = createWorld({ config: asking({ type: 'create-order', key: 'o', body }, behind) })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const id = await world.accept('standard', {})
    expect(await world.finish(id)).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear' } })
    await createDesk(world).ask('event.release', { id })
    const event = await world.finish(id)
    expect(event).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(event.progress['standard/o']?.createdOrderId ?? 0)).toHaveLength(1)
  })

  it('for a new order belongs to that one, also where no list shows it yet', async () => {
    const body = anOrderBody('NEW-2') as never
    const behind: Command = { type: 'add-comment', key: 'c', order: { externalNumber: '#NEW-2' }, text: 'Hello' }
    const world = createWorld({ config: asking({ type: 'create-order', key: 'o', body }, behind) })
    const none = { page: 1, totalsCount: 0, isLastPage: true, lastPageNumber: 1, firstOnPage: 0, lastOnPage: 0 }
    const empty = { status: 200, body: { ...none, itemsPerPage: 250, entries: [] } }
    await world.fault({ method: 'GET', path: '/rest/orders', times: 9, kind: 'status', ...empty })
    const event = await world.deliver('standard', {})
    expect(event).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(event.progress['standard/o']?.createdOrderId ?? 0)).toHaveLength(1)
  })
})
