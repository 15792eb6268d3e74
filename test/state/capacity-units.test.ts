import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import { eventsTable, stateTable } from '../../lib/inbox/tables.ts'
import { createDynamoPace } from '../../lib/state/dynamo-pace.ts'
import { createDynamoPauses } from '../../lib/state/dynamo-pauses.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../lib/state/dynamo-session.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { retentionMs } from '../inbox/backends.ts'
import { openTable } from '../inbox/open-table.ts'
import { scrambled } from '../inbox/scrambled.ts'
import { commentSubmitted, createWorld, dueAt, minute, returnRequested, type WorldOptions } from '../workflow/world.ts'
import { keepMs } from './backends.ts'
import { countUnits, type Request } from './capacity-units.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => void (await Promise.all(closing.map((close) => close()))))

/** A bridge at work, warm: it has a token and knows the limits. `counted` answers what the tables were asked meanwhile. */
async function openBridge(options: WorldOptions = {}) {
  const newId = () => crypto.randomUUID()
  const [events, state] = await Promise.all([openTable(eventsTable), openTable(stateTable)])
  closing.push(events.close, state.close)
  const [countedEvents, countedState] = [countUnits(events, eventsTable), countUnits(state, stateTable)]
  const world = createWorld({
    ...options,
    tables: {
      inbox: createDynamoInbox({ ...countedEvents.store, newId, retentionMs }),
      records: createDynamoRecords({ ...countedState.store, newId, keepMs }),
      sessionStore: createDynamoSession(countedState.store),
      pace: createDynamoPace(countedState.store),
      pauses: createDynamoPauses(countedState.store),
    },
  })
  const counted = async (work: () => Promise<unknown>): Promise<Request[]> => {
    const from = [countedEvents.requests.length, countedState.requests.length]
    await work()
    return [...countedEvents.requests.slice(from[0]), ...countedState.requests.slice(from[1])]
  }
  await world.finish(await world.accept('standard', commentSubmitted({ order: { id: 10_003 } }), {}, 'warm'))
  /** `latest`: the event that was accepted last. */
  return { world, counted, latest: { id: '' } }
}

type Bridge = Awaited<ReturnType<typeof openBridge>>

/** Runs an event whenever it is due until it is open no more, or for that long. */
async function workOn({ world, counted }: Bridge, id: string, forMs = Number.POSITIVE_INFINITY): Promise<Request[]> {
  const requests: Request[] = []
  const begun = world.now()
  for (;;) {
    requests.push(...(await counted(() => processEvent(world.workflow, id, world.now() + 2 * minute))))
    const due = dueAt(await world.get(id))
    if (due === undefined || due > begun + forMs) return requests
    await world.advance(Math.max(0, due - world.now()))
  }
}

/** The ids of a delivery are as long as a sender's. */
const keyOf = (number: number) => `b54557e4-bdd9-4b37-8a5f-bf7d70bcd04${number}`

async function accepted(bridge: Bridge, source: string, body: unknown, number = 1, headers = {}) {
  let id = ''
  const requests = await bridge.counted(async () => {
    id = await bridge.world.accept(source, body, headers, keyOf(number))
  })
  bridge.latest.id = id
  return { id, requests }
}

/** From the delivery to the end of its event. */
async function whole(bridge: Bridge, source: string, body: unknown, number = 1, headers = {}): Promise<Request[]> {
  const { id, requests } = await accepted(bridge, source, body, number, headers)
  return [...requests, ...(await workOn(bridge, id))]
}

const sample = JSON.parse(readFileSync(new URL('../../local/samples/shopify/refund.json', import.meta.url), 'utf8'))
// As large as the documented refund of a shop: 13.6 KB, 1.5 KB compressed.
const long = { ...sample, processed_by: scrambled(1_050).toString('base64') }
const ofRefund = { 'x-shopify-topic': 'refunds/create' }
const refund = (bridge: Bridge, body: object) => whole(bridge, 'shopify', body, 1, ofRefund)
const paced = { limits: { readsPerMinute: 80, writesPerMinute: 40 } }

