import { describe, expect, it } from 'vitest'
import { statuses } from '../../lib/back-office/constants.ts'
import type { Command } from '../../lib/commands.ts'
import type { InboxEvent, Progress } from '../../lib/inbox/event.ts'
import { decide, type Step } from '../../lib/workflow/decide.ts'
import { anEvent } from './an-event.ts'

const now = 1_000
const ret: Command = { type: 'create-return', key: 'w', order: { id: 10_001 }, lines: 'all' }
const com: Command = { type: 'add-comment', key: 'c', order: { id: 10_001 }, text: 'Hello' }
const frozen = { body: {}, lines: [{ orderItemId: 1, quantity: 1 }] }
const made = { ...frozen, returnId: 50, statusId: 9.01 }
const planned = { orderId: 10_001, text: 't', marker: 'm', sendBefore: 0 }
const written = { ...planned, written: true as const }

const next = (fields: Partial<InboxEvent>) => decide(anEvent(fields), { now, tries: 10, statuses })
const step = (command: number, kind: string) => ({ kind, command })

describe('the next step of a return', () => {
  it.each<[string, Progress, unknown]>([
    ['is to find its order', {}, step(0, 'find-order')],
    ['is the return once the order is known', { orderId: 1 }, step(0, 'create-return')],
    ['is still the return while only its body is frozen', { orderId: 1, return: frozen }, step(0, 'create-return')],
    [
      'is to read its status where nobody told',
      { orderId: 1, return: { ...frozen, returnId: 5 } },
      step(0, 'check-return'),
    ],
    ['is its comment', { orderId: 1, return: made }, step(0, 'write-comment')],
    ['is its comment until that is written', { orderId: 1, return: made, comment: planned }, step(0, 'write-comment')],
    [
      'is to wait for the second look',
      { orderId: 1, return: { ...made, lookAt: now + 1 }, comment: written },
      { kind: 'wait', until: now + 1, why: 'a repeated return is looked at once more' },
    ],
    [
      'is the second look when it is time',
      { orderId: 1, return: { ...made, lookAt: now }, comment: written },
      step(0, 'look-again'),
    ],
    ['is none after that', { orderId: 1, return: made, comment: written }, { kind: 'finish' }],
  ])('%s', (_title, progress, expected) => {
    expect(next({ commands: [ret], ledger: [progress] })).toEqual(expected)
  })

  it.each([9.01, 9.015, 9.02])('is none where it has status %d: somebody has gone on with it', (statusId) => {
    const progress = { orderId: 1, return: { ...made, statusId }, comment: written }
    expect(next({ commands: [ret], ledger: [progress] })).toEqual({ kind: 'finish' })
  })

  it.each([1, 8, 9, 9.03])('is a person where it has status %d', (statusId) => {
    const progress = { orderId: 1, return: { ...made, statusId }, comment: written }
    expect(next({ commands: [ret], ledger: [progress] })).toMatchObject({
      ending: { reason: { code: 'return_incomplete' } },
    })
  })

  it('is a person when it came out incomplete, after its comment and unless that was waived', () => {
    const incomplete = { orderId: 1, return: { ...made, statusId: 1 }, comment: written }
    expect(next({ commands: [ret], ledger: [incomplete] })).toMatchObject({
      kind: 'end',
      ending: { status: 'held', reason: { code: 'return_incomplete' } },
    })
    expect(next({ commands: [ret], ledger: [{ ...incomplete, comment: planned }] })).toEqual(step(0, 'write-comment'))
    expect(next({ commands: [ret], ledger: [incomplete], waived: ['return_incomplete'] })).toEqual(
      step(0, 'accept-return'),
    )
    const accepted = { ...incomplete, return: { ...incomplete.return, accepted: true as const } }
    expect(next({ commands: [ret], ledger: [accepted] })).toEqual({ kind: 'finish' })
  })
})

