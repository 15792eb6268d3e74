import { afterAll, describe } from 'vitest'
import { createStatement } from './statement.ts'
import { commentStatements } from './statements/comments.ts'
import { createReturnStatements } from './statements/create-return.ts'
import { imageStatements } from './statements/images.ts'
import { listStatements } from './statements/lists.ts'
import { lockStatements } from './statements/lock.ts'
import { loginStatements } from './statements/login.ts'
import { orderStatements } from './statements/orders.ts'
import { openTarget } from './target.ts'

// One file, one login: files run at the same time, and a licence limits concurrent sessions.
const target = await openTarget(process.env)
afterAll(() => target.close())
const statement = createStatement(target)

describe(`the specification, asked of ${target.may.sandbox ? 'the sandbox' : 'TARGET'}`, () => {
  describe('login', () => loginStatements(target, statement))
  describe('locked user', () => lockStatements(statement))
  describe('order', () => orderStatements(target, statement))
  describe('lists', () => listStatements(target, statement))
  describe('create return', () => createReturnStatements(target, statement))
  describe('comments', () => commentStatements(target, statement))
  describe('images', () => imageStatements(target, statement))
})
