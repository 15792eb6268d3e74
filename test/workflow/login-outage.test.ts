import { describe, expect, it } from 'vitest'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { commentSubmitted, createWorld, minute } from './world.ts'

const hour = 60 * minute

/** A bridge at work whose password is changed in the back office alone, and nobody's token is good any more. */
async function lockedOut() {
  let secret = { password: 'demo-password', version: '1' }
  const world = createWorld({ secret: () => secret })
  await world.deliver('standard', commentSubmitted({}))
  const user = () => world.sandbox.world.store.users.list().find(({ username }) => username === 'api-bridge')
  const changed = user()
  if (changed) world.sandbox.world.store.users.put({ ...changed, password: 'another' })
  await world.fault({ path: '/rest', times: 1, kind: 'expire-tokens' })
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await world.accept('standard', commentSubmitted({})))
  const logins = async () => (await world.calls()).byRoute['POST /rest/login'] ?? 0
  const before = await logins()
  return {
    world,
    ids,
    user,
    logins: async () => (await logins()) - before,
    update: (password: string) => {
      secret = { password, version: `${Number(secret.version) + 1}` }
    },
    /** The schedule, every five minutes. */
    async pass(ms: number) {
      for (const end = world.now() + ms; world.now() < end; ) {
        await processDue(world.workflow, world.now() + 120_000)
        await world.advance(5 * minute)
      }
    },
  }
}

describe('a password that is changed in the back office alone', () => {
  it('is one refused login and then silence for a day, in which events lose no attempt', async () => {
    const { world, ids, user, logins, pass } = await lockedOut()
    await pass(23 * hour)
    expect(await logins()).toBe(1)
    expect(user()).toMatchObject({ locked: false, failedLogins: 1 })
    for (const id of ids) expect(await world.get(id)).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await world.session.status()).toMatchObject({ state: 'refused', refusedVersions: ['1'] })
  })

  it('needs only the secret to be updated: the work goes on by itself, with one login', async () => {
    const { world, ids, user, logins, update, pass } = await lockedOut()
    await pass(2 * hour)
    update('another')
    await pass(20 * minute)
    for (const id of ids) expect(await world.get(id)).toMatchObject({ status: 'done' })
    expect(await logins()).toBe(2)
    expect(user()).toMatchObject({ locked: false, failedLogins: 0 })
    expect(await world.commentsOf(10_001)).toHaveLength(6)
  })
})
