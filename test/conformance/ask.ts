import { describe } from 'vitest'
import type { Statement } from './statement.ts'
import { commentStatements } from './statements/comments.ts'
import { createReturnStatements } from './statements/create-return.ts'
import { imageStatements } from './statements/images.ts'
import { listStatements } from './statements/lists.ts'
import { loginStatements } from './statements/login.ts'
import { orderStatements } from './statements/orders.ts'
import type { Target } from './target.ts'

/** All statements that can be asked of any server. */
export function ask(target: Target, statement: Statement, group: (title: string, run: () => void) => void = describe) {
  group('login', () => loginStatements(target, statement))
  group('order', () => orderStatements(target, statement))
  group('lists', () => listStatements(target, statement))
  group('create return', () => createReturnStatements(target, statement))
  group('comments', () => commentStatements(target, statement))
  group('images', () => imageStatements(target, statement))
}
