import { afterAll, describe } from 'vitest'
import { ask } from './ask.ts'
import { createStatement } from './statement.ts'
import { lockStatements } from './statements/lock.ts'
import { strict } from './strict-world.ts'
import { openTarget } from './target.ts'

// One file, one login: files run at the same time, and a licence limits concurrent sessions.
const target = await openTarget(process.env)
const { sandbox } = target.may
const strictTarget = sandbox ? await openTarget({}, strict) : undefined
afterAll(async () => {
  await target.close()
  await strictTarget?.close()
})

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
