import { describe, expect, it } from 'vitest'
import { audit } from '../../../lib/audit/audit.ts'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { createDesk } from '../../operator/desk.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  putSale,
  restate,
  returnCancelled,
  returnRequested,
  type World,
} from '../world.ts'

const orderId = 88_000
const sources = {
  shop: { kind: 'standard', returns: 'approved' },
  other: { kind: 'standard' },
} as const satisfies ConfigInput['sources']

/** An order of two mugs (shop line 11) and a pot (shop line 12), whose lines the shop has named. */
async function sold({ isKnown = true } = {}) {
  const world = createWorld({ config: { sources } })
  const item = (id: number, itemVariationId: number, quantity: number, sku: string) => ({
    ...{ id, typeId: 1, itemVariationId, quantity, orderItemName: sku },
    properties: [{ typeId: 98, value: sku }],
  })
  await putSale(world, [item(1, 1101, 2, 'MUG'), item(2, 1102, 1, 'POT')], {
    properties: [{ typeId: 7, value: '5550001' }],
  })
  const lines = { 11: { sku: 'MUG', name: 'Mug' }, 12: { sku: 'POT' } }
  const learnt = { externalNumber: '5550001', lines, now: world.now() }
  if (isKnown) await world.workflow.inbox.learnLines('shop', learnt)
  return world
}

const order = { externalNumber: '5550001' }

type Report = Partial<{ parcel: string; pieces: number; tells: string; source: keyof typeof sources; more: object }>

/** The parcel's line `a` is the shop's line 11. */
const approve = ({ parcel = 'R1', pieces = 1, tells, source = 'shop', more }: Report = {}) => ({
  source,
  body: returnRequested({
    ...{ order, parcel, parcelName: `#1001-${parcel}`, lines: [{ shopLine: '11', quantity: pieces, parcelLine: 'a' }] },
    ...(tells && { tells }),
    ...more,
  }),
})
const refund = (report: Report = {}) =>
  approve({
    tells: 'refund',
    ...report,
    more: { lines: [{ sku: 'MUG', quantity: report.pieces ?? 1 }], ...report.more },
  })
const cancel = (more: object = {}) => ({ source: 'shop', body: returnCancelled({ order, ...more }) })
const update = (quantity: number, more: object = {}) => cancel({ removed: [{ parcelLine: 'a', quantity }], ...more })

type Delivery = { source: string; body: unknown }

const tell = async (world: World, { source, body }: Delivery) => {
  const event = await world.finish(await world.accept(source, body))
  await world.advance(minute)
  return event
}

type Step = Delivery | ((world: World) => unknown)

/** How each delivery has ended, worked on one after the other. */
async function told(world: World, steps: readonly Step[]): Promise<string[]> {
  const ends: string[] = []
  for (const step of steps) {
    if (typeof step === 'function') await step(world)
    else {
      const { status, reason } = await world.finish(await world.accept(step.source, step.body))
      ends.push(reason ? `${status} ${reason.code}` : status)
    }
    await world.advance(minute)
  }
  return ends
}

const returnsOf = async (world: World) => (await world.returnsOf(orderId)).filter(({ statusId }) => statusId !== 8)
/** The pieces of each return that stands. */
const pieces = async (world: World) =>
  (await returnsOf(world)).map(({ orderItems = [] }) => orderItems.reduce((sum, { quantity }) => sum + quantity, 0))
const texts = async (world: World) => (await world.commentsOf(orderId)).map(({ text }) => text)
const cancelFirst = async (world: World) => {
  for (const { id } of await world.returnsOf(orderId)) await restate(world, id, 8)
}

/** The returns that the shop has cancelled, and of how many of them people are told. */
async function audited(world: World) {
  await world.advance(5 * minute)
  const { findings, news } = await audit({ workflow: world.workflow, progress: world.audits }, world.now() + 120_000)
  return { cancelled: findings.filter(({ what }) => what === 'shop_cancelled').map(({ returnId }) => returnId), news }
}

type Row = {
  row: string
  steps: readonly Step[]
  ends: readonly string[]
  /** Pieces of each return that stands, the oldest first. */
  returns: readonly number[]
  comments: number
  /** The first of them is cancelled in the shop. */
  isFound?: true
  isKnown?: false
}