describe('the next step of a new order or an image', () => {
  const order = { key: 'number/N-1', body: {} } as const
  const image = { key: 'image/1/2/mandant/1', body: {} } as const
  const ord = { type: 'create-order', key: 'o', body: { typeId: 1, orderItems: [], properties: [] } } as Command
  const img: Command = { type: 'publish-image', key: 'i', itemId: 1, imageId: 2, body: { type: 'mandant', value: 1 } }
  it.each<[string, Command, Progress, unknown]>([
    ['is the order', ord, {}, step(0, 'create-order')],
    ['is still the order while only its body is frozen', ord, { newOrder: order }, step(0, 'create-order')],
    ['is none once the order is known', ord, { newOrder: { ...order, orderId: 5 } }, { kind: 'finish' }],
    [
      'is to wait for the second look at an order',
      ord,
      { newOrder: { ...order, orderId: 5, lookAt: now + 1 } },
      { kind: 'wait', until: now + 1, why: 'a repeated order is looked at once more' },
    ],
    [
      'is the second look when it is time',
      ord,
      { newOrder: { ...order, orderId: 5, lookAt: now } },
      step(0, 'look-again'),
    ],
    ['is the image', img, {}, step(0, 'publish-image')],
    ['is still the image while only its body is frozen', img, { image }, step(0, 'publish-image')],
    ['is none once the image is visible', img, { image: { ...image, published: true } }, { kind: 'finish' }],
  ])('%s', (_title, command, progress, expected) => {
    expect(next({ commands: [command], ledger: [progress] })).toEqual(expected)
  })

  it.each<[string, Progress]>([
    ['an order', { newOrder: order }],
    ['an image', { image }],
  ])('is a person where all tries are used and what became of %s is not known', (_title, progress) => {
    expect(next({ commands: [ord], ledger: [progress], attempts: 11 })).toMatchObject({
      kind: 'end',
      ending: { status: 'held', reason: { code: 'outcome_unclear' } },
    })
  })
})

describe('the next step of any event', () => {
  it.each<[string, Partial<InboxEvent>, Step]>([
    ['is to translate it first', {}, { kind: 'translate' }],
    ['of a comment is to find its order', { commands: [com] }, { kind: 'find-order', command: 0 }],
    [
      'of a comment is to write it',
      { commands: [com], ledger: [{ orderId: 1 }] },
      { kind: 'write-comment', command: 0 },
    ],
    [
      'of a written comment is none',
      { commands: [com], ledger: [{ orderId: 1, comment: written }] },
      { kind: 'finish' },
    ],
    [
      'is the first command that is not done',
      { commands: [com, ret], ledger: [{ orderId: 1, comment: written }, { orderId: 1 }] },
      { kind: 'create-return', command: 1 },
    ],
    ['goes on at its last try', { commands: [com], attempts: 10 }, { kind: 'find-order', command: 0 }],
  ])('%s', (_title, fields, expected) => {
    expect(next(fields)).toEqual(expected)
  })

  it.each([
    ['failed, where nothing is open', [{}], 'failed', 'attempts_used_up'],
    ['held, where a return may have been made', [{ orderId: 1, return: frozen }], 'held', 'outcome_unclear'],
    ['held, where a comment may have been written', [{ orderId: 1, comment: planned }], 'held', 'outcome_unclear'],
    ['failed, where all that was begun has its answer', [{ orderId: 1, return: made }], 'failed', 'attempts_used_up'],
  ])('after the last try is %s', (_title, ledger, status, code) => {
    expect(next({ commands: [ret], attempts: 11, ledger })).toMatchObject({
      kind: 'end',
      ending: { status, reason: { code } },
    })
  })

  it.each([
    [
      'the cause that was told last',
      [
        { at: 1, what: 'waiting', why: 'the network broke' },
        { at: 2, what: 'waiting', why: 'no answer came.' },
        { at: 3, what: 'deferred', why: 'its turn' },
        { at: 4, what: 'claimed', attempt: 11 },
      ],
      'The last cause told: no answer came. Replay',
    ],
    [
      'that none was told where each run was ended',
      [{ at: 1, what: 'accepted' }],
      'Each run was ended before it could tell a cause: see the log. Replay',
    ],
  ])('after the last try tells %s', (_title, history, text) => {
    expect(next({ commands: [ret], attempts: 11, history })).toMatchObject({
      ending: { reason: { text: expect.stringContaining(`did not succeed in 10 tries. ${text}`) } },
    })
  })
})
