import { describe, expect, it } from 'vitest'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../../lib/errors.ts'
import { loadOperatorCommands, operate } from '../../lib/operator/operate.ts'
import { createWorld } from '../workflow/world.ts'
import { createDesk, operatorOf } from './desk.ts'

const operatorCommands = await loadOperatorCommands()

describe('a command', () => {
  it.each([undefined, null, 'event.list', [], {}, { command: 3 }])(
    'that is %j is refused as invalid',
    async (event) => {
      expect(await operate(operatorOf(createWorld()), event)).toEqual({
        ok: false,
        error: { code: 'invalid', message: 'Send a JSON object with a "command".' },
      })
    },
  )

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
    [
      new TypeError('anna@example.com'),
      'internal',
      'The command failed. The log of the operator function shows where.',
    ],
    ['anna@example.com', 'internal', 'The command failed. The log of the operator function shows where.'],
  ])('has a code and a sentence: %s', async (error, code, message) => {
    const { world, ask } = createDesk()
    world.workflow.inbox = { ...world.ports.inbox, get: async () => Promise.reject(error) }
    expect(await ask('event.get', { id: 'standard/1' })).toEqual({ ok: false, error: { code, message } })
    expect(JSON.stringify(world.logged)).not.toContain('anna')
  })

  it('in the bridge itself is logged with its place alone', async () => {
    const { world, ask } = createDesk()
    world.workflow.inbox = { ...world.ports.inbox, get: async () => Promise.reject(new TypeError('anna@example.com')) }
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
    world.workflow.inbox = {
      ...world.ports.inbox,
      get: async () => Promise.reject(new Rejected(text, { status: 409 })),
    }
    await ask('event.get', { id: 'standard/1' })
    const [list, refused] = answers
    expect(list?.result?.comments).toMatchObject([{ text: 'Call [31mme back' }])
    expect(refused?.error?.message).toBe('Call [31mme back')
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(unseen)
  })
})
