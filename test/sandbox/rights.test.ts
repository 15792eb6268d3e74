import { describe, expect, it } from 'vitest'
import { operations } from '../../sandbox/operations/operations.ts'
import { type Right, rights } from '../../sandbox/rights.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const path = '/sandbox/users/api-bridge/rights'
const take = async (lacks: readonly Right[]) => await sandbox.send('POST', path, { lacks })

/** Whether an answer is the refusal of that right. */
const refusal = (right: Right) => ({
  error: { message: 'This action is unauthorized.', missing_permissions: [right] },
})

describe('an API user without a right', () => {
  it.each(rights)('is refused what needs %s, and nothing else', async (right) => {
    await take([right])
    for (const { method, template, right: needed } of operations.filter(({ auth }) => auth !== 'none')) {
      const { status, json } = await sandbox.rest(
        method,
        template.replaceAll(/\{\w+\}/g, '1'),
        method === 'POST' ? {} : undefined,
      )
      if (needed === right) expect([status, json], template).toEqual([403, refusal(right)])
      else expect(status, template).not.toBe(403)
    }
  })

  it('is refused every operation but the login, if it lacks all of them', async () => {
    await take(rights)
    for (const { method, template, auth } of operations) {
      const { status } = await sandbox.rest(
        method,
        template.replaceAll(/\{\w+\}/g, '1'),
        method === 'POST' ? {} : undefined,
      )
      expect(status === 403, template).toBe(auth !== 'none')
    }
  })

  it('writes nothing', async () => {
    await take(['comments.create'])
    const note = { referenceType: 'order', referenceValue: 10_001, text: 'x', isVisibleForContact: true }
    expect((await sandbox.rest('POST', '/rest/comments', note)).status).toBe(403)
    expect((await sandbox.send('GET', '/sandbox/state')).json.comments).toEqual([])
  })

  it('still logs in, is shown with what it lacks, and gets it back', async () => {
    expect((await take(['user.read', 'orders.read'])).json).toEqual({
      username: 'api-bridge',
      lacks: ['user.read', 'orders.read'],
    })
    expect((await sandbox.login()).status).toBe(200)
    const { users } = (await sandbox.send('GET', '/sandbox/state')).json
    expect(users).toEqual([
      { id: 77, username: 'api-bridge', locked: false, failedLogins: 0, lacks: ['user.read', 'orders.read'] },
    ])
    await take([])
    expect((await sandbox.rest('GET', '/rest/user')).status).toBe(200)
  })

  it('is refused 401 and not 403 without a token', async () => {
    await take(['user.read'])
    expect((await sandbox.send('GET', '/rest/user')).status).toBe(401)
  })
})

describe(`POST ${path}`, () => {
  it('refuses a right or a user that there is not, and names it', async () => {
    const wrong = await sandbox.send('POST', path, { lacks: ['orders.delete'] })
    expect([wrong.status, wrong.json.error.message]).toEqual([400, expect.stringContaining('lacks.0')])
    expect((await sandbox.send('POST', path, {})).status).toBe(400)
    const nobody = await sandbox.send('POST', path.replace('api-bridge', 'nobody'), { lacks: [] })
    expect([nobody.status, nobody.json.error.message]).toEqual([404, expect.stringContaining('nobody')])
  })
})
