import { readFileSync } from 'node:fs'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import type { EventStatus } from '../../lib/inbox/event.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { scrambled } from '../inbox/scrambled.ts'
import { commentSubmitted, createWorld, dueAt, minute, returnRequested, type World } from '../workflow/world.ts'
import type { Request } from './capacity-units.ts'
import { type CountedTables, openCountedTables, type Usage } from './counted-tables.ts'

/** What an event takes: requests to the back office, requests to the tables, and write units of tables and indexes. */
export type Takes = { calls: number; requests: number; writeUnits: number }
type Deliver = (world: World) => Promise<string>

/** A kind of event, played from its delivery to its end, in a bridge that is at work, logged in and knows the limits. */
export type Kind = {
  name: string
  takes: Takes
  deliver: Deliver
  /** What was there before. */
  before?: Deliver
  /** Of the back office; none unless given. */
  limits?: Limits
  /** What goes wrong meanwhile. */
  fault?: object
  /** How it ends; `done` unless given. */
  ends?: EventStatus
  /** It stays open: it is played for as long. */
  forMs?: number
}

const lines = [{ sku: 'MUG-BLUE', quantity: 1 }]
const byId = { order: { id: 10_001 }, lines }
const byNumber = { order: { externalNumber: '6203001001' }, lines }
const byEmail = { order: { email: 'ben.muster@example.com' }, lines: [{ sku: 'LAMP-7', quantity: 1 }] }

const announce =
  (data: object, source = 'form'): Deliver =>
  (world) =>
    world.accept(source, returnRequested({ ...data }))

/** What a shop approves, once its order has named its lines. */
const ofParcel = {
  ...{ order: { externalNumber: '6203001001' }, parcel: 'return/1', parcelName: '#1001-R1' },
  lines: [{ shopLine: '14466711224562', quantity: 1, parcelLine: '21' }],
}
const namesLines: Deliver = async (world) => {
  const known = { lines: { 14466711224562: { sku: 'MUG-BLUE', name: 'Mug' } }, now: world.now() }
  await world.workflow.inbox.learnLines('form', { externalNumber: '6203001001', ...known })
  return await comment(world)
}
const cancellation: Deliver = (world) =>
  world.accept('form', { type: 'return.cancelled', data: { parcel: 'return/1', parcelName: '#1001-R1' } })

const comment: Deliver = (world) => world.accept('form', commentSubmitted({}))

/** A small refund of a shop, with more or other content. */
function refund(more: object = {}, key?: string): Deliver {
  const file = new URL('../../local/samples/shopify/refund.json', import.meta.url)
  const body = { ...JSON.parse(readFileSync(file, 'utf8')), ...more }
  return (world) => world.accept('shopify', body, { 'x-shopify-topic': 'refunds/create' }, key)
}

/** As large as the documented one: 13.6 KB, 1.5 KB compressed. */
const long = { processed_by: scrambled(1_050).toString('base64') }

const command =
  (given: object): Deliver =>
  (world) =>
    world.accept('commands', [given])

const newOrder = {
  type: 'create-order',
  key: 'order-1',
  body: {
    typeId: 1,
    plentyId: 1,
    statusId: 3,
    properties: [{ typeId: 7, value: 'B-1001' }],
    orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 2, orderItemName: 'Mug', amounts: [] }],
  },
}
const image = { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }
const limits = { readsPerMinute: 80, writesPerMinute: 40 }
const linked = (data: object) => ({ before: announce(data), deliver: announce(data, 'refunds') })
const takes = (calls: number, requests: number, writeUnits: number): Takes => ({ calls, requests, writeUnits })

