import { describe, expect, it } from 'vitest'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../../lib/errors.ts'
import { loadOperatorCommands, operate } from '../../lib/operator/operate.ts'
import { createWorld } from '../workflow/world.ts'
import { createDesk, operatorOf } from './desk.ts'

const operatorCommands = await loadOperatorCommands()

describe('a command', () => {
  it.each([undefined, null, 'event.list', [], {}, { command: 3 }])('that is %j is refused', async (event) => {
    expect(await operate(operatorOf(createWorld()), event)).toEqual({
      ok: false,
      error: { code: 'invalid', message: 'Send a JSON object with a "command".' },
    })
  })

  it('that does not exist is refused with a list of all', async () => {
    const { error } = await createDesk().ask('event.purge')
    expect(error?.code).toBe('unknown_command')
    for (const { name } of operatorCommands) expect(error?.message).toContain(name)
  })

  it.each(['constructor', '__proto__', 'toString', ''])('is never a property of an object: "%s"', async (name) => {
    expect(await createDesk().ask(name)).toMatchObject({ ok: false, error: { code: 'unknown_command' } })
  })

  it.each(operatorCommands.map(({ name }) => name))('%s refuses arguments that it does not know', async (name) => {
    expect(await createDesk().ask(name, { colour: 'blue' })).toMatchObject({
      ok: false,
      error: { code: 'invalid', message: expect.stringContaining(name) },
    })
  })
})

const order = { id: 10_001 }
const note = 'as agreed'

describe('arguments that do not fit', () => {
  it.each<[command: string, given: object, code?: string]>([
    ...[{ id: '' }, { id: 3 }, {}].map((given): [string, object] => ['event.get', given]),
    ['event.list', { status: 'lost' }],
    ['event.list', { limit: 0 }],
    ['event.list', { limit: 101 }],
    ['event.list', { orderId: 'x' }],
    ['event.list', { from: '2026-03-02' }],
    ['event.list', { reason: 'bad_luck' }],
    ...['event.release', 'event.replay', 'event.discard'].flatMap((command): [string, object][] => [
      [command, {}],
      [command, { id: 'standard/x', note: ' ' }],
    ]),
    ['event.replay', { where: { colour: 'blue' } }],
    ['event.replay', { limit: 3 }],
    ['order.find', {}],
    ['order.find', { email: '' }],
    ['order.find', { externalNumber: '1', email: 'a@example.com' }],
    ['order.find', { contactId: '501' }],
    ['order.get', { orderId: -1 }],
    ['return.list', { orderId: 1, limit: 5 }],
    ['return.list', { limit: 0 }],
    ['return.list', { limit: 251 }],
    ['return.list', { statusFrom: '9' }],
    ['return.list', { cancelled: 'yes' }],
    ['return.list', { orderId: 1, cancelled: 1 }],
    ['return.list', { statusFrom: 9.02, statusTo: 9.01 }],
    ['return.create', { order, lines: [] }],
    ['return.create', { lines: 'all' }],
    ['return.create', { order: { id: 1, externalNumber: 'x' }, lines: 'all' }],
    ['return.create', { order, lines: [{ sku: 'A', orderItemId: 1, quantity: 1 }] }],
    ['return.create', { order, lines: [{ sku: 'A', quantity: 0 }] }],
    ['return.create', { order, lines: 'all', requestId: 'a/b' }],
    ['return.create', { order, lines: 'all', email: 'ann@example.com' }],
    ['comment.add', { orderId: 1 }],
    ['comment.add', { orderId: 0, text: 'x' }],
    ['comment.add', { orderId: '1', text: 'x' }],
    ['comment.add', { orderId: 1, text: ' ' }],
    ['image.publish', { itemId: 901, imageId: 7002, body: { type: 'shop', value: 1 } }],
    ['image.publish', { itemId: 901, body: { type: 'mandant', value: 1 } }],
    ...[{}, { note }, { returnId: 1, note }].map((given): [string, object] => ['record.forget', given]),
    ...[{ orderId: 1 }, { returnId: 1, orderId: 2, note: ' ' }].map((given): [string, object, string] => [
      'record.forget',
      given,
      'note_required',
    ]),
  ])('are refused by %s: %j', async (command, given, code = 'invalid') => {
    const { ask, world } = createDesk()
    const answer = await ask(command, { ...given })
    const message = expect.stringMatching(new RegExp(`^${command}: `))
    expect(answer).toEqual({ ok: false, error: { code, message } })
    expect(answer.error?.message).not.toContain('ann@')
    expect((await world.workflow.inbox.list({ limit: 10 })).events).toEqual([])
    expect((await world.calls()).total).toBe(0)
  })
})

describe('what goes wrong', () => {
  it.each([
    [new Rejected('gone', { status: 404 }), 'not_found', 'gone'],
    [new Rejected('not now', { status: 409 }), 'conflict', 'not now'],
    [new Rejected('no', { status: 422, details: ['The id is wrong.'] }), 'rejected', 'no The id is wrong.'],
    [
      new Rejected('404: Gone.', { status: 404, details: ['Gone.', '404', 'For good.'] }),
      'not_found',
      '404: Gone. For good.',
    ],
    [new RetryLater('down'), 'retry_later', 'down'],
    [new LoginClosed('closed'), 'login_closed', 'closed'],
    [new OutcomeUnknown('who knows'), 'outcome_unknown', 'who knows'],
    [new TypeError('ann@example.com'), 'internal', 'The command failed. The log of the operator function shows where.'],
    ['ann@example.com', 'internal', 'The command failed. The log of the operator function shows where.'],
  ])('has a code and a sentence: %s', async (error, code, message) => {
    const { world, ask } = createDesk()
    world.workflow.inbox = { ...world.ports.inbox, get: async () => Promise.reject(error) }
    expect(await ask('event.get', { id: 'standard/1' })).toEqual({ ok: false, error: { code, message } })
    expect(JSON.stringify(world.logged)).not.toContain('ann@')
  })

  it('in the bridge itself is logged with its place alone', async () => {
    const { world, ask } = createDesk()
    world.workflow.inbox = { ...world.ports.inbox, get: async () => Promise.reject(new TypeError('ann@example.com')) }
    await ask('event.get', { id: 'standard/1' })
    expect(world.logged).toEqual([
      { level: 'error', message: 'operator command failed', fields: { error: 'TypeError', at: expect.any(Array) } },
    ])
  })
})

describe('an answer', () => {
  const unseen = /[\p{Cc}--[\n]]|[\u200B\u202E\u2066]/v

  it('holds no character that steers a terminal or turns text around', async () => {
    const { world, ask, answers } = createDesk()
    const text = 'Call\u0000 \u001B[31mme\u009B \u202Eback\u2066\u200B'
    const comment = { referenceType: 'order', referenceValue: 10_001, text, isVisibleForContact: true } as const
    world.sandbox.world.store.comments.put({ id: 9, ...comment, userId: 5, createdAtMs: world.now() })
    await ask('comment.list', { orderId: 10_001 })
    world.workflow.inbox = { ...world.ports.inbox, get: () => Promise.reject(new Rejected(text, { status: 409 })) }
    await ask('event.get', { id: 'standard/1' })
    const [list, refused] = answers
    expect(list?.result?.comments).toMatchObject([{ text: 'Call [31mme back' }])
    expect(refused?.error?.message).toBe('Call [31mme back')
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(unseen)
  })
})
