import { describe, expect, it } from 'vitest'
import type { PaceStore } from '../../lib/back-office/pace/state.ts'
import type { ConfigInput } from '../../lib/config/config.ts'
import { released } from '../../lib/inbox/operator-transitions.ts'
import type { ItemId } from '../../lib/state/write-record.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { allOf } from '../../sandbox/contents.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import { demoImages } from '../../sandbox/seed/demo-images.ts'
import { createMemoryPace } from '../memory/memory-stores.ts'
import { mortalPorts, type Stop, type Used } from './mortal.ts'
import { ordersOf } from './new-orders.ts'
import { commentSubmitted, createWorld, dueAt, returnCancelled, returnRequested, type World } from './world.ts'

const runMs = 120_000

type Scenario = {
  title: string
  body: unknown
  config?: ConfigInput
  faults?: object[]
  status: 'done' | 'failed'
  returns: number
  comments: number
  /** New sales orders, and images that become visible. */
  orders?: number
  images?: number
  /** A write whose outcome only a person can decide: somebody looks and releases it. */
  released?: true
  /** Worked on before, by another event. */
  before?: unknown
  /** The order has a return of the same parcel, which somebody has entered. */
  hasReturn?: true
  /** A body that is sent twice is looked for once more, whoever dies between. */
  repeated?: true
}

const bothAtOnce: ConfigInput = {
  sources: {
    standard: {
      kind: 'standard',
      translate: () => [
        { type: 'create-return', order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] },
        { type: 'add-comment', order: { id: 10_001 }, text: 'Told by the shop' },
      ],
    },
    next: { kind: 'standard' },
  },
}
const line = (id: number, itemVariationId: number, sku: string) => ({
  id,
  typeId: 1,
  itemVariationId,
  quantity: 2,
  orderItemName: sku,
  properties: [{ typeId: 98, value: sku }],
})
/** One order is enough: hundreds of worlds are made here. */
const order = {
  id: 10_001,
  typeId: 1,
  statusId: 7,
  orderItems: [line(30_001, 1101, 'MUG-BLUE'), line(30_002, 1102, 'TEAPOT-W')],
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 40 + typeId })),
  addresses: [{ id: 41 }, { id: 42 }],
}
const enteredReturn = {
  ...{ typeId: 3, statusId: 9, ownerId: 12 },
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
  orderItems: [
    {
      ...{ typeId: 1, itemVariationId: 1101, quantity: 1 },
      references: [{ referenceType: 'parent', referenceOrderItemId: 30_001 }],
    },
  ],
}
const onReturns = { method: 'POST', path: '/rest/orders', times: 1 }
const onComments = { method: 'POST', path: '/rest/comments', times: 1 }
const aReturn = { body: returnRequested({ note: 'It leaks' }), status: 'done', returns: 1, comments: 1 } as const
const aCancellation = {
  ...{ body: returnCancelled({ order: { id: 10_001 } }), returns: 1, comments: 2 },
  status: 'done',
} as const
const aComment = { body: commentSubmitted({}), status: 'done', returns: 0, comments: 1 } as const

/** Asked for by the configuration alone; `next` is the number or image of the event that comes after. */
const newOrder = {
  typeId: 1,
  orderItems: [{ typeId: 1, itemVariationId: 1101, quantity: 1 }],
  properties: [{ typeId: 7, value: 'N-1' }],
}
const configured = (command: object): ConfigInput => ({
  sources: { standard: { kind: 'standard', translate: () => [command as never] }, next: { kind: 'standard' } },
})
const anOrder = {
  ...({ body: {}, status: 'done', returns: 0, comments: 0, orders: 1, released: true } as const),
  config: configured({ type: 'create-order', body: newOrder }),
} as const
const anImage = {
  ...({ body: {}, status: 'done', returns: 0, comments: 0, images: 1, released: true } as const),
  config: configured({ type: 'publish-image', itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } }),
} as const
const onImages = { method: 'POST', path: '/rest/items', times: 1 }

