import { setTimeout as sleep } from 'node:timers/promises'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { readBanner, spawnProgram } from '../../test/local/program.ts'
import type { Part } from './part.ts'

const [returns, senders, firstOrder] = [300, 8, 50_001]
const [startMs, patienceMs, pollMs] = [60_000, 660_000, 100]

/** Returns through the whole of `npm start`: webhook, stream, worker, and a sandbox without limits. Each delivery comes twice. */
export const endToEnd: Part = {
  says: `${returns} returns from their deliveries to their comments, through \`npm start\``,
  async measure() {
    const env = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }
    const program = spawnProgram('local/start.mjs', [], env)
    try {
      const { url, sandboxUrl = '' } = await readBanner(program, startMs)
      const orders = Array.from({ length: returns }, (_, index) => firstOrder + index)
      for (const id of orders) await post(`${sandboxUrl}/sandbox/orders`, JSON.stringify(anOrder(id)))
      const from = performance.now()
      const queue = [...orders, ...orders].values()
      const deliver = senderTo(url)
      const send = async () => {
        for (const id of queue) await deliver(id)
      }
      await Promise.all(Array.from({ length: senders }, send))
      await untilDone(url)
      const seconds = (performance.now() - from) / 1_000
      const { lost, doubled } = await judge(sandboxUrl, orders)
      return [
        {
          what: 'returns, from the first delivery until all are done',
          figures: [{ measured: returns / seconds, unit: ' a second' }],
        },
        {
          what: 'returns and comments lost or doubled, each delivered twice',
          figures: [
            { measured: lost, unit: ' lost', limit: { atMost: 0 } },
            { measured: doubled, unit: ' doubled', limit: { atMost: 0 } },
          ],
        },
      ]
    } finally {
      await program.stop('SIGKILL')
    }
  },
}

/** An order of one article that can be returned. */
const anOrder = (id: number) => ({
  id,
  typeId: 1,
  statusId: 7,
  plentyId: 1,
  referrerId: 9,
  properties: [{ typeId: 7, value: `E-${id}` }],
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: id })),
  addresses: [{ id, options: [] }],
  orderItems: [
    { itemVariationId: 1101, quantity: 1, orderItemName: 'Mug', properties: [{ typeId: 98, value: 'MUG' }] },
  ],
})

/** Sends the delivery about an order, signed as its sender does, with the demo secret. */
function senderTo(url: string): (orderId: number) => Promise<void> {
  const source = sourceOfKind('standard')
  const [secret] = readSecrets(secretsFile).sources.standard ?? []
  if (!source || secret === undefined) throw new Error('the demo has no source standard')
  return async (orderId) => {
    const timestamp = new Date().toISOString()
    const content = { type: 'return.requested', timestamp, data: { order: { id: orderId }, lines: 'all' } }
    const unsigned = {
      method: 'POST',
      path: `/${source.family}/standard`,
      body: Buffer.from(JSON.stringify(content)),
      contentType: 'application/json',
      id: `return-${orderId}`,
      nowMs: Date.now(),
    }
    const { path, headers } = source.sign(unsigned, secret)
    await post(`${url}${path}`, JSON.stringify(content), headers)
  }
}

async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, { method: 'POST', headers: all, body })
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { result?: { open?: number } }
}

async function untilDone(url: string): Promise<void> {
  const stats = JSON.stringify({ command: 'stats' })
  for (const until = performance.now() + patienceMs; ; await sleep(pollMs)) {
    if ((await post(`${url}/operator`, stats)).result?.open === 0) return
    if (performance.now() > until) throw new Error(`${returns} returns were not done in time`)
  }
}

type State = {
  orders: { typeId: number; orderReferences: { referenceOrderId: number }[] }[]
  comments: { referenceValue: number; text: string }[]
}

/** How many returns and comments are missing, and how many are too many. */
async function judge(sandboxUrl: string, orders: readonly number[]): Promise<{ lost: number; doubled: number }> {
  const state = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as State
  const parents = state.orders.flatMap(({ typeId, orderReferences }) =>
    typeId === 3 ? orderReferences.map(({ referenceOrderId }) => referenceOrderId) : [],
  )
  const commented = state.comments.flatMap(({ text, referenceValue }) =>
    text.includes('[bridge:') ? [referenceValue] : [],
  )
  const counts = [parents, commented].flatMap((ids) => {
    const byOrder = Map.groupBy(ids, (id) => id)
    return orders.map((id) => byOrder.get(id)?.length ?? 0)
  })
  return {
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
  }
}
