import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createSandbox } from '../../../sandbox/sandbox.ts'
import { anOrder } from '../sandbox-orders.ts'
import { orderOfWords, type SandboxState } from './judge.ts'
import type { FaultOf, Write } from './plan-faults.ts'

export type BackOffice = Awaited<ReturnType<typeof startBackOffice>>

const [slowMs, lateMs] = [2_000, 5_000]

/** The sandbox with one order for each number, behind a door that makes the planned faults and counts what is asked for. */
export async function startBackOffice(orders: readonly number[], faultOf: FaultOf) {
  const sandbox = createSandbox({ seed: 'empty', now: Date.now, newToken: randomUUID })
  for (const order of orders) await control(sandbox.app, 'POST', 'orders', anOrder(order))
  const attempts = new Map<string, number>()
  const made = { return: new Set<number>(), comment: new Set<number>() }
  const asked = new Set<number>()
  let late = 0
  let [lastMadeAt, lastNewAt] = [performance.now(), performance.now()]

  /** Carries it out as it came, whether or not somebody still waits for the answer. */
  async function carryOut(request: Request, body: string, { kind, order }: Write): Promise<Response> {
    const { url, method, headers } = request
    const answer = await sandbox.app.fetch(new Request(url, { method, headers, body }))
    if (!answer.ok) return answer
    lastMadeAt = performance.now()
    if (!made[kind].has(order)) lastNewAt = lastMadeAt
    made[kind].add(order)
    return answer
  }

  async function underFault(request: Request, body: string, write: Write): Promise<Response | undefined> {
    const now = () => carryOut(request, body, write)
    switch (faultOf(write)) {
      case undefined:
        return await now()
      case 'slow':
        await sleep(slowMs)
        return await now()
      case 'error-before':
        return failure(500)
      case 'error-after':
        await now()
        return failure(500)
      case 'cut-after':
        await now()
        return undefined
      case 'late':
        late += 1
        void sleep(lateMs)
          .then(now)
          .finally(() => {
            late -= 1
          })
        return failure(504)
    }
  }

  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request: Request, env: unknown) {
      const kind = kindOf(request)
      if (!kind) return await sandbox.app.fetch(request)
      const body = await request.text()
      const order = orderOf(kind, body)
      if (order === undefined) return failure(400)
      if (kind === 'return') asked.add(order)
      const attempt = (attempts.get(`${kind} ${order}`) ?? 0) + 1
      attempts.set(`${kind} ${order}`, attempt)
      const answer = await underFault(request, body, { kind, order, attempt })
      if (answer) return answer
      ;(env as HttpBindings).incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    },
  }) as Server
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** For how many orders somebody has asked for a return: how far the work has come, whatever became of it. */
    asked: () => asked.size,
    /** When the last return or comment was made, on the clock of `performance`. */
    lastMadeAt: () => lastMadeAt,
    /** The same for the first return or comment of an order. */
    lastNewAt: () => lastNewAt,
    /** Every order has a return and a comment. */
    isComplete: () => made.return.size === orders.length && made.comment.size === orders.length,
    /** Writes whose answer was given, and that will still be carried out. */
    late: () => late,
    state: async () => (await (await control(sandbox.app, 'GET', 'state')).json()) as SandboxState,
    async close() {
      const { promise, resolve: closed } = Promise.withResolvers<void>()
      server.close(() => closed())
      server.closeAllConnections()
      await promise
    },
  }
}

const failure = (status: number): Response =>
  Response.json({ error: { code: status, message: 'A fault.' } }, { status })

function kindOf({ method, url }: Request): Write['kind'] | undefined {
  if (method !== 'POST') return undefined
  const { pathname } = new URL(url)
  return pathname === '/rest/orders' ? 'return' : pathname === '/rest/comments' ? 'comment' : undefined
}

/** The order that a write belongs to; undefined if it names none. */
function orderOf(kind: Write['kind'], body: string): number | undefined {
  if (kind === 'comment') return orderOfWords(body)
  const { orderReferences } = JSON.parse(body) as { orderReferences?: { referenceOrderId: number }[] }
  return orderReferences?.[0]?.referenceOrderId
}

type App = ReturnType<typeof createSandbox>['app']

async function control(app: App, method: string, what: string, body?: object): Promise<Response> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) }
  const answer = await app.fetch(new Request(`http://127.0.0.1/sandbox/${what}`, init))
  if (!answer.ok) throw new Error(`the sandbox refused ${method} ${what}: ${await answer.text()}`)
  return answer
}
