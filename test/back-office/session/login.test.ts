import { describe, expect, it } from 'vitest'
import { createMemorySession } from '../../memory/memory-stores.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import type { Reply } from '../lying-server.ts'
import { errorOf, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const office = lyingOffice()
const order = { body: { id: 47, typeId: 1, statusId: 7 } }
const facing = (login: Reply, store = createMemorySession()) => office.facing(() => order, { store }, login)

describe('the answer to a login', () => {
  it.each(['Bearer', 'bearer', '', null, undefined])('is a token to bear where its type is %j', async (token_type) => {
    const { backOffice } = await facing({ body: { access_token: 'a', token_type } })
    expect(await backOffice.orders.read(47)).toMatchObject({ id: 47 })
  })

  it.each(['token_type', 'tokenType'])('brings no token where its %s is another one than Bearer', async (field) => {
    const { backOffice } = await facing({ body: { access_token: 'a', [field]: 'MAC' } })
    expect(await errorOf(backOffice.orders.read(47))).toMatchObject({
      name: 'RetryLater',
      message: 'The login was answered 200 without a usable token',
    })
    expect(office.count('GET /rest/orders/47')).toBe(0)
  })

  it.each(['refresh_token', 'refreshToken'])(
    'leaves nothing of its %s, neither in the state table nor in the session',
    async (field) => {
      const store = createMemorySession()
      const { backOffice, session } = await facing({ body: { access_token: 'a', [field]: 'to-renew' } }, store)
      await backOffice.orders.read(47)
      const token = await session.token({ deadlineMs: Date.now() + 60_000 })
      expect(token.value).toBe('a')
      expect(JSON.stringify([await store.read(), token])).not.toContain('to-renew')
    },
  )
})

describe('a login of a locked user', () => {
  it('says what to do, and that a login to the cloud account proves nothing', async () => {
    await sandbox.fault({ method: 'POST', path: '/rest/login', times: 1, kind: 'lock-user' })
    const error = await errorOf(startWorker({ baseUrl: sandbox.url }).backOffice.orders.read(10001))
    expect(error).toMatchObject({ name: 'LoginClosed' })
    expect((error as Error).message).toContain('write its new password into the secret and then reset the login')
    expect((error as Error).message).toContain('the cloud account still lets people in says nothing about the API user')
  })
})
