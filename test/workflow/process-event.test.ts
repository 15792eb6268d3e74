import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createClock } from '../../lib/clock.ts'
import { replayed } from '../../lib/inbox/operator-transitions.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import type { Options } from '../../sandbox/world.ts'
import { openTableInbox } from '../memory/memory-table.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  putSale,
  returnRequested,
  type WorldOptions,
  worldWith,
} from './world.ts'

it('does not wait in a new process that finds a token, where the back office names no limits', async () => {
  const world = createWorld()
  await world.deliver('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
  const id = await world.accept('standard', returnRequested({}))
  const before = world.now()
  expect(await processEvent(world.newProcess(), id, world.now() + 2 * minute)).toBe('done')
  expect(world.now()).toBe(before)
})

describe('a requested return', () => {
  it('becomes one return of status 9.01 and one internal comment on the parent', async () => {
    const { world, id } = await worldWith(returnRequested({ reason: 'defective', note: 'It <b>leaks</b> & drips' }))
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'done', orderId: 10_001, attempts: 1 })
    const returns = await world.returnsOf(10_001)
    expect(returns).toHaveLength(1)
    expect(returns[0]).toMatchObject({
      statusId: 9.01,
      ownerId: 77,
      orderItems: [{ quantity: 1, orderItemName: 'Mug, blue', properties: [{ typeId: 35, value: '3' }] }],
    })
    const comments = await world.commentsOf(10_001)
    expect(comments).toHaveLength(1)
    expect(comments[0]).toMatchObject({ isVisibleForContact: false, userId: 77 })
    expect(comments[0]?.text).toMatch(
      /^\[bridge:[A-Z2-7]{12}\] Return \d+ was created for a request from standard\.<br>Reason:<br>&gt; defective<br>Customer&#39;s note:<br>&gt; It &lt;b&gt;leaks&lt;\/b&gt; &amp; drips$/,
    )
    expect(event.progress).toEqual({
      [id]: {
        ...{ orderId: 10_001, returnId: returns[0]?.id, statusId: 9.01, state: 'done' },
        comment: { orderId: 10_001, commentId: comments[0]?.id },
      },
    })
  })

  it('names in its comment every reason that was given, of the request and of its lines', async () => {
    const world = createWorld()
    const lines = ['Chipped', 'late'].map((reason) => ({ sku: 'MUG-BLUE', quantity: 1, reason }))
    const id = await world.accept('standard', returnRequested({ lines, reason: 'Late' }))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const [comment] = await world.commentsOf(10_001)
    expect(comment?.text).toMatch(/ was created for a request from standard\.<br>Reason:<br>&gt; Late, Chipped$/)
  })

  it('names in its comment what of "all" it leaves out, and why, also after a lost answer', async () => {
    const world = createWorld()
    const types = [1, 13, 14, 9, 5, 10, 99]
    const goods = types.map((typeId) => ({ typeId, itemVariationId: 1101, orderItemName: `Of type ${typeId}` }))
    const { id: orderId } = await putSale(world, [...goods, { id: 0, typeId: 6, orderItemName: 'Shipping' }])
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const id = await world.accept('standard', returnRequested({ order: { id: orderId }, lines: 'all' }))
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const [made] = await world.returnsOf(orderId)
    expect(made?.orderItems.map(({ typeId }) => typeId)).toEqual([1])
    const [comment] = await world.commentsOf(orderId)
    const left = [...(comment?.text ?? '').matchAll(/Left out: line \d+ \(Of type (\d+)\), because [^.]+\./g)]
    expect(left.map(([, typeId]) => Number(typeId))).toEqual([13, 14, 9, 5, 10, 99])
    expect(comment?.text).toContain('type 9 (unassigned) are not returned. Assign its article first.')
  })

  const unknown = ['failed', 'line_unknown']
  const refused = ['failed', 'rejected']
  it.each<[string, Partial<Options>, first: (number | string[])[], later: (number | string[])[]]>([
    ['property 98', {}, [['done'], 4], [['done'], 4]],
    ['the numbers of their variations', { skuIs: 'number' }, [['done'], 5], [['done'], 4]],
    ['a market, beside numbers', { skuIs: 'market' }, [['done'], 6], [['done'], 5]],
    ['a market, with variations refused', { skuIs: 'market', variations: 'refused' }, [['done'], 6], [['done'], 5]],
    ['a market, with variations ignored', { skuIs: 'market', variations: 'ignored' }, [['done'], 6], [['done'], 5]],
    ['a market whose filter is ignored', { skuIs: 'market', ignoredFilters: ['id'] }, [unknown, 4], [unknown, 3]],
    ['nothing', { skuIs: 'nowhere', variations: 'ignored' }, [unknown, 4], [unknown, 3]],
    ['nothing, where variations are refused', { skuIs: 'nowhere', variations: 'refused' }, [refused, 4], [refused, 4]],
  ])('finds SKUs by %s, for no more calls than that takes', async (_title, options, first, later) => {
    const world = createWorld()
    await world.deliver('standard', commentSubmitted({}))
    Object.assign(world.sandbox.world.options, options)
    for (const expected of [first, later]) {
      await world.control('/sandbox/calls', { method: 'DELETE' })
      const asked = { order: { id: 10_002 }, lines: [{ sku: ' bulb-w ', quantity: expected === first ? 1 : 2 }] }
      const { status, reason } = await world.deliver('standard', returnRequested(asked))
      expect([[status, reason?.code].filter(Boolean), (await world.calls()).total]).toEqual(expected)
    }
    const lines = (await world.returnsOf(10_002)).flatMap(({ orderItems }) => orderItems)
    const isFound = first[0] !== unknown && first[0] !== refused
    expect(lines.map(({ itemVariationId, quantity }) => [itemVariationId, quantity])).toEqual(
      isFound
        ? [
            [1202, 1],
            [1202, 2],
          ]
        : [],
    )
  })

  it('takes an expired token for no answer about SKUs', async () => {
    const world = createWorld()
    Object.assign(world.sandbox.world.options, { skuIs: 'market', variations: 'ignored' })
    await world.fault({ method: 'GET', path: '/rest/items/variations', times: 1, kind: 'expire-tokens' })
    const event = await world.deliver('standard', returnRequested({}))
    expect([event.status, event.attempts]).toEqual(['done', 2])
  })

  it.each([
    ['which the only line of that name shows', 'bulb, warm', 'done'],
    ['which no line has', 'Desk lamp, warm', 'failed'],
  ])('goes by the name beside a SKU that is nowhere, %s', async (_title, name, status) => {
    const world = createWorld()
    Object.assign(world.sandbox.world.options, { skuIs: 'nowhere' })
    const asked = { order: { id: 10_002 }, lines: [{ sku: 'SHOP-7', name, quantity: 1 }] }
    const event = await world.deliver('standard', returnRequested(asked))
    expect(event.status).toBe(status)
  })

  it('learns anew where SKUs are with the next login, and not in another process of the same session', async () => {
    const world = createWorld()
    Object.assign(world.sandbox.world.options, { skuIs: 'number' })
    const calls = async (workflow = world.workflow) => {
      await world.control('/sandbox/calls', { method: 'DELETE' })
      const id = await world.accept(
        'standard',
        returnRequested({ order: { id: 20_000 }, lines: [{ sku: 'CARD', quantity: 1 }] }),
      )
      await processEvent(workflow, id, world.now() + 2 * minute)
      return (await world.calls()).byRoute['GET /rest/orders/{orderId}']
    }
    expect([await calls(), await calls(), await calls(world.newProcess())]).toEqual([2, 1, 1])
    await world.advance(25 * 60 * minute)
    expect([await calls(), await calls()]).toEqual([2, 1])
  })

  it('reads no comments of its order, also where the limits leave a wait between its two writes', async () => {
    const world = createWorld()
    await world.control('/sandbox/limits', { method: 'POST', body: { readsPerMinute: 80, writesPerMinute: 40 } })
    for (const order of [{ id: 10_001 }, { id: 10_002 }]) {
      const event = await world.deliver('standard', returnRequested({ order, lines: 'all' }))
      expect(event.status).toBe('done')
    }
    const { byRoute } = await world.calls()
    expect(byRoute['POST /rest/comments']).toBe(2)
    expect(byRoute['GET /rest/comments/order/{orderId}']).toBeUndefined()
  })
})

