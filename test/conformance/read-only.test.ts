import { expect, it } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import type { Statement } from './statement.ts'
import { commentStatements } from './statements/comments.ts'
import { createReturnStatements } from './statements/create-return.ts'
import { imageStatements } from './statements/images.ts'
import { listStatements } from './statements/lists.ts'
import { lockStatements } from './statements/lock.ts'
import { loginStatements } from './statements/login.ts'
import { orderStatements } from './statements/orders.ts'
import { openTarget } from './target.ts'

it('asks of somebody’s server nothing but one login and reads, unless writes are asked for', async () => {
  const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
  const credentials = { TARGET_USERNAME: 'api-bridge', TARGET_PASSWORD: 'demo-password' }
  const target = { ...(await openTarget({ ...credentials, TARGET: sandbox.url })), known: knownOfDemo }
  const asked: (() => Promise<void> | void)[] = []
  const statement: Statement = (_title, needs, run) => {
    if (!needs.some((need) => need === 'sandbox' || need === 'writes')) asked.push(run)
  }
  loginStatements(target, statement)
  lockStatements(statement)
  orderStatements(target, statement)
  listStatements(target, statement)
  createReturnStatements(target, statement)
  commentStatements(target, statement)
  imageStatements(target, statement)
  for (const run of asked) await run()
  const { json } = await target.anonymous('GET', '/sandbox/calls')
  const { byRoute } = json as { byRoute: Record<string, number> }
  expect(asked.length).toBeGreaterThan(20)
  expect(Object.entries(byRoute).filter(([route]) => !route.startsWith('GET '))).toEqual([['POST /rest/login', 1]])
  await sandbox.close()
})

/** Everything that a run can be told of the server, so that nothing is left out for want of it. */
const knownOfDemo = {
  ...{ orderId: 10_001, returnId: 600_001, externalNumber: '6203001001', shopLabel: '1001' },
  ...{ contactEmail: 'anna.beispiel@example.com', itemId: 901, variationId: 1101, userId: 77 },
  ...{ returnOrderId: 10_002, commentOrderId: 10_003 },
}