const done = (count: number) => Array.from({ length: count }, () => 'done')
const ended = 'ignored parcel_ended'
const request = { source: 'shop', body: commentSubmitted({ order, text: 'Return #1001-R1 was requested' }) }

/** Each is an interleaving of what a shop reports of one order. */
const rows: readonly Row[] = [
  { row: 'approved, cancelled', steps: [approve(), cancel()], ends: done(2), returns: [1], comments: 2, isFound: true },
  {
    row: 'approved, cancelled, approved anew: the next parcel has the return',
    steps: [approve(), cancel(), approve({ parcel: 'R2' })],
    ...{ ends: done(3), returns: [1], comments: 3 },
  },
  {
    row: 'approved, cancelled, and of two pieces one approved anew',
    steps: [approve({ pieces: 2 }), cancel(), approve({ parcel: 'R2' })],
    ...{ ends: done(3), returns: [2], comments: 3, isFound: true },
  },
  {
    row: 'approved, cancelled, cancelled here too, approved anew: a second return',
    steps: [approve(), cancel(), cancelFirst, approve({ parcel: 'R2' })],
    ...{ ends: done(3), returns: [1], comments: 3 },
  },
  {
    row: 'cancelled, and only then approved and refunded: one comment',
    steps: [cancel(), approve(), refund()],
    ...{ ends: ['done', ended, ended], returns: [], comments: 1 },
  },
  {
    row: 'requested, one of two removed, approved: what is approved',
    steps: [request, update(1), approve()],
    ...{ ends: done(3), returns: [1], comments: 3 },
  },
  {
    row: 'approved, one of two removed, that one refunded: it stands as it was',
    steps: [approve({ pieces: 2 }), update(1), refund()],
    ...{ ends: done(3), returns: [2], comments: 3, isFound: true },
  },
  {
    row: 'approved, one of two removed and approved anew',
    steps: [approve({ pieces: 2 }), update(1), approve({ parcel: 'R2' })],
    ...{ ends: done(3), returns: [2], comments: 3 },
  },
  {
    row: 'approved, all removed in two steps: as if it was cancelled',
    steps: [approve({ pieces: 2 }), update(1), update(1, { text: 'One more' }), refund()],
    ...{ ends: [...done(3), ended], returns: [2], comments: 3, isFound: true },
  },
  { row: 'requested, declined', steps: [request, cancel()], ends: done(2), returns: [], comments: 2 },
  {
    row: 'approved, processed later',
    steps: [approve(), approve({ tells: 'receipt' })],
    ...{ ends: done(2), returns: [1], comments: 2 },
  },
  {
    row: 'approved with lines that nobody has named: the refund makes the return',
    steps: [approve(), refund()],
    ...{ ends: done(2), returns: [1], comments: 2, isKnown: false },
  },
  {
    row: 'announced by a form too: other reports are about the pieces',
    steps: [
      { ...approve(), source: 'other', body: returnRequested({ order, lines: [{ sku: 'MUG', quantity: 1 }] }) },
      approve(),
      cancel(),
    ],
    ...{ ends: done(3), returns: [1], comments: 3 },
  },
]

describe('what a shop reports of a return', () => {
  it.each(rows)('$row', async ({ steps, ends, returns, comments, isFound = false, isKnown = true }) => {
    const world = await sold({ isKnown })
    expect(await told(world, steps)).toEqual(ends)
    expect(await pieces(world)).toEqual(returns)
    expect(await texts(world)).toHaveLength(comments)
    const [first] = await returnsOf(world)
    expect((await audited(world)).cancelled).toEqual(isFound ? [first?.id] : [])
  })

  it.each(rows)('twice: $row', async ({ steps, returns, comments, isFound = false, isKnown = true }) => {
    const world = await sold({ isKnown })
    for (const step of steps) {
      if (typeof step === 'function') await step(world)
      else {
        const again = { ...step, body: JSON.stringify(step.body) }
        const key = `k${JSON.stringify(step.body).length}`
        for (const _ of [1, 2]) await world.finish(await world.accept(again.source, again.body, {}, key))
      }
      await world.advance(minute)
    }
    expect(await pieces(world)).toEqual(returns)
    expect(await texts(world)).toHaveLength(comments)
    expect((await audited(world)).cancelled).toHaveLength(isFound ? 1 : 0)
  })
})
