import { toAttributes } from '../../lib/aws/attribute-value.ts'
import { createExchange } from '../../lib/aws/exchange.ts'
import { awsServices, createSignedCall, type SignedCall } from '../../lib/aws/signed-call.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { toItem } from '../../lib/inbox/event-item.ts'
import { listShardOf, orderKey, wakeKeysOf } from '../../lib/inbox/shards.ts'
import { accepted, changed } from '../../lib/inbox/transitions.ts'
import type { OpenTable } from '../../test/inbox/open-table.ts'

const second = 1_000
/** When the newest event came. */
export const newestAt = Date.parse('2026-03-02T09:00:00Z')
export const rareSource = 'rare'
/** An order with as many events in every table. */
export const busyOrder = { id: 777, events: 5 } as const

/** As many of each are stored, however many events there are besides: open ones that are due, and what needs a person. */
export const standing = { ready: 40, held: 20, failed: 20 } as const
/** For one batch, on a busy machine. */
const patienceMs = 60_000
/** What one BatchWriteItem takes, and how many run side by side. */
const [batch, sideBySide] = [25, 4]

type Kind = keyof typeof standing | 'done'
type Items = Readonly<Record<Kind, object>>

/** Stores `count` events, one a second, by the columns that the inbox writes. Nearly all of them are done. */
export async function storeEvents(store: OpenTable, count: number): Promise<void> {
  const call = callOf(store)
  const items = itemsOf()
  let next = 0
  const work = async () => {
    while (next < count) {
      const from = next
      next = Math.min(count, from + batch)
      const puts = Array.from({ length: next - from }, (_, at) => ({ PutRequest: { Item: itemAt(from + at, items) } }))
      await putAll(call, store.table, puts)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
}

async function putAll(call: SignedCall, table: string, puts: readonly object[]): Promise<void> {
  const { UnprocessedItems = {} } = await call('BatchWriteItem', { RequestItems: { [table]: puts } })
  if (Object.keys(UnprocessedItems as object).length > 0) throw new Error(`${table} did not take all events of a batch`)
}

/** Signed without the SDK, which would take longer than the table. */
const callOf = ({ url }: OpenTable): SignedCall =>
  createSignedCall({
    service: awsServices.dynamoDb,
    access: { url, region: 'eu-central-1', accessKeyId: 'local', secretAccessKey: 'local', sessionToken: undefined },
    exchange: createExchange({ timeoutMs: patienceMs }),
    ...{ now: Date.now, sleep: async () => {}, random: Math.random },
  })

/** One event of each kind as an item; what differs between events of a kind is set for each. */
function itemsOf(): Items {
  const delivery = { body: Buffer.from('{"type":"return.requested"}'), headers: { 'webhook-id': 'msg-1' } }
  const ready = accepted({ id: 'standard/0', source: 'standard', delivery, now: newestAt, hintMs: 0 }, 'write-0')
  const moment = { now: newestAt, writeId: 'write-1' }
  const as = (status: InboxEvent['status']) => changed(ready, moment, { status, fields: {}, entry: undefined })
  const kinds = { ready, held: as('held'), failed: as('failed'), done: as('done') }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, event]) => [kind, toAttributes(toItem(event, 30 * 86_400 * second))]),
  ) as Items
}

function itemAt(index: number, items: Items): object {
  const kind = kindAt(index)
  const source = index % 500 === 499 ? rareSource : 'standard'
  const id = `${source}/msg-${index}`
  // The oldest have the lowest numbers; `newestAt` is that of the first, so that all tables end at the same time.
  const receivedAt = newestAt - index * second
  const orderId = index % 200 === 150 && index < 200 * busyOrder.events ? busyOrder.id : 100_000 + index
  const times = { wakeAt: receivedAt, endedAt: receivedAt, updatedAt: receivedAt }
  const own = {
    id,
    source,
    receivedAt,
    updatedAt: receivedAt,
    listShard: listShardOf(id),
    orderId,
    orderKey: orderKey(orderId),
  }
  return {
    ...items[kind],
    ...toAttributes({ ...own, ...(kind === 'done' ? {} : wakeKeysOf({ id, status: kind, ...times })) }),
  }
}

/** The standing ones are spread over the newest thousand. */
function kindAt(index: number): Kind {
  const place = index % 25
  if (index >= 1_000) return 'done'
  if (place === 7) return 'ready'
  if (place === 13) return index % 50 === 13 ? 'held' : 'failed'
  return 'done'
}
