import { afterAll, describe } from 'vitest'
import { createStatement, type Statement } from './statement.ts'
import { commentStatements } from './statements/comments.ts'
import { createReturnStatements } from './statements/create-return.ts'
import { imageStatements } from './statements/images.ts'
import { listStatements } from './statements/lists.ts'
import { lockStatements } from './statements/lock.ts'
import { loginStatements } from './statements/login.ts'
import { orderStatements } from './statements/orders.ts'
import { strict } from './strict-world.ts'
import { openTarget, type Target } from './target.ts'

// One file, one login: files run at the same time, and a licence limits concurrent sessions.
const target = await openTarget(process.env)
const { sandbox } = target.may
const strictTarget = sandbox ? await openTarget({}, strict) : undefined
afterAll(async () => {
  await target.close()
  await strictTarget?.close()
})

const ask = (asked: Target, statement: Statement) => {
  describe('login', () => loginStatements(asked, statement))
  describe('order', () => orderStatements(asked, statement))
  describe('lists', () => listStatements(asked, statement))
  describe('create return', () => createReturnStatements(asked, statement))
  describe('comments', () => commentStatements(asked, statement))
  describe('images', () => imageStatements(asked, statement))
}

describe(`the specification, asked of ${sandbox ? 'the sandbox' : 'TARGET'}`, () => {
  ask(target, createStatement(target))
  describe('locked user', () => lockStatements(createStatement(target)))
})

if (strictTarget) {
  const statement = createStatement(strictTarget)
  describe('the specification, asked of the sandbox in its strict dialect', () => {
    // It shows no field that is not stated.
    ask(strictTarget, (title, needs, run) => needs.includes('fields') || statement(title, needs, run))
  })
}
