import { describe, expect, it } from 'vitest'
import { audit } from '../../../lib/audit/audit.ts'
import type { ConfigInput } from '../../../lib/config/config.ts'
import {
  aReturnLine,
  createWorld,
  minute,
  putReturn,
  putSale,
  restate,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../world.ts'

const [orderId, otherHalf, mugLine] = [88_000, 88_001, 1]
const order = { externalNumber: '5550001' }
const sources = {
  shopify: { kind: 'shopify' },
  refunding: { kind: 'shopify', returns: 'refunded' },
  portal: { kind: 'sendcloud', returnStatus: { announced: 9.3 } },
  form: { kind: 'standard' },
  withdrawing: { kind: 'standard', withdrawals: 'return' },
} as const satisfies ConfigInput['sources']
const returnStatus = { announced: 9.3, received: 5.5 }

const item = (id: number, sku: string, quantity: number) => ({
  ...{ id, typeId: 1, itemVariationId: 1101, quantity, orderItemName: sku },
  properties: [{ typeId: 98, value: sku }],
})
const properties = [{ typeId: 7, value: order.externalNumber }]

/** An order of two mugs; the shop has named its lines: 11 is the mug, 12 an article that it sends in exchange. */
async function sold(isKnown: boolean): Promise<World> {
  const world = createWorld({ config: { sources, returnStatus, shippedFrom: 7 } })
  await putSale(world, [item(mugLine, 'MUG', 2)], { properties })
  const learnt = { ...order, lines: { 11: { sku: 'MUG' }, 12: { sku: 'NEW' } }, now: world.now() }
  if (isKnown) await world.workflow.inbox.learnLines('shopify', learnt)
  return world
}

type Delivery = { source: keyof typeof sources; body: object; topic?: string }
/** What arrives, or what a person does in the back office. */
type Step = Delivery | ((world: World) => Promise<unknown>)

const numberOf = (parcel: string) => Number(parcel.slice(1))
const line = (parcel: string, quantity: number, more: object = {}) => ({
  ...{ id: 90 + numberOf(parcel), quantity, fulfillment_line_item: { line_item: { id: 11 } } },
  ...more,
})
const ofShop = (topic: string, body: object): Delivery => ({ source: 'shopify', topic, body })
const told =
  (step: string, status: string) =>
  (parcel: string, pieces = 1, more: object = {}) =>
    ofShop(`returns/${step}`, {
      ...{ id: numberOf(parcel), name: `#1001-${parcel}`, status, order: { id: 5550001 } },
      ...{ return_line_items: [line(parcel, pieces)], ...more },
    })
const [request, approve, decline] = [told('request', 'requested'), told('approve', 'open'), told('decline', 'declined')]
const [approveLate, cancel] = [told('approve', 'canceled'), told('cancel', 'canceled')]
const [close, reopen] = [told('close', 'closed'), told('reopen', 'open')]
const process = (parcel: string, pieces = 1, processed_quantity = pieces) =>
  told('process', 'open')(parcel, pieces, { return_line_items: [line(parcel, pieces, { processed_quantity })] })
const update = (parcel: string, delta = 1) =>
  ofShop('returns/update', {
    admin_graphql_api_id: `gid://shopify/Return/${numberOf(parcel)}`,
    return_line_items: {
      removals: [{ admin_graphql_api_id: `gid://shopify/ReturnLineItem/${90 + numberOf(parcel)}`, delta }],
    },
  })
/** Of a return of the shop its lines say nothing of the stock. */
const refund = (parcel?: string, id = 500 + numberOf(parcel ?? 'R0'), more: object = {}) =>
  ofShop('refunds/create', {
    ...{ id, order_id: 5550001, return: parcel ? { id: numberOf(parcel) } : null },
    refund_line_items: [
      { quantity: 1, restock_type: parcel ? 'no_restock' : 'return', line_item: { id: 11, sku: 'MUG' } },
    ],
    ...more,
  })
const money = (id: number, more: object) => refund(undefined, id, { refund_line_items: [], ...more })
const refunding = (delivery: Delivery): Delivery => ({ ...delivery, source: 'refunding' })
const mugs = (quantity = 1) => ({ order, lines: [{ sku: 'MUG', quantity }] })
const form = (pieces = 1): Delivery => ({ source: 'form', body: returnRequested(mugs(pieces)) })
const withdrawal: Delivery = { source: 'withdrawing', body: withdrawalDeclared(mugs()) }
const portal = (id: string): Delivery => {
  const data = { id: numberOf(id), order_number: order.externalNumber, items: [{ sku: 'MUG', quantity: 1 }] }
  return { source: 'portal', body: { action: 'return_created', data } }
}

const byHand =
  (quantity = 1) =>
  (world: World) => {
    const orderItems = [aReturnLine(mugLine, 1101, quantity)]
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
    return putReturn(world, { ownerId: 12, orderReferences, orderItems })
  }
const cancelFirst = async (world: World) => await restate(world, (await world.returnsOf(orderId))[0]?.id ?? 0, 8)
const unshipped = (world: World) => restate(world, orderId, 3)
const cancelOrder = (world: World) => restate(world, orderId, 8)
const importAnew = (world: World) => putSale(world, [item(mugLine, 'MUG', 2)], { id: otherHalf, properties })
const split = async (world: World) => {
  await putSale(world, [item(mugLine, 'MUG', 1), item(6, 'POT', 1)], { properties })
  await putSale(world, [item(5, 'MUG', 1)], { id: otherHalf, properties })
}

type Row = {
  row: string
  steps: readonly Step[]
  /** Pieces of each return that stands, the oldest first. */
  returns: readonly number[]
  comments: number
  /** The returns that each delivery is in, the oldest of the order 1. Where not said, each is in the first, if any. */
  places?: readonly string[]
  /** Where not each of them ends `done`. */
  ends?: Readonly<Record<number, string>>
  isFound?: true
  isKnown?: false
  /** An update of a parcel that nobody knows yet is of no order: told again after the approval, it counts as one after it. */
  isLate?: false
  /** The returns that may come of these in any order. */
  anyOrder?: readonly (readonly number[])[]
}

const [unheard, ended, again] = ['ignored topic_not_mapped', 'ignored parcel_ended', 'ignored already_done'] as const

const rows: readonly Row[] = [
  {
    row: '1',
    steps: [request('R1'), approve('R1'), process('R1'), refund('R1'), close('R1')],
    returns: [1],
    comments: 4,
    ends: { 4: unheard },
  },
  { row: '2', steps: [approve('R1'), refund('R1')], returns: [1], comments: 2, anyOrder: [[1]] },
  { row: '3', steps: [refund('R1'), approve('R1')], returns: [1], comments: 2 },
  {
    row: '3, and the approval tells more',
    places: ['1', '1 and 2'],
    steps: [refund('R1'), approve('R1', 2)],
    returns: [1, 1],
    comments: 2,
  },
  { row: '4', steps: [approve('R1', 2), refund('R1', 1), refund('R1', 2)], returns: [2], comments: 3 },
  {
    row: '5',
    places: ['1', '2'],
    steps: [refund('R1', 1), refund('R1', 2)].map(refunding),
    returns: [1, 1],
    comments: 2,
  },
  {
    row: '6',
    places: ['1', '2', '2', '1'],
    steps: [approve('R1'), approve('R2'), refund('R2'), refund('R1')],
    returns: [1, 1],
    comments: 4,
    anyOrder: [[1, 1]],
  },
  { row: '7', steps: [approve('R1'), cancel('R1')], returns: [1], comments: 2, isFound: true },
  { row: '8', steps: [approve('R1'), cancel('R1'), approve('R2')], returns: [1], comments: 3 },
  {
    row: '8, of two pieces one',
    steps: [approve('R1', 2), cancel('R1'), approve('R2')],
    returns: [2],
    comments: 3,
    isFound: true,
  },
  {
    row: '9',
    places: ['1', '', '2'],
    steps: [approve('R1'), cancel('R1'), cancelFirst, approve('R2')],
    returns: [1],
    comments: 3,
  },
  {
    row: '10',
    steps: [cancel('R1'), approve('R1'), refund('R1')],
    returns: [],
    comments: 1,
    ends: { 1: ended, 2: ended },
    anyOrder: [[], [1]],
  },
  {
    row: '10, by its body',
    steps: [approveLate('R1'), cancel('R1')],
    returns: [],
    comments: 1,
    ends: { 1: again },
    anyOrder: [[]],
  },
  {
    row: '11',
    steps: [request('R1', 2), update('R1'), approve('R1')],
    returns: [1],
    comments: 2,
    ends: { 1: 'ignored order_not_named' },
    isLate: false,
  },
  {
    row: '12',
    steps: [approve('R1', 2), update('R1'), process('R1'), refund('R1')],
    returns: [2],
    comments: 4,
    isFound: true,
    anyOrder: [[2], [1, 1]],
  },
  { row: '12, approved anew', steps: [approve('R1', 2), update('R1'), approve('R2')], returns: [2], comments: 3 },
  {
    row: '13',
    steps: [approve('R1'), update('R1'), close('R1')],
    returns: [1],
    comments: 2,
    ends: { 2: unheard },
    isFound: true,
    anyOrder: [[1]],
  },
  { row: '14', steps: [request('R1'), decline('R1')], returns: [], comments: 2, anyOrder: [[]] },
  {
    row: '15',
    steps: [approve('R1'), close('R1'), reopen('R1'), process('R1')],
    returns: [1],
    comments: 2,
    ends: { 1: unheard, 2: unheard },
  },
  { row: '16', steps: [approve('R1', 2), process('R1', 2, 1), process('R1', 2, 2)], returns: [2], comments: 3 },
  { row: '17', steps: [form(), approve('R1'), refund('R1')], returns: [1], comments: 3, anyOrder: [[1]] },
  { row: '18', steps: [portal('S1'), approve('R1')], returns: [1], comments: 2, anyOrder: [[1]] },
  {
    row: '19',
    places: ['1', '1', '2', '2'],
    steps: [portal('S1'), approve('R1'), portal('S2'), approve('R2')],
    returns: [1, 1],
    comments: 4,
    anyOrder: [[1, 1]],
  },
  { row: '20', steps: [byHand(), refund()], returns: [1], comments: 1 },
  { row: '21', steps: [approve('R1'), refund()], returns: [1], comments: 2 },
  {
    row: '22',
    steps: [
      approve('R1', 1, { exchange_line_items: [{ quantity: 1, line_item: { name: 'New', sku: 'NEW' } }] }),
      process('R1'),
      refund('R1'),
      approve('R2', 1, { return_line_items: [{ ...line('R2', 1), fulfillment_line_item: { line_item: { id: 12 } } }] }),
    ],
    returns: [1],
    comments: 3,
    ends: { 3: 'failed line_unknown' },
  },
  {
    row: '23',
    steps: [
      money(1, { transactions: [{ kind: 'refund', status: 'success', amount: '5.00' }] }),
      money(2, { refund_shipping_lines: [{ subtotal_amount_set: {} }] }),
      money(3, { order_adjustments: [{ kind: 'refund_discrepancy', amount: '1.00' }] }),
    ],
    returns: [],
    comments: 3,
    anyOrder: [[]],
  },
  { row: '24', steps: [approve('R1'), process('R1'), refund('R1')], returns: [1], comments: 3, anyOrder: [[1]] },
  {
    row: '25',
    steps: [
      unshipped,
      ofShop('orders/cancelled', { id: 5550001, cancelled_at: '2026-03-02' }),
      refund(undefined, 1, {
        refund_line_items: [{ quantity: 2, restock_type: 'cancel', line_item: { id: 11, sku: 'MUG' } }],
      }),
    ],
    returns: [],
    comments: 2,
  },
  {
    row: '25, and the order is imported anew',
    steps: [cancelOrder, refund(undefined, 1), importAnew, refund(undefined, 1, { note: 'again' })],
    returns: [],
    comments: 1,
    ends: { 1: again },
  },
  {
    row: '26',
    places: ['2', '1'],
    steps: [split, refund(undefined, 1), refund(undefined, 2)],
    returns: [1, 1],
    comments: 2,
  },
  { row: '29', steps: [approve('R1'), refund('R1')], returns: [1], comments: 2, isKnown: false },
  { row: '30: what it says, and that it is not shipped', steps: [unshipped, withdrawal], returns: [], comments: 2 },
  {
    row: 'a form beside: its report does not end',
    steps: [form(), approve('R1'), cancel('R1')],
    returns: [1],
    comments: 3,
  },
  {
    row: 'told in this kind already',
    places: ['1', '1', '2'],
    steps: [approve('R1'), refund(), refund('R1')],
    returns: [1, 1],
    comments: 3,
  },
  {
    row: 'without a parcel first what carries none',
    places: ['1', '2'],
    steps: [approve('R1'), byHand(), refund()],
    returns: [1, 1],
    comments: 2,
  },
  {
    row: 'more than a person has entered',
    places: ['1 and 2', '1'],
    steps: [byHand(), form(2), refund('R1')],
    returns: [1, 1],
    comments: 2,
  },
  { row: 'two forms', steps: [form(), form()], returns: [1], comments: 1, ends: { 1: 'held possible_duplicate' } },
  {
    row: 'more than is left',
    steps: [approve('R1'), approve('R2', 2)],
    returns: [1],
    comments: 1,
    ends: { 1: 'held too_many' },
  },
]

/** What stands in the end of these. */
async function endOf(world: World) {
  const orders = world.sandbox.world.store.orders.get(otherHalf) ? [orderId, otherHalf] : [orderId]
  const returns = (await Promise.all(orders.map(world.returnsOf))).flat().filter(({ statusId }) => statusId !== 8)
  const comments = (await Promise.all(orders.map(world.commentsOf))).flat().length
  await world.advance(5 * minute)
  const { findings } = await audit({ workflow: world.workflow, progress: world.audits }, world.now() + 120_000)
  const found = findings.filter(({ what }) => what === 'shop_cancelled').length
  const pieces = returns.map(({ orderItems = [] }) => orderItems.reduce((sum, { quantity }) => sum + quantity, 0))
  return { returns: pieces, comments, found }
}

/** A shop sends the same again under another id. */
const tell = async (world: World, { source, body, topic }: Delivery, key: string) =>
  await world.finish(await world.accept(source, body, topic ? { 'x-shopify-topic': topic } : {}, key))

async function follow(world: World, steps: readonly Step[], times: 1 | 2 = 1) {
  const [ends, ids]: [string[], number[][]] = [[], []]
  for (const [at, step] of steps.entries()) {
    if (typeof step === 'function') await step(world)
    for (let time = 0; typeof step !== 'function' && time < times; time += 1) {
      const { status, reason, progress } = await tell(world, step, step.topic ? `${at}-${time}` : `${at}`)
      if (time > 0) continue
      ends.push(reason ? `${status} ${reason.code}` : status)
      ids.push(Object.values(progress).flatMap(({ returnId = [], also = [] }) => [returnId, ...also].flat()))
    }
    await world.advance(minute)
  }
  const all = [...(await world.returnsOf(orderId)), ...(await world.returnsOf(otherHalf))].map(({ id }) => id)
  return {
    ends,
    places: ids.map((some) =>
      some
        .map((id) => all.indexOf(id) + 1)
        .sort()
        .join(' and '),
    ),
  }
}

const permutations = <One>(all: readonly One[]): One[][] =>
  all.length === 0 ? [[]] : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((more) => [one, ...more]))

