import { describe, expect, it } from 'vitest'
import { createWorld, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const mug = [{ sku: 'MUG-BLUE', quantity: 1 }]
const order = { id: 10_001 }
const again = { order, lines: mug, requestId: 'ticket-4711' }

describe('return.create', () => {
  it('with dryRun shows the body and why each line is in or out, and writes nothing', async () => {
    const { ask, world } = createDesk()
    const { result } = await ask('return.create', { order, lines: mug, dryRun: true, reason: 'defective' })
    expect(result).toMatchObject({
      orderId: 10_001,
      body: {
        typeId: 3,
        statusId: 9.01,
        ownerId: 77,
        orderItems: [{ quantity: 1, properties: [{ typeId: 35, value: '3' }] }],
        addressRelations: [{ typeId: 1 }, { typeId: 2 }],
      },
      lines: [
        { orderItemId: 30_001, included: true, quantity: 1, why: 'named by its SKU' },
        { orderItemId: 30_002, included: false, quantity: 0, why: 'not asked for' },
        { orderItemId: 30_003, included: false, quantity: 0, why: 'shipping costs are not returned' },
        { orderItemId: 30_004, included: false, quantity: 0, why: 'a phantom line (no variation) is not returned' },
      ],
    })
    expect(await world.returnsOf(10_001)).toHaveLength(0)
    expect((await world.workflow.inbox.list({ limit: 10 })).events).toEqual([])
    expect(await world.workflow.records.get('order#10001')).toBeUndefined()
  })

  it('with dryRun counts what the bridge has returned before', async () => {
    const { ask } = createDesk()
    await ask('return.create', { order, lines: 'all' })
    const { result } = await ask('return.create', { order, lines: mug, dryRun: true })
    expect(result).toMatchObject({ body: null, reason: { code: 'too_many' } })
  })

  it('with dryRun says that it would be held as a second submit, and writes nothing', async () => {
    const { ask, world } = createDesk()
    await ask('return.create', { order, lines: mug, requestId: 'first' })
    const dry = await ask('return.create', { order, lines: mug, dryRun: true })
    const real = await ask('return.create', { order, lines: mug })
    const reason = { code: 'possible_duplicate', what: 'same_lines', orderId: 10_001, by: 'operator/first' }
    expect(dry.result).toMatchObject({ orderId: 10_001, body: { typeId: 3 }, reason })
    expect(dry.result?.reason).not.toHaveProperty('key')
    expect(real.result).toMatchObject({ status: 'held', reason })
    const other = await ask('return.create', { order, lines: [{ sku: 'TEAPOT-W', quantity: 1 }], dryRun: true })
    expect(other.result).not.toHaveProperty('reason')
    expect((await world.workflow.inbox.list({ limit: 10 })).events).toHaveLength(2)
  })

  it.each([
    [{ id: 999_999 }, 'not_found'],
    [{ externalNumber: 'nope' }, 'not_found'],
    [{ email: 'eve@example.com' }, 'not_found'],
    [{ email: 'anna.beispiel@example.com' }, 'conflict'],
  ])('with dryRun refuses an order that is not known for certain: %j', async (ref, code) => {
    const answer = await createDesk().ask('return.create', { order: ref, lines: 'all', dryRun: true })
    expect(answer).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(answer)).not.toContain('@')
  })

  it('creates the return and answers its id', async () => {
    const { ask, world } = createDesk()
    const byNumber = { order: { externalNumber: '6203001001' }, lines: mug, note: 'By phone' }
    const { result } = await ask('return.create', byNumber)
    const [made] = await world.returnsOf(10_001)
    expect(result).toEqual({ id: expect.stringMatching(/^operator\//), status: 'done', returnId: made?.id })
    expect((await world.commentsOf(10_001))[0]?.text).toContain(
      'for a request from operator.<br>Customer&#39;s note:<br>&gt; By phone',
    )
  })

  it('asks for no e-mail: operators are trusted', async () => {
    const { ask } = createDesk(createWorld({ config: { sources: { form: { kind: 'tally' } } } }))
    expect((await ask('return.create', { order, lines: mug })).result).toMatchObject({ status: 'done' })
  })

  it('under one requestId is done once, however often it is asked for', async () => {
    const { ask, world } = createDesk()
    const first = await ask('return.create', again)
    expect(first.result).toMatchObject({ id: 'operator/ticket-4711', status: 'done' })
    expect(await ask('return.create', again)).toEqual(first)
    expect(await ask('return.create', again)).toEqual(first)
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it.each([
    ['for another order', 'return.create', { order: { id: 10_002 }, lines: 'all' }],
    ['for other lines', 'return.create', { order, lines: 'all' }],
    ['for another command', 'comment.add', { orderId: 10_001, text: 'Called back' }],
  ])('refuses a used requestId %s, and does nothing', async (_title, command, given) => {
    const { ask, world } = createDesk()
    await ask('return.create', again)
    const comments = await world.commentsOf(10_001)
    expect(await ask(command, { ...given, requestId: 'ticket-4711' })).toEqual({
      ok: false,
      error: { code: 'conflict', message: 'This requestId was used for another command; use a new one.' },
    })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
    expect(await world.returnsOf(10_002)).toHaveLength(0)
    expect(await world.commentsOf(10_001)).toEqual(comments)
  })

  it('under one requestId is done once by two that ask at the same time', async () => {
    const { ask, world } = createDesk()
    const [one, two] = await Promise.all([ask('return.create', again), ask('return.create', again)])
    expect([one?.result?.id, two?.result?.id]).toEqual(['operator/ticket-4711', 'operator/ticket-4711'])
    await world.finish('operator/ticket-4711')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('answers the reason where it is held', async () => {
    const { result } = await createDesk().ask('return.create', { order, lines: [{ sku: 'MUG-BLUE', quantity: 9 }] })
    expect(result).toMatchObject({ status: 'held', reason: { code: 'too_many' } })
    expect(result).not.toHaveProperty('returnId')
  })

  it('answers in time where the back office is down, and the schedule goes on', async () => {
    const { ask, world } = createDesk()
    await world.fault({ path: '/rest', times: 2, kind: 'slow', delayMs: 9_000 })
    await world.fault({ path: '/rest', times: 3, kind: 'status', status: 503 })
    const startedAt = world.now()
    const { result } = await ask('return.create', { order, lines: mug, requestId: 'slow' })
    expect(result).toMatchObject({ id: 'operator/slow', status: 'waiting' })
    expect(world.now() - startedAt).toBeLessThanOrEqual(20_000)
    expect(await world.finish('operator/slow')).toMatchObject({ status: 'done' })
  })

  it('begins no request after eight and a half seconds where each takes more than four, and goes on by itself', async () => {
    const begun: number[] = []
    const slow = (real: typeof fetch): typeof fetch => {
      return async (input, init) => {
        begun.push(world.now())
        await world.advance(4_500)
        return await real(input, init)
      }
    }
    const world: World = createWorld({ fetch: slow })
    const { ask } = createDesk(world)
    const startedAt = world.now()
    expect((await ask('return.create', again)).result).toMatchObject({ status: 'waiting' })
    expect(begun.length).toBeGreaterThan(1)
    expect(Math.max(...begun) - startedAt).toBeLessThanOrEqual(8_500)
    expect(await world.finish('operator/ticket-4711')).toMatchObject({ status: 'done' })
    expect((await ask('return.create', again)).result).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('answers in time where another worker has the event', async () => {
    const { ask, world } = createDesk()
    const { inbox } = world.ports
    world.workflow.inbox = { ...inbox, claim: async () => undefined }
    const startedAt = world.now()
    expect((await ask('return.create', { order, lines: mug })).result).toMatchObject({ status: 'ready' })
    expect(world.now() - startedAt).toBeGreaterThan(15_000)
    expect(world.now() - startedAt).toBeLessThanOrEqual(20_000)
  })
})

describe('arguments that do not fit', () => {
  it.each([
    ['return.create', { order, lines: [] }, 'lines: expected array to have >=1 items.'],
    ['return.create', { lines: 'all' }, 'order: missing.'],
    ['return.create', { order, lines: 'all', requestId: 'a/b' }, /^requestId: use letters, digits and .*\.$/],
    ['return.create', { order, lines: 'all', email: 'anna@example.com' }, 'unknown field "email".'],
    [
      'return.create',
      { order, lines: [{ sku: 'A', orderItemId: 1, quantity: 1 }] },
      'lines.0: unknown field "sku", or lines.0: unknown field "orderItemId".',
    ],
    ['return.create', { order, lines: [{ sku: 'A' }] }, 'lines.0.quantity: missing.'],
    [
      'comment.add',
      { orderId: '1', text: ' ' },
      'text: expected string to have >=1 characters; orderId: expected number, received string.',
    ],
    ['why', {}, 'id: missing, or orderId: missing.'],
  ])('of %s are named by field and in plain words: %j', async (command, given, expected) => {
    const { error } = await createDesk().ask(command, given)
    expect(error?.message.startsWith(`${command}: `)).toBe(true)
    const message = error?.message.slice(command.length + 2)
    if (typeof expected === 'string') expect(message).toBe(expected)
    else expect(message).toMatch(expected)
  })
})

describe('comment.add', () => {
  it.each([
    [{}, false],
    [{ visibleForContact: false }, false],
    [{ visibleForContact: true }, true],
  ] as const)('writes one; given %j, it is visible for the contact: %s', async (given, expected) => {
    const { ask, world } = createDesk()
    const { result } = await ask('comment.add', { orderId: 10_001, text: 'Called back', ...given })
    const [comment] = await world.commentsOf(10_001)
    const shown = expected ? /^Called back<br>\[bridge:\w{12}\]$/ : /^\[bridge:\w{12}\] Called back$/
    expect(result).toEqual({ id: expect.stringMatching(/^operator\//), status: 'done', commentId: comment?.id })
    expect(comment).toMatchObject({ isVisibleForContact: expected, text: expect.stringMatching(shown) })
    expect((await ask('comment.list', { orderId: 10_001 })).result).toMatchObject({ comments: [{ automatic: false }] })
  })

  it('is the same command under one requestId, whether it says that it is internal or leaves it out', async () => {
    const { ask, world } = createDesk()
    const said = { orderId: 10_001, text: 'Called back', visibleForContact: false, requestId: 'call-1' }
    const { visibleForContact: _, ...leftOut } = said
    const first = await ask('comment.add', leftOut)
    expect(first.result).toMatchObject({ status: 'done' })
    expect(await ask('comment.add', said)).toEqual(first)
    expect(await ask('comment.add', { ...said, visibleForContact: true })).toMatchObject({
      error: { code: 'conflict' },
    })
    const second = await ask('comment.add', { ...said, requestId: 'call-2' })
    expect(await ask('comment.add', { ...leftOut, requestId: 'call-2' })).toEqual(second)
    expect(await world.commentsOf(10_001)).toHaveLength(2)
  })
})
