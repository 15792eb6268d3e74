import { deliveryOf, emailOf } from '../all-senders/draw.ts'
import type { WideOrder } from '../all-senders/fact.ts'
import { newWideOrder, withNumber } from '../all-senders/orders.ts'
import type { Delivery } from '../facts/fact.ts'
import { type Chance, createChance } from '../random.ts'
import * as bodies from './bodies.ts'
import { less, type Pieces, type Report, type ShopReturns, sumOf } from './scene.ts'

const minute = 60_000
const hour = 60 * minute

type Draw = { chance: Chance; faultyMs: number }
/** What is sent once, and whether the same can come in another shape under the same idempotency key. */
type Sent = { topic: string; body: object; isFixed?: boolean }
type Step = Pick<Report, 'what' | 'pieces'> & Sent & { isOfNone?: true }
type Life = { order: WideOrder; parcel: number; pieces: Pieces; isEnded: boolean; steps: Step[] }

/** In every third schedule, which has no flow, one to eight returns of a shop. The scene has dice of its own. */
export function writeShopReturns(seed: number, faultyMs: number): ShopReturns | undefined {
  if (seed % 3 !== 2) return undefined
  const chance = createChance(seed + 2 ** 25)
  const draw = { chance, faultyMs }
  const orders = Array.from({ length: chance.pick([1, 1, 2]) }, (_, at) =>
    withNumber(newWideOrder(chance, 900 + at), String(8_600_000_000_000_001 + at)),
  )
  /** Pieces that no return is about, or that its end has given back. */
  const free = new Map(orders.flatMap(({ lines }) => lines.slice(0, 3).map(({ id, quantity }) => [id, quantity])))
  const lives = Array.from({ length: chance.between(1, 8) }, (_, at) =>
    drawLife(draw, chance.pick(orders), { at, free }),
  ).filter((life) => life !== undefined)
  const reports = lives.flatMap((life) => reportsOf(draw, life))
  const other = () => {
    const { order, pieces } = chance.pick(lives)
    return { order, pieces }
  }
  return {
    ...{ returns: chance.pick(['approved', 'approved', 'approved', 'refunded', 'never'] as const), orders },
    contacts: orders.map((order) => ({ id: order.contactId, email: emailOf(order) })),
    reports: [...reports, ...(chance.hits(0.35) ? [formOf(draw, other())] : [])],
    teaching: orders.flatMap((order) => teach(draw, order)),
    byHand: chance.hits(0.35) ? [{ ...other(), atMs: chance.between(0, faultyMs) }] : [],
    tidied: [],
    tidiedAt: chance.hits(0.4) ? [chance.between(0, faultyMs), chance.between(0, faultyMs)] : [],
  }
}

/** Mostly first, now and then among all else, or lost. */
function teach({ chance, faultyMs }: Draw, order: WideOrder): ShopReturns['teaching'] {
  const how = chance.next()
  if (how > 0.9) return []
  const atMs = how < 0.75 ? 0 : chance.between(0, faultyMs)
  return [{ order, delivery: sent({ topic: 'orders/create', body: bodies.teaching(order) }, atMs) }]
}

const sent = ({ topic, body }: Sent, atMs: number): Delivery =>
  deliveryOf('w-returns', { text: JSON.stringify(body), topic, sentId: topic, atMs })

/** Undefined: nothing is left to come back. */
function drawLife(
  { chance }: Draw,
  order: WideOrder,
  { at, free }: { at: number; free: Map<number, number> },
): Life | undefined {
  const open = order.lines.slice(0, 3).filter(({ id }) => (free.get(id) ?? 0) > 0)
  if (open.length === 0) return undefined
  const picked = new Set([chance.pick(open), ...(chance.hits(0.3) ? [chance.pick(open)] : [])])
  const pieces = new Map([...picked].map(({ id }) => [id, chance.between(1, Math.min(2, free.get(id) ?? 1))]))
  const about = { order, parcel: 7_000_001 + at, pieces }
  const how = chance.next()
  const steps = chance.hits(0.6) ? [step('request', pieces, 'request', bodies.withStatus(about, 'requested'))] : []
  const life = { ...about, steps, isEnded: how < 0.35 }
  const take = (taken: Pieces) => {
    for (const [line, quantity] of taken) free.set(line, (free.get(line) ?? 0) - quantity)
  }
  if (how < 0.08) {
    steps.push(step('end', pieces, 'decline', bodies.withStatus(about, 'declined')))
    return life
  }
  const isSeenCancelled = how < 0.35 && chance.hits(0.15)
  const status = isSeenCancelled ? 'canceled' : chance.pick(['open', 'open', 'closed'])
  const approved = step(isSeenCancelled ? 'end' : 'approve', pieces, 'approve', bodies.withStatus(about, status))
  const first = new Map([...pieces].slice(0, 1).map(([line]) => [line, 1]))
  const removal = (gone: Pieces): Step => ({
    ...{ what: 'update', pieces: gone, topic: 'returns/update' },
    body: bodies.removed({ ...about, pieces: gone }),
  })
  // More was requested than is approved.
  if (how > 0.93) steps.push(removal(first))
  steps.push(approved)
  if (how < 0.3) steps.push(step('end', pieces, 'cancel', bodies.briefly(about, 'canceled')))
  else if (how < 0.35) steps.push(removal(pieces))
  if (life.isEnded) return life
  const isShrunk = how < 0.5 && sizeOf(pieces) > 1
  const left = isShrunk ? less(pieces, first) : pieces
  if (isShrunk) steps.push(removal(first))
  take(left)
  steps.push(...goodsOf(chance, { ...about, pieces: left }))
  for (const [name, shown] of [
    ['close', 'closed'],
    ['reopen', 'open'],
  ] as const)
    if (chance.hits(0.3)) steps.push({ ...step('news', new Map(), name, bodies.briefly(about, shown)), isFixed: false })
  return life
}

