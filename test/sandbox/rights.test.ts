import { expect, it } from 'vitest'
import { operations } from '../../sandbox/operations/operations.ts'
import { type Right, rights } from '../../sandbox/rights.ts'
import { useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const path = '/sandbox/users/api-bridge/rights'
const take = async (lacks: readonly Right[]) => await sandbox.send('POST', path, { lacks })

/** Each operation with its answer. */
const answers = () =>
  Promise.all(
    operations.map(async (operation) => {
      const { method, template } = operation
      const body = method === 'POST' ? {} : undefined
      return { ...operation, ...(await sandbox.rest(method, template.replaceAll(/\{\w+\}/g, '1'), body)) }
    }),
  )

it.each(rights)('an API user without the right is refused what needs %s, and nothing else', async (right) => {
  await take([right])
  const refusal = { error: { message: 'This action is unauthorized.', missing_permissions: [right] } }
  for (const { template, auth, right: needed, status, json } of await answers()) {
    if (auth !== 'none' && needed === right) expect([status, json], template).toEqual([403, refusal])
    else expect(status, template).not.toBe(403)
  }
})

it('an API user without any right is refused every operation but the login, and writes nothing', async () => {
  await take(rights)
  for (const { template, auth, status } of await answers()) expect(status === 403, template).toBe(auth !== 'none')
  const note = { referenceType: 'order', referenceValue: 10_001, text: 'x', isVisibleForContact: true }
  expect((await sandbox.rest('POST', '/rest/comments', note)).status).toBe(403)
  expect((await sandbox.send('GET', '/sandbox/state')).json.comments).toEqual([])
  expect((await sandbox.send('GET', '/rest/user')).status).toBe(401)
})

it('an API user without a right still logs in, is shown with what it lacks, and gets it back with its next login', async () => {
  const lacks = ['user.read', 'orders.read'] as const
  expect((await take(lacks)).json).toEqual({ username: 'api-bridge', lacks })
  expect((await sandbox.login()).status).toBe(200)
  const { users } = (await sandbox.send('GET', '/sandbox/state')).json
  expect(users).toEqual([{ id: 77, username: 'api-bridge', locked: false, failedLogins: 0, lacks }])
  expect((await sandbox.rest('GET', '/rest/user')).status).toBe(403)
  await take([])
  expect((await sandbox.rest('GET', '/rest/user')).status).toBe(403)
  const { access_token } = (await sandbox.login()).json
  const later = { authorization: `Bearer ${access_token}` }
  expect((await sandbox.send('GET', '/rest/user', undefined, later)).status).toBe(200)
})

it.each([
  [path, { lacks: ['orders.delete'] }, 400, 'lacks.0'],
  [path, {}, 400, 'lacks'],
  [path.replace('api-bridge', 'nobody'), { lacks: [] }, 404, 'nobody'],
])('rights are not taken by POST %s %j: a right or a user that there is not', async (where, body, code, named) => {
  const { status, json } = await sandbox.send('POST', where, body)
  expect([status, json.error.message]).toEqual([code, expect.stringContaining(named)])
})
