import * as z from 'zod'
import { Rejected, recovered } from '../../errors.ts'
import { released } from '../../inbox/operator-transitions.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { moveEvent } from '../events/move-event.ts'
import { conflict, defineCommand, type Operator } from '../operator.ts'
import { loginView, waitsForLogin } from '../views/login-view.ts'
import { eventsOf } from '../views/pages.ts'

/** So many are released at once; the others become due within minutes by themselves. */
const mostReleased = 500
const mostLookedAt = 5_000

/** Where the login to the back office stands. Reads only: nothing is sent. */
export const loginStatus = defineCommand({
  name: 'login.status',
  input: z.strictObject({}),
  run: async ({ session, workflow }) => loginView(await session.status(), sentencesOf(workflow.config)),
})

/** Opens a closed login for one more attempt, then releases the events that wait because of it. `more`: others may wait. */
export const loginReset = defineCommand({
  name: 'login.reset',
  input: z.strictObject({}),
  run: async (operator) => {
    const login = loginView(await operator.session.reset(), sentencesOf(operator.workflow.config))
    return { login, ...(await releaseWaiting(operator)) }
  },
})

async function releaseWaiting(operator: Operator): Promise<{ released: number; more: boolean }> {
  let count = 0
  let lookedAt = 0
  for await (const event of eventsOf(operator, { status: 'waiting' })) {
    if (event === 'cut' || count === mostReleased || lookedAt === mostLookedAt) return { released: count, more: true }
    lookedAt += 1
    if (await release(operator, event.id)) count += 1
  }
  return { released: count, more: false }
}

/** False: it waits for something else, or has moved meanwhile. */
async function release(operator: Operator, id: string): Promise<boolean> {
  const moved = moveEvent(operator, { id, note: 'login reset' }, (event, how) => {
    if (waitsForLogin(event)) return released(event, how)
    throw conflict(`event ${event.id} does not wait for the login`)
  })
  return (await recovered(moved, (error) => error instanceof Rejected, undefined)) !== undefined
}
