import { expect, it } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import { ask } from './ask.ts'
import type { Statement } from './statement.ts'
import { lockStatements } from './statements/lock.ts'
import { demo, openTarget } from './target.ts'

it('asks of somebody’s server nothing but one login and reads, unless writes are asked for', async () => {
  const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
  const credentials = { TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'demo-password' }
  // All that a run can be told of the server, so that nothing is left out for want of it.
  const target = { ...(await openTarget({ ...credentials, TARGET: sandbox.url })), known: demo }
  const asked: (() => Promise<void> | void)[] = []
  const statement: Statement = (_title, needs, run) => {
    if (!needs.some((need) => need === 'sandbox' || need === 'writes')) asked.push(run)
  }
  ask(target, statement, (_title, tests) => tests())
  lockStatements(statement)
  for (const run of asked) await run()
  const { json } = await target.anonymous('GET', '/sandbox/calls')
  const { byRoute } = json as { byRoute: Record<string, number> }
  expect(asked.length).toBeGreaterThan(20)
  expect(Object.entries(byRoute).filter(([route]) => !route.startsWith('GET '))).toEqual([['POST /rest/login', 1]])
  await sandbox.close()
})