describe('a submitted comment', () => {
  it('is visible for the contact where that was asked for', async () => {
    const world = createWorld()
    await world.deliver('standard', commentSubmitted({ visibleForContact: true }))
    expect((await world.commentsOf(10_001))[0]).toMatchObject({ isVisibleForContact: true })
  })
})

describe('an answer that is lost', () => {
  it.each([
    ['return', 'POST', '/rest/orders', 'html'],
    ['comment', 'POST', '/rest/comments', 'empty'],
    ['return', 'POST', '/rest/orders', 'garbage'],
  ])('of a %s (%s %s, %s) leaves exactly one return and one comment', async (_what, method, path, kind) => {
    const world = createWorld()
    await world.fault({ method, path, times: 1, kind })
    const { id, event } = await world.begin('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('is not read back by a process that is alone with its clock, until it has run for the settling time', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id } = await world.begin('standard', returnRequested({}))
    // The machine was away for an hour, or its clock says so.
    await world.advance(60 * minute)
    const clock = createClock({ wall: world.now, monotonic: world.now, log: world.workflow.log, isAlone: true })
    const started = world.newProcess({ clock })
    await processEvent(started, id, world.now() + 120_000)
    const { requestTimeoutMs, settlingMs } = world.workflow.timing
    const event = await world.get(id)
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(event?.wakeAt).toBeGreaterThanOrEqual(world.now() + requestTimeoutMs + settlingMs)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

describe('an event that asks for much, in a table of DynamoDB', () => {
  /** As large as a body may be: nothing of it can be compressed away. */
  const body = { attachment: randomBytes(340 * 1_024).toString('base64') }
  const asking = (count: number, key?: () => string, options: WorldOptions = {}) => {
    let ids = 0
    const tables = { inbox: openTableInbox(() => `w-${++ids}`) }
    const commands = Array.from({ length: count }, (_, index) => {
      const common = { type: 'add-comment' as const, order: { id: 10_001 }, text: `Number ${index}` }
      return { ...common, ...(key && { key: key() }) }
    })
    return createWorld({
      ...{ tables, ...options },
      config: { sources: { standard: { kind: 'standard', translate: () => commands } } },
    })
  }

  it('is done, be it a hundred comments of the largest body', async () => {
    const { accept, finish, commentsOf } = asking(100)
    expect(await finish(await accept('standard', body))).toMatchObject({ status: 'done', attempts: 1 })
    expect(await commentsOf(10_001)).toHaveLength(100)
  })

  it('ends failed where what was done does not fit beside its body, and a replay writes nothing twice', async () => {
    const { workflow, accept, finish, get, now, commentsOf } = asking(200, () => randomBytes(150).toString('base64'))
    const id = await accept('standard', body)
    const words = expect.stringContaining('can be stored')
    expect(await finish(id)).toMatchObject({ status: 'failed', attempts: 1, reason: { code: 'rejected', words } })
    expect(await commentsOf(10_001)).toHaveLength(200)
    await workflow.inbox.save(await get(id), replayed(await get(id), { now: now(), writeId: 'w' }))
    expect(await finish(id)).toMatchObject({ status: 'failed', reason: { code: 'rejected', words } })
    expect(await commentsOf(10_001)).toHaveLength(200)
  })

  it('is for a person where, besides, the answer of a write was lost', async () => {
    let posts = 0
    const fetch: WorldOptions['fetch'] = (real) => async (input, init) => {
      const answer = await real(input, init)
      const isComment = init?.method === 'POST' && String(input).endsWith('/rest/comments')
      posts += isComment ? 1 : 0
      if (isComment && posts === 200) throw new TypeError('fetch failed')
      return answer
    }
    const { accept, finish } = asking(200, () => randomBytes(150).toString('base64'), { fetch })
    const event = await finish(await accept('standard', body))
    expect(event).toMatchObject({ status: 'held', reason: { code: 'outcome_unclear', what: 'cannot_continue' } })
  })
})

it('is done by the tenth attempt where the back office is back by then', async () => {
  let isDown = true
  const away = async () => new Response(undefined, { status: 500 })
  const world = createWorld({
    fetch: (real) => async (input, init) =>
      isDown && !String(input).endsWith('/login') ? await away() : await real(input, init),
  })
  const id = await world.accept('standard', returnRequested({}))
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'waiting', attempts: attempt })
    await world.advance((event.wakeAt ?? 0) - world.now())
  }
  isDown = false
  expect((await world.run(id)).event).toMatchObject({ status: 'done', attempts: 10 })
})