const step = (what: Report['what'], pieces: Pieces, name: string, body: object): Step => ({
  ...{ what, pieces, topic: `returns/${name}`, body, isFixed: true },
})

const sizeOf = (pieces: Pieces): number => [...pieces.values()].reduce((sum, quantity) => sum + quantity, 0)

/** What arrives in the shop and what is paid back, in parts, each piece at most once; some of it never. */
function goodsOf(chance: Chance, about: { order: WideOrder; parcel: number; pieces: Pieces }): Step[] {
  const isProcessed = chance.hits(0.4)
  const received = isProcessed ? partsOf(chance, about.pieces) : []
  const paid = chance.hits(0.8) ? partsOf(chance, about.pieces) : []
  const isOfNone = chance.hits(0.15)
  const idOf = (at: number) => about.parcel * 10 + at
  return [
    ...received.map(
      (pieces, at): Step => ({
        ...{ what: 'process', pieces, topic: 'returns/process' },
        // Two bodies with the same pieces are two facts.
        body: { ...bodies.processed({ ...about, pieces }), updated_at: `2026-03-0${at + 1}` },
      }),
    ),
    ...paid.map((pieces, at): Step => {
      const parcel = isOfNone ? undefined : about.parcel
      const body = bodies.refunded({ ...about, parcel, pieces }, { id: idOf(at), way: 'return' })
      return { what: 'refund', pieces, topic: 'refunds/create', body, isFixed: true, ...(isOfNone && { isOfNone }) }
    }),
    ...(chance.hits(0.1)
      ? [
          {
            ...({ what: 'money', pieces: new Map(), topic: 'refunds/create', isOfNone: true } as const),
            body: bodies.refunded({ ...about, parcel: undefined }, { id: idOf(9), way: 'cancel' }),
          },
        ]
      : []),
  ]
}

/** One to three lists. */
function partsOf(chance: Chance, pieces: Pieces): Pieces[] {
  if (chance.hits(0.5)) return [pieces]
  const parts = new Map<number, Pieces>()
  for (const [line, quantity] of pieces)
    for (let count = 0; count < quantity; count += 1) {
      const part = chance.between(0, 2)
      parts.set(part, sumOf([parts.get(part) ?? new Map(), new Map([[line, 1]])]))
    }
  return [...parts.values()]
}

/** Lost, doubled, late, in another shape, and in half of the returns in any order. */
function reportsOf({ chance, faultyMs }: Draw, { order, parcel, steps }: Life): Report[] {
  const baseMs = chance.between(0, faultyMs * 0.6)
  const gapMs = chance.pick([500, minute / 2, 3 * minute])
  const isOrdered = chance.hits(0.5)
  return steps.flatMap(({ what, pieces, isOfNone, isFixed, ...content }, at) => {
    if (chance.hits(0.12)) return []
    const lateMs = chance.hits(0.06) ? chance.between(hour, 5 * hour) : 0
    const atMs = lateMs + baseMs + (isOrdered ? at * gapMs : chance.between(0, steps.length * gapMs))
    const againMs = () => atMs + chance.between(0, 10 * minute)
    const reshaped = { ...content, body: { ...content.body, api_version: '2026-07' } }
    const deliveries = [
      sent(content, atMs),
      ...(chance.hits(0.12) ? [sent(content, againMs())] : []),
      ...(isFixed && chance.hits(0.12) ? [sent(reshaped, againMs())] : []),
    ]
    return [{ what, pieces, order, deliveries, ...(!isOfNone && { parcel }) }]
  })
}

function formOf({ chance, faultyMs }: Draw, { order, pieces }: Pick<Report, 'order' | 'pieces'>): Report {
  const lines = [...pieces].map(([line, quantity]) => ({
    sku: order.lines.find(({ id }) => id === line)?.sku,
    quantity,
  }))
  const data = { order: { externalNumber: order.number }, email: emailOf(order), lines }
  const text = JSON.stringify({ type: 'return.requested', timestamp: '2026-03-02T09:00:00Z', data })
  const delivery = deliveryOf('w-standard', { text, sentId: 'shop-returns', atMs: chance.between(0, faultyMs * 0.8) })
  return { what: 'form', order, pieces, deliveries: [delivery] }
}
