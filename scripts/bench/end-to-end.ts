import { setTimeout as sleep } from 'node:timers/promises'
import { listIds, sideBySide, sign, startLocalBridge } from './local-bridge.ts'
import type { Part } from './part.ts'
import { anOrder, ordersOfReturns, type SandboxOrder } from './sandbox-orders.ts'

const senders = 8
const pollMs = 100
/** For one return, on a busy machine. */
const patienceMs = (returns: number): number => 60_000 + returns * 2_000
const firstOrder = 50_001

/** Returns through the whole of `npm start`: webhook, stream, worker, and a sandbox without limits. */
export const endToEnd: Part = {
  says: 'returns from their deliveries to their comments, through `npm start` and a sandbox without limits',
  async measure({ returns }) {
    const bridge = await startLocalBridge()
    try {
      const orders = Array.from({ length: returns }, (_, index) => firstOrder + index)
      for (const id of orders) await post(bridge.sandboxUrl, '/sandbox/orders', anOrder(id))
      const from = performance.now()
      await sideBySide(senders, orders, async (id) => {
        const content = {
          type: 'return.requested',
          timestamp: new Date().toISOString(),
          data: { order: { id }, lines: 'all' },
        }
        const [heard] = await bridge.send(sign({ kind: 'standard', id: `return-${id}`, content }))
        if (heard?.status !== 200) throw new Error(`the return of order ${id} was answered ${heard?.status}`)
      })
      const accepted = performance.now()
      await untilCommented(bridge.sandboxUrl, returns)
      const seconds = (performance.now() - from) / 1_000
      await untilDone(() => listIds(bridge, 'done'), returns)
      return [
        {
          what: 'returns, from the first delivery to the last comment',
          measured: returns / seconds,
          unit: ' a second',
        },
        { what: 'deliveries answered meanwhile', measured: returns / ((accepted - from) / 1_000), unit: ' a second' },
        {
          what: 'orders without exactly one return',
          measured: await countWrong(bridge.sandboxUrl, orders),
          unit: '',
          limit: { atMost: 0 },
        },
      ]
    } finally {
      await bridge.end()
    }
  },
}

async function untilCommented(sandboxUrl: string, returns: number): Promise<void> {
  await within(returns, async () => {
    const { byRoute } = (await (await fetch(`${sandboxUrl}/sandbox/calls`)).json()) as {
      byRoute: Record<string, number>
    }
    return (byRoute['POST /rest/comments'] ?? 0) >= returns
  })
}

/** The last events are saved after their comments. */
const untilDone = (done: () => Promise<string[]>, returns: number): Promise<void> =>
  within(returns, async () => (await done()).length === returns)

async function within(returns: number, check: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + patienceMs(returns); !(await check()); await sleep(pollMs))
    if (performance.now() > until) throw new Error(`${returns} returns were not done in time`)
}

async function countWrong(sandboxUrl: string, sent: readonly number[]): Promise<number> {
  const { orders } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { orders: SandboxOrder[] }
  const parents = ordersOfReturns(orders)
  return sent.filter((id) => parents.filter((parent) => parent === id).length !== 1).length
}

async function post(url: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