type Kind = {
  kind: string
  options?: WorldOptions
  play: (bridge: Bridge) => Promise<Request[]>
  status?: string
  /** Requests to the tables, and units of writes, of the tables and their indexes. */
  requests: number
  units: number
}

const kinds: Kind[] = [
  { kind: 'a return', play: (bridge) => refund(bridge, sample), status: 'done', requests: 8, units: 12 },
  {
    kind: 'a return of a delivery of 1.5 KB compressed',
    play: (bridge) => refund(bridge, long),
    status: 'done',
    requests: 8,
    units: 15,
  },
  {
    kind: 'a return under limits',
    options: paced,
    play: (bridge) => refund(bridge, sample),
    status: 'done',
    requests: 9,
    units: 13,
  },
  {
    kind: 'a report that is linked to a return',
    play: async (bridge) => {
      await refund(bridge, sample)
      return await whole(bridge, 'standard', returnRequested({ order: { id: 10_001 } }), 2)
    },
    status: 'done',
    requests: 6,
    units: 10,
  },
  {
    kind: 'a comment',
    play: (bridge) => whole(bridge, 'standard', commentSubmitted({})),
    status: 'done',
    requests: 5,
    units: 9,
  },
  {
    kind: 'a second delivery of an event',
    play: async (bridge) => {
      await refund(bridge, sample)
      return (await accepted(bridge, 'shopify', sample, 1, ofRefund)).requests
    },
    requests: 2,
    units: 1,
  },
  {
    kind: 'a fact that another event has reported',
    play: async (bridge) => {
      await refund(bridge, sample)
      return await whole(bridge, 'shopify', sample, 2, ofRefund)
    },
    status: 'ignored',
    requests: 5,
    units: 9,
  },
  {
    kind: 'an event that is held',
    play: (bridge) => whole(bridge, 'standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 9 }] })),
    status: 'held',
    requests: 5,
    units: 10,
  },
  {
    kind: 'a return whose answer is lost',
    play: async (bridge) => {
      await bridge.world.fault({ method: 'POST', path: '/rest/orders', kind: 'drop-after', times: 1 })
      return await refund(bridge, sample)
    },
    status: 'done',
    requests: 14,
    units: 19,
  },
  {
    kind: 'an hour of waiting for an order',
    play: async (bridge) => {
      const { id } = await accepted(bridge, 'shopify', { ...sample, order_id: 6_203_009_999 }, 1, ofRefund)
      return await workOn(bridge, id, 59 * minute)
    },
    status: 'waiting',
    requests: 75,
    units: 61,
  },
]

const total = (requests: readonly Request[], unit: 'write' | 'index' | 'read') =>
  requests.reduce((sum, one) => sum + one[unit], 0)

const shown = (requests: readonly Request[]) =>
  requests.map(({ operation, id, bytes, write, index, read }) => {
    const units = [write && `${write}`, index && `+${index} index`, read && `${read} read`].filter(Boolean).join(' ')
    return `  ${operation} ${id.split('/')[0]} ${bytes} B: ${units}`
  })

describe('what an event costs in requests and units of the tables', () => {
  it.each(kinds)(
    '$kind: $requests requests and $units write units',
    async (one) => {
      const bridge = await openBridge(one.options)
      const requests = await one.play(bridge)
      const units = total(requests, 'write') + total(requests, 'index')
      // Shows where they come from: SHOW_UNITS=1 npx vitest run test/state/capacity-units.test.ts
      if (process.env.SHOW_UNITS)
        console.log([`${one.kind}: ${units} and ${total(requests, 'read')} of reads`, ...shown(requests)].join('\n'))
      if (one.status) expect(await bridge.world.get(bridge.latest.id)).toMatchObject({ status: one.status })
      expect({ requests: requests.length, units }).toEqual({ requests: one.requests, units: one.units })
    },
    120_000,
  )
})
