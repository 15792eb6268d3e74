import { expect, it } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { startWorker } from '../back-office/one-worker.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { stateBackends } from './backends.ts'

/** In memory and over a table: that a table lets one of several writers through, the suite of the session holds over each of them. */
const backends = stateBackends.filter(({ backend }) => backend !== 'dynoxide')

overEach(backends, 'the login', ({ open }) => {
  const opened = openEach(open)

  it('of 100 workers that begin at once with nothing in memory is one', async () => {
    const sandbox = createSandbox({ seed: 'demo', now: Date.now, sleep: async () => {} })
    const sent: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(new URL(String(input)).pathname)
      return await sandbox.fetch(input, init)
    }
    const shared = { baseUrl: 'http://127.0.0.1', store: opened.session, fetch }
    // Polled every few milliseconds, the table would be busy with nothing else.
    const workers = Array.from({ length: 100 }, () => startWorker({ ...shared, requestTimeoutMs: 20_000, pollMs: 100 }))
    const orders = await Promise.all(workers.map(({ backOffice }) => backOffice.orders.read(10_001)))
    expect(orders.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, () => 10_001))
    expect(sent.filter((path) => path === '/rest/login')).toHaveLength(1)
    expect(await opened.session.read()).toMatchObject({ attempts: 0, token: { worked: true } })
  })
})