describe('what shops, portals, forms and people tell of one order', () => {
  it.each(rows)('row $row', async ({ steps, ends = {}, places, returns, comments, isFound, isKnown = true }) => {
    const world = await sold(isKnown)
    const all = await follow(world, steps)
    expect(all.ends).toEqual(all.ends.map((_, at) => ends[at] ?? 'done'))
    expect(all.places).toEqual(places ?? all.places.map((place) => place && '1'))
    expect(await endOf(world)).toEqual({ returns, comments, found: isFound ? 1 : 0 })
  })

  it.each(rows)(
    'row $row, each told twice, and again a week later',
    async ({ steps, isKnown = true, isLate = true, ...row }) => {
      const world = await sold(isKnown)
      await follow(world, steps, 2)
      await world.advance(8 * 24 * 60 * minute)
      for (const [at, step] of steps.entries())
        if (isLate && typeof step !== 'function') await tell(world, step, step.topic ? `late-${at}` : `${at}`)
      const { returns, comments, isFound } = row
      expect(await endOf(world)).toEqual({ returns, comments, found: isFound ? 1 : 0 })
    },
  )

  it('row 25, its comment is refused, and the order is imported anew', async () => {
    const world = await sold(true)
    const refuse = () => world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'status', status: 403 })
    const steps = [cancelOrder, refuse, refund(undefined, 1), importAnew, refund(undefined, 1, { note: 'again' })]
    expect((await follow(world, steps)).ends).toEqual(['failed rejected', 'done'])
    expect(await endOf(world)).toMatchObject({ returns: [1], comments: 1 })
  })

  it.each(rows.filter(({ anyOrder }) => anyOrder))('row $row in any order', async ({ steps, anyOrder = [] }) => {
    for (const course of permutations(steps)) {
      const world = await sold(true)
      const { ends } = await follow(world, course)
      expect(ends.filter((end) => /^(held|failed)/.test(end))).toEqual([])
      const { returns, comments } = await endOf(world)
      expect(anyOrder).toContainEqual(returns)
      expect(comments).toBeGreaterThan(0)
    }
  })
})