const scenarios: Scenario[] = [
  { title: 'a return', ...aReturn },
  { title: 'a return of a parcel that has one', ...aReturn, hasReturn: true },
  {
    title: 'a return of a parcel that has one, whose comment never arrives',
    ...{ ...aReturn, hasReturn: true },
    faults: [{ ...onComments, kind: 'drop-before' }],
  },
  { title: 'a return whose answer is lost', ...aReturn, faults: [{ ...onReturns, kind: 'drop-after' }] },
  { title: 'a return that never arrives', ...aReturn, faults: [{ ...onReturns, kind: 'drop-before' }], repeated: true },
  { title: 'a return that meets the rate limit', ...aReturn, faults: [{ ...onReturns, kind: 'status', status: 429 }] },
  { title: 'a return whose comment is lost', ...aReturn, faults: [{ ...onComments, kind: 'drop-after' }] },
  {
    title: 'a return that is refused',
    ...aReturn,
    faults: [{ ...onReturns, kind: 'status', status: 422, times: 2 }],
    status: 'failed',
    returns: 0,
    comments: 0,
  },
  { title: 'a return of a parcel', ...aReturn, body: returnRequested({ parcel: 'R1' }) },
  { title: 'a cancelled parcel whose return stands', ...aCancellation, before: returnRequested({ parcel: 'R1' }) },
  { title: 'a cancelled parcel before its return', ...aCancellation, returns: 0, comments: 1 },
  {
    title: 'a cancelled parcel whose return stands, and whose comment is lost',
    ...{ ...aCancellation, before: returnRequested({ parcel: 'R1' }) },
    faults: [{ ...onComments, kind: 'drop-after' }],
  },
  { title: 'lines that nobody named', ...aComment, body: returnRequested({ lines: [{ shopLine: '1', quantity: 1 }] }) },
  { title: 'a comment', ...aComment },
  { title: 'a comment that never arrives', ...aComment, faults: [{ ...onComments, kind: 'drop-before' }] },
  { title: 'a comment that meets a limit', ...aComment, faults: [{ ...onComments, kind: 'status', status: 429 }] },
  { title: 'a return and a comment of one event', ...aReturn, config: bothAtOnce, comments: 2 },
  { title: 'a new order', ...anOrder },
  { title: 'a new order whose answer is lost', ...anOrder, faults: [{ ...onReturns, kind: 'drop-after' }] },
  { title: 'a lost new order, released', ...anOrder, faults: [{ ...onReturns, kind: 'drop-before' }], repeated: true },
  { title: 'a new order that meets a limit', ...anOrder, faults: [{ ...onReturns, kind: 'status', status: 429 }] },
  { title: 'an image', ...anImage },
  { title: 'an image whose answer is lost', ...anImage, faults: [{ ...onImages, kind: 'drop-after' }] },
]

const demoImage = demoImages.find(({ id }) => id === 7002) as (typeof demoImages)[number]
const imageRoute = 'POST /rest/items/{itemId}/images/{imageId}/availabilities'
const itemIds: readonly ItemId[] = ['order#10001', 'number#N-1', 'image#901/7002/mandant/1']
type Begun = { world: World; id: string; scenario: Scenario; pace: PaceStore }

async function begin(scenario: Scenario): Promise<Begun> {
  const { config, faults = [], body } = scenario
  const pace = createMemoryPace()
  const world = createWorld({
    seed: 'empty',
    config: config ?? { sources: { standard: { kind: 'standard' }, next: { kind: 'standard' } } },
    tables: { pace },
  })
  putOrder(world.sandbox.world.store, order, world.now())
  if (scenario.hasReturn) putOrder(world.sandbox.world.store, enteredReturn, world.now())
  world.sandbox.world.store.images.put({ ...demoImage })
  if (scenario.before) await world.deliver('standard', scenario.before)
  for (const fault of faults) await world.fault(fault)
  return { world, id: await world.accept('standard', body), scenario, pace }
}

/** The uses of a port in order, and what wakes the processes that stopped: each then goes on to its end. */
type Life = { names: string[]; wakeStopped: () => Promise<void> }

