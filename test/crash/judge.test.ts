import { expect, it } from 'vitest'
import type { Fact } from './facts.ts'
import { judge } from './judge.ts'

const line = { itemId: 30_001, quantity: 2 }
const fact: Fact = { tag: 'fact-00001.', kind: 'return', orderId: 10_001, line, deliveries: [] }
const made = (id: number, referenceOrderItemId = line.itemId) => ({
  ...{ id, typeId: 3, statusId: 9.01, orderReferences: [{ referenceOrderId: fact.orderId }] },
  orderItems: [{ quantity: line.quantity, references: [{ referenceOrderItemId }] }],
})
const comment = (id: number) => ({ id, referenceValue: fact.orderId, text: `[bridge:ABCDEFGHIJKL] ${fact.tag}` })
const locked = { username: 'api-bridge', locked: true, failedLogins: 5 }
const done = [{ id: 'shop/1', status: 'done' }]
const open = [{ id: 'shop/1', status: 'waiting' }]

it.each([
  ['nothing where each fact has its own', done, [made(7)], [comment(1)], []],
  ['a lost event', [], [made(7)], [comment(1)], ['shop/1 was answered with 200 but does not exist']],
  ['an open event', open, [made(7)], [comment(1)], ['shop/1 is waiting']],
  ['two returns', done, [made(7), made(8)], [comment(1)], ['fact-00001. has 2 returns (7, 8)']],
  ['two comments', done, [made(7)], [comment(1), comment(2)], ['fact-00001. has 2 comments (1, 2)']],
  ['a return of nobody', done, [made(7), made(8, 30_002)], [comment(1)], ['return 8 belongs to no fact']],
])('The judge of a crash run reports %s', (_, events, orders, comments, sentences) => {
  const state = { orders, comments, users: [] }
  const judged = { accepted: new Map([['shop/1', fact]]), events, state }
  expect(judge(judged).map(({ text }) => text)).toEqual(sentences)
  const lockedOut = judge({ ...judged, state: { ...state, users: [locked] } }).at(-1)
  expect(lockedOut?.text).toBe('api-bridge has 5 failed logins and is locked')
})
