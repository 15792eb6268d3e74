import { readFileSync } from 'node:fs'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import type { EventStatus } from '../../lib/inbox/event.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { scrambled } from '../../test/inbox/scrambled.ts'
import { commentSubmitted, createWorld, dueAt, minute, returnRequested, type World } from '../../test/workflow/world.ts'
import { type CountedTables, openCountedTables, type Usage } from './count-usage.ts'

/** One event of a kind from its delivery to its end, in a bridge that is logged in and has no other work. */
export type Played = {
  calls: number
  usage: Usage
  bytes: Awaited<ReturnType<CountedTables['bytes']>>
  /** Lines that the worker logged, as JSON without what the log adds. */
  logged: string[]
}

type Deliver = (world: World) => Promise<string>
type Kind = {
  deliver: Deliver
  /** What was there before. */
  before?: Deliver
  /** What goes wrong meanwhile. */
  fault?: object
  /** How it ends; `done` unless it says so. */
  ends?: EventStatus
  /** It stays open: it is played for as long. */
  forMs?: number
}

/** How long a function may run, as deployed. */
const functionMs = 120_000

const lines = [{ sku: 'MUG-BLUE', quantity: 1 }]
const orders = {
  'by id': { order: { id: 10_001 }, lines },
  'by external number': { order: { externalNumber: '6203001001' }, lines },
  'by e-mail': { order: { email: 'ben.muster@example.com' }, lines: [{ sku: 'LAMP-7', quantity: 1 }] },
} as const

const announce =
  (data: object, source = 'form'): Deliver =>
  (world) =>
    world.accept(source, returnRequested({ ...data }))

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
  ...{ type: 'create-order', key: 'order-1' },
  body: {
    ...{ typeId: 1, plentyId: 1, statusId: 3, properties: [{ typeId: 7, value: 'B-1001' }] },
    orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 2, orderItemName: 'Mug', amounts: [] }],
  },
}
const image = { type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }

const look = Object.entries(orders)

/** Every kind of event by its name. */
export const kinds = {
  ...named('a return', (data) => ({ deliver: announce(data) })),
  'a return from a long refund': { deliver: refund(long) },
  ...named('a linked return', (data) => ({ before: announce(data), deliver: announce(data, 'refunds') })),
  'a comment by id': { deliver: (world) => world.accept('form', commentSubmitted({})) },
  'a new order': { deliver: command(newOrder) },
  'a published image': { deliver: command(image) },
} as const satisfies Record<string, Kind>

/** What does not happen to most events. */
const rareKinds = {
  'a second delivery of an event': { before: refund({}, 'same'), deliver: refund({}, 'same') },
  'a duplicate under another key': { before: refund({}, 'first'), deliver: refund({}, 'second'), ends: 'ignored' },
  'an event that is held': {
    deliver: announce({ ...orders['by id'], lines: [{ ...lines[0], quantity: 9 }] }),
    ends: 'held',
  },
  'a lost answer to a return': {
    deliver: announce(orders['by id']),
    fault: { method: 'POST', path: '/rest/orders', kind: 'drop-after', times: 1 },
  },
  'an hour of waiting for an order': {
    deliver: refund({ order_id: 6_203_009_999 }),
    ends: 'waiting',
    forMs: 59 * minute,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds | keyof typeof rareKinds
export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
export const rareKindNames = Object.keys(rareKinds) as (keyof typeof rareKinds)[]

function named<Name extends string>(name: Name, kind: (data: object) => Kind) {
  const all = look.map(([how, data]) => [`${name} ${how}`, kind(data)])
  return Object.fromEntries(all) as Record<`${Name} ${keyof typeof orders}`, Kind>
}

const sources = {
  form: { kind: 'standard' },
  refunds: { kind: 'standard', tells: 'refund' },
  shopify: { kind: 'shopify' },
  commands: { kind: 'standard', translate: ({ payload }: { payload: unknown }) => payload as never },
} as const

/** Plays one event of the kind, under `limits` that the bridge has learnt. Throws if it does not end as it must. No return by e-mail has limits. */
export async function playKind(name: KindName, limits?: Limits): Promise<Played> {
  const kind: Kind = { ...kinds, ...rareKinds }[name]
  const { deliver, before, fault } = kind
  const tables = await openCountedTables()
  try {
    const world = createWorld({ config: { sources }, tables: tables.tables })
    if (limits) await world.control('/sandbox/limits', { method: 'POST', body: limits })
    // Logs in, and learns the limits or that there are none.
    await world.finish(await world.accept('form', commentSubmitted({})))
    // Only the first return of a bridge does not know how long its reads take, and reserves its writes apart.
    if (limits) await world.finish(await announce(orders['by e-mail'])(world))
    if (before) await world.finish(await before(world))
    // Slots that these have taken are no wait of the next one.
    await world.advance(minute)
    await world.control('/sandbox/calls', { method: 'DELETE' })
    if (fault) await world.fault(fault)
    world.logged.length = 0
    tables.reset()
    await runToEnd({ world, tables, kind }, await deliver(world))
    return {
      calls: (await world.calls()).total,
      usage: tables.usage(),
      bytes: await tables.bytes(),
      logged: world.logged.map((line) => JSON.stringify(line)),
    }
  } finally {
    await tables.close()
  }
}

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