/** Every kind with what it takes. The calls are those that the design allows. */
export const kinds: readonly Kind[] = [
  { name: 'a return by id', takes: takes(4, 7, 11), deliver: announce(byId) },
  { name: 'a return by external number', takes: takes(4, 8, 12), deliver: announce(byNumber) },
  { name: 'a return by e-mail', takes: takes(5, 8, 12), deliver: announce(byEmail) },
  { name: 'a return from a long refund', takes: takes(4, 8, 15), deliver: refund(long) },
  { name: 'a return by id, under limits', takes: takes(4, 8, 12), limits, deliver: announce(byId) },
  { name: 'a return by external number, under limits', takes: takes(4, 9, 13), limits, deliver: announce(byNumber) },
  { name: 'a long refund, under limits', takes: takes(4, 9, 16), limits, deliver: refund(long) },
  { name: 'a linked return by id', takes: takes(3, 6, 10), ...linked(byId) },
  { name: 'a linked return by external number', takes: takes(3, 7, 11), ...linked(byNumber) },
  { name: 'a linked return by e-mail', takes: takes(4, 7, 11), ...linked(byEmail) },
  {
    name: 'a return of a parcel, by lines of the shop',
    ...{ takes: takes(4, 10, 13), before: namesLines, deliver: announce(ofParcel) },
  },
  {
    name: 'the same, under limits',
    ...{ takes: takes(4, 11, 14), limits, before: namesLines, deliver: announce(ofParcel) },
  },
  {
    name: 'a parcel that the shop cancels, and whose return stands',
    takes: takes(2, 9, 13),
    before: announce({ ...byNumber, parcel: 'return/1' }),
    deliver: cancellation,
  },
  { name: 'a comment by id', takes: takes(1, 5, 9), deliver: comment },
  { name: 'a new order', takes: takes(2, 6, 10), deliver: command(newOrder) },
  { name: 'a published image', takes: takes(2, 6, 9), deliver: command(image) },
  {
    name: 'a second delivery of an event',
    takes: takes(0, 2, 1),
    before: refund({}, 'same'),
    deliver: refund({}, 'same'),
  },
  {
    name: 'a duplicate under another key',
    takes: takes(1, 5, 9),
    before: refund({}, 'first'),
    deliver: refund({}, 'second'),
    ends: 'ignored',
  },
  {
    name: 'an event that is held',
    takes: takes(2, 5, 10),
    deliver: announce({ ...byId, lines: [{ ...lines[0], quantity: 9 }] }),
    ends: 'held',
  },
  {
    name: 'a return whose answer is lost',
    takes: takes(7, 13, 18),
    deliver: announce(byId),
    fault: { method: 'POST', path: '/rest/orders', kind: 'drop-after', times: 1 },
  },
  {
    name: 'an hour of waiting for an order',
    takes: takes(15, 76, 64),
    deliver: refund({ order_id: 6_203_009_999 }),
    ends: 'waiting',
    forMs: 59 * minute,
  },
]

const sources = {
  form: { kind: 'standard' },
  refunds: { kind: 'standard', tells: 'refund' },
  shopify: { kind: 'shopify' },
  commands: { kind: 'standard', translate: ({ payload }: { payload: unknown }) => payload as never },
} as const

export type Played = {
  takes: Takes
  usage: Usage
  bytes: Awaited<ReturnType<CountedTables['bytes']>>
  /** Each request to the tables. */
  requests: Request[]
  /** Lines that the worker logged, as JSON without what the log adds. */
  logged: string[]
}

/** Plays one event of a kind. Throws if it does not end as it must. */
export async function playKind(kind: Kind): Promise<Played> {
  const { deliver, before, fault, limits } = kind
  const tables = await openCountedTables()
  try {
    const world = createWorld({ config: { sources }, tables: tables.tables })
    if (limits) await world.control('/sandbox/limits', { method: 'POST', body: limits })
    // Logs in, and learns the limits or that there are none.
    await world.finish(await comment(world))
    // Only the first return of a bridge does not know how long its reads take, and reserves its writes apart.
    if (limits) await world.finish(await announce(byEmail)(world))
    if (before) await world.finish(await before(world))
    // Slots that these have taken are no wait of the next one.
    await world.advance(minute)
    // What an operator paused is read once in five seconds, however many events there are: it is not the event's own.
    await world.workflow.pauses?.known()
    await world.control('/sandbox/calls', { method: 'DELETE' })
    if (fault) await world.fault(fault)
    world.logged.length = 0
    tables.reset()
    await runToEnd({ world, tables, kind }, await deliver(world))
    const usage = tables.usage()
    return {
      takes: { calls: (await world.calls()).total, requests: usage.requests, writeUnits: usage.writeUnits },
      usage,
      bytes: await tables.bytes(),
      requests: tables.requests(),
      logged: world.logged.map((line) => JSON.stringify(line)),
    }
  } finally {
    await tables.close()
  }
}

/** How long a function may run, as deployed. */
const functionMs = 120_000
/** More are no kind of event any more, but a fault. */
const mostRuns = 8
type Run = { world: World; tables: CountedTables; kind: Kind }

/** Runs an event whenever it is due, as the schedule would; not at all if its delivery was known. */
async function runToEnd({ world, tables, kind }: Run, id: string): Promise<void> {
  const { ends = 'done', forMs } = kind
  const until = world.now() + (forMs ?? 0)
  const look = () => tables.look(() => world.get(id))
  let event = await look()
  for (let runs = 0; forMs === undefined ? event.status !== ends : true; runs += 1) {
    const next = dueAt(event)
    if (forMs !== undefined && next !== undefined && next > until) break
    if (next === undefined || (forMs === undefined && runs === mostRuns))
      throw new Error(`${id} is ${event.status} after ${runs} runs: ${event.reason?.code ?? ''}`)
    // The stream brings a new event at once.
    if (runs > 0) await world.advance(Math.max(0, next - world.now()))
    await processEvent(world.workflow, id, world.now() + functionMs)
    event = await look()
  }
  if (event.status !== ends) throw new Error(`${id} is ${event.status}, not ${ends}`)
}