/**
 * Runs the event whenever it is due; a process that stops is dead, and the next one begins when the event is due again. `used` hears
 * of the uses of the process that outlives them all.
 */
async function live({ world, id, scenario }: Begun, stops: readonly Stop[], used?: Used): Promise<Life> {
  const left = [...stops]
  const names: string[] = []
  const stopped: { wake: () => void; work: Promise<unknown> }[] = []
  const wakeStopped = async () => {
    for (const { wake, work } of stopped) {
      wake()
      await work
    }
  }
  let process: { workflow: Workflow; mortal: ReturnType<typeof mortalPorts> } | undefined
  for (let runs = 0; runs < 60; runs += 1) {
    if (!process) {
      const stop = left.shift()
      const mortal = mortalPorts(world.ports, stop ? { stop } : { used })
      process = { mortal, workflow: world.newProcess(mortal.ports) }
    }
    const { mortal } = process
    const work = processEvent(process.workflow, id, world.now() + runMs)
    const how = await Promise.race([work, mortal.stopped])
    if (how === 'stopped') {
      names.push(...mortal.names)
      stopped.push({ wake: mortal.wake, work })
      process = undefined
    }
    const event = await world.get(id)
    const at = dueAt(event)
    if (at === undefined && scenario.released && event.reason?.code === 'outcome_unclear') await release(world, id)
    else if (at === undefined) return { names: [...names, ...(process?.mortal.names ?? [])], wakeStopped }
    else await world.advance(Math.max(0, at - world.now()))
  }
  throw new Error(`event ${id} is still open`)
}

async function release(world: World, id: string) {
  const event = await world.get(id)
  const next = released(event, { now: world.now(), writeId: `released-${world.now()}`, note: 'it is not there' })
  await world.workflow.inbox.save(event, next)
}

/** Nothing lost, nothing twice, and the order is nobody's any more. */
async function outcome({ world, id, scenario: { repeated } }: Begun) {
  const { status, progress } = await world.get(id)
  const made = Object.values(progress)
  const returns = await world.returnsOf(10_001)
  const comments = await world.commentsOf(10_001)
  const newOrders = await ordersOf(world, 'N-1')
  const image = world.sandbox.world.store.images.get(demoImage.id)
  const posts = world.sandbox.world.calls.get(imageRoute) ?? 0
  const items = await Promise.all(itemIds.map((item) => world.workflow.records.get(item)))
  const records = items.flatMap((item) => Object.values(item?.records ?? {}))
  return {
    status,
    returns: returns.length,
    comments: comments.length,
    recorded: made.flatMap(({ returnId }) => returnId ?? []).length,
    linked: made.filter(({ linked }) => linked).length,
    orders: newOrders.length,
    ordersRecorded: made.filter(({ createdOrderId }) => createdOrderId === newOrders[0]?.id && newOrders[0]).length,
    images: image?.availabilities.length,
    imagesSent: Math.min(posts, 2),
    imagesRecorded: made.filter(({ publishedImageId }) => publishedImageId !== undefined).length,
    held: items.some((item) => item?.lock !== undefined) || records.some(({ state }) => state === 'sent'),
    ...(repeated && { isToBeLookedAt: records.some((record) => 'secondLookAt' in record) }),
  }
}

/** How the next event about the same order ends. */
async function next({ world }: Begun) {
  world.sandbox.world.faults = []
  const body = returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] })
  return (await world.deliver('next', body)).status
}

const expected = ({ status, returns, comments, orders = 0, images = 0, hasReturn, repeated, before }: Scenario) => ({
  status,
  returns,
  comments,
  recorded: before ? 0 : returns,
  linked: hasReturn ? 1 : 0,
  orders,
  ordersRecorded: orders,
  images,
  imagesSent: images,
  imagesRecorded: images,
  held: false,
  ...(repeated && { isToBeLookedAt: false }),
})

/** All uses of a port, in order, when nothing is stopped. */
const boundaries = async (scenario: Scenario): Promise<string[]> => (await live(await begin(scenario), [])).names

