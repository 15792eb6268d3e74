import { describe, expect, it } from 'vitest'
import type { Fact } from './facts.ts'
import { type Judged, judge, type SandboxState } from './judge.ts'

const fact: Fact = {
  tag: 'fact-00001.',
  kind: 'return',
  orderId: 10_001,
  line: { itemId: 30_001, quantity: 2 },
  deliveries: [],
}

const madeReturn = (id: number): SandboxState['orders'][number] => ({
  id,
  typeId: 3,
  statusId: 9.01,
  orderItems: [{ quantity: 2, references: [{ referenceOrderItemId: 30_001 }] }],
  orderReferences: [{ referenceOrderId: 10_001 }],
})
const comment = (id: number) => ({ id, referenceValue: 10_001, text: `[bridge:ABCDEFGHIJKL] fact-00001.` })
const user = { username: 'api-bridge', locked: false, failedLogins: 0 }

const correct: Judged = {
  accepted: new Map([['shop/1', fact]]),
  events: [{ id: 'shop/1', status: 'done' }],
  state: { orders: [madeReturn(7)], comments: [comment(1)], users: [user] },
}

const found = (changes: Omit<Partial<Judged>, 'state'> & { state?: Partial<SandboxState> }): string[] =>
  judge({ ...correct, ...changes, state: { ...correct.state, ...changes.state } }).map(({ text }) => text)

describe('the judge of a crash run', () => {
  it('finds nothing if each fact has its return and its comment', () => {
    expect(found({})).toEqual([])
  })

  it.each<[string, Parameters<typeof found>[0], string[]]>([
    ['a lost event', { events: [] }, ['shop/1 was answered with 200 but does not exist']],
    [
      'an event that was never accepted',
      {
        events: [
          { id: 'shop/1', status: 'done' },
          { id: 'shop/2', status: 'done' },
        ],
      },
      ['shop/2 exists but was never answered with 200'],
    ],
    ['an open event', { events: [{ id: 'shop/1', status: 'waiting' }] }, ['shop/1 is waiting']],
    [
      'a held event',
      { events: [{ id: 'shop/1', status: 'held', reason: { code: 'outcome_unclear', text: 'Look.' } }] },
      ['shop/1 is held as outcome_unclear (Look.)'],
    ],
    ['two returns', { state: { orders: [madeReturn(7), madeReturn(8)] } }, ['fact-00001. has 2 returns (7, 8)']],
    ['no return', { state: { orders: [] } }, ['fact-00001. has 0 returns ()']],
    [
      'wrong pieces',
      {
        state: {
          orders: [{ ...madeReturn(7), orderItems: [{ quantity: 1, references: [{ referenceOrderItemId: 30_001 }] }] }],
        },
      },
      ['fact-00001. has return 7 with wrong lines'],
    ],
    [
      'a return of another order',
      { state: { orders: [{ ...madeReturn(7), orderReferences: [{ referenceOrderId: 10_002 }] }] } },
      ['fact-00001. has return 7 of another order'],
    ],
    [
      'an incomplete return',
      { state: { orders: [{ ...madeReturn(7), statusId: 1 }] } },
      ['fact-00001. has return 7 with status 1'],
    ],
    ['two comments', { state: { comments: [comment(1), comment(2)] } }, ['fact-00001. has 2 comments (1, 2)']],
    ['no comment', { state: { comments: [] } }, ['fact-00001. has 0 comments ()']],
    [
      'a comment on another order',
      { state: { comments: [{ ...comment(1), referenceValue: 10_002 }] } },
      ['fact-00001. has 1 comments (1)'],
    ],
    [
      'a return and a comment without a fact',
      { accepted: new Map(), events: [] },
      ['return 7 belongs to no fact', 'comment 1 belongs to no fact'],
    ],
    [
      'a locked user',
      { state: { users: [{ ...user, locked: true, failedLogins: 5 }] } },
      ['api-bridge has 5 failed logins and is locked'],
    ],
  ])('reports %s', (_, changes, sentences) => {
    expect(found(changes)).toEqual(sentences)
  })
})