const both = ['before', 'after'] as const
/** After each use; before the next one is the same moment, so only the first has one before it. */
const stopsOver = (names: readonly string[]): (Stop & { name: string })[] =>
  names.flatMap((name, index) =>
    both.filter((when) => when === 'after' || index === 0).map((when) => ({ call: index + 1, when, name })),
  )

/**
 * The stops of a story. One with a fault has the same way as the one without until its item is locked, and whoever is stopped
 * on it leaves the same behind: of these stops it has the last, which leaves most, and the same one without the fault has them all.
 */
const stopsOf = async (scenario: Scenario) => {
  const names = await boundaries(scenario)
  const first = scenario.faults ? names.indexOf('records.lock') : 0
  return stopsOver(names).filter(({ call }) => call >= first)
}

/** Everything that whoever comes after a process finds of it. */
async function leftBehind({ world, id, pace }: Begun): Promise<string> {
  const { store, sessions, faults, windows } = world.sandbox.world
  const { inbox, records, sessionStore } = world.ports
  const tables = [await inbox.get(id), await records.get('order#10001'), await sessionStore.read(), await pace.read()]
  return JSON.stringify([world.now(), tables, allOf(store), [...sessions], faults, [...windows]])
}

/**
 * After those uses of the last process that changed anything. Stopped after one of the others it leaves what was there before that:
 * nobody who comes after can tell the two.
 */
async function stopsThatDiffer(scenario: Scenario, stops: readonly Stop[]): Promise<Stop[]> {
  const begun = await begin(scenario)
  const differ: Stop[] = []
  let before = ''
  await live(begun, stops, async (call) => {
    const after = await leftBehind(begun)
    if (after !== before) differ.push({ call, when: 'after' })
    before = after
  })
  return differ
}

describe('a process stopped at any boundary', () => {
  it('is not stopped in the undisturbed run, which passes through every kind of boundary', async () => {
    const names = await boundaries(scenarios[0] as Scenario)
    for (const name of ['inbox.claim', 'inbox.save', 'records.lock', 'records.save']) expect(names).toContain(name)
    for (const name of ['POST /rest/login', 'POST /rest/orders', 'POST /rest/comments', 'GET /rest/orders'])
      expect(names).toContain(name)
  })

  it.each(scenarios.filter(({ faults }) => faults))(
    'has the same way to its lock as without its fault: $title',
    async (scenario) => {
      const wayOf = (names: string[]) => names.slice(0, names.indexOf('records.lock') + 1)
      const isUndisturbed = ({ faults, body, config }: Scenario) =>
        !faults && body === scenario.body && config === scenario.config
      const undisturbed = scenarios.find(isUndisturbed) as Scenario
      expect(wayOf(await boundaries(scenario))).toEqual(wayOf(await boundaries(undisturbed)))
    },
  )

  it.each(scenarios)(
    'leaves exactly what was asked for, and can do nothing where it wakes after its lease: $title',
    async (scenario) => {
      for (const stop of await stopsOf(scenario)) {
        const begun = await begin(scenario)
        const { wakeStopped } = await live(begun, [stop])
        expect({ stop, ...(await outcome(begun)) }).toEqual({ stop, ...expected(scenario) })
        await wakeStopped()
        const woken = { stop, ...(await outcome(begun)), next: await next(begun) }
        expect(woken).toEqual({ stop, ...expected(scenario), next: 'done' })
      }
    },
    240_000,
  )

  it('and killed again at any boundary of the next run leaves exactly one return and one comment', async () => {
    const scenario = scenarios[0] as Scenario
    let tried = 0
    for (const first of await stopsThatDiffer(scenario, [])) {
      for (const second of await stopsThatDiffer(scenario, [first])) {
        const stops = [first, second]
        const begun = await begin(scenario)
        await live(begun, stops)
        const left = { stops, ...(await outcome(begun)), next: await next(begun) }
        expect(left).toEqual({ stops, ...expected(scenario), next: 'done' })
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(100)
  }, 240_000)
})
