import { type EventStatus, eventStatuses, type HistoryEntry, type InboxEvent } from '../../lib/inbox/event.ts'
import { returnRequested, type World } from '../workflow/world.ts'
import { drawReason } from './quiet-reasons.ts'
import type { Chance } from './random.ts'

const minute = 60_000
const waits = (chance: Chance) =>
  chance.pick([
    { code: 'login_closed' },
    { code: 'owner_unknown', cause: 'no user is named' },
    { code: 'settling', kind: 'return' },
    { code: 'second_look', kind: 'comment' },
    { code: 'busy', item: `order#${chance.between(10_001, 10_004)}` },
    { code: 'order_not_there_yet' },
    { code: 'cause', cause: 'the back office answered 503' },
  ] as const)

/** Lines of a timeline as they can come, many of them equal in a row. */
function drawHistory(chance: Chance, begunAt: number): HistoryEntry[] {
  const history: HistoryEntry[] = [{ at: begunAt, code: 'accepted' }]
  let at = begunAt
  for (let left = chance.between(0, 6); left > 0; left -= 1) {
    const id = chance.between(700_000, 799_999)
    const orderId = chance.between(10_001, 10_004)
    const why = waits(chance)
    const until = at + chance.between(1, 90) * 1_000
    const entry = chance.pick([
      { code: 'claimed', attempt: chance.between(1, 9) },
      { code: 'order_found', orderId },
      { code: 'written', kind: chance.pick(['return', 'comment'] as const), id, orderId },
      { code: 'found', kind: 'return', id, orderId },
      { code: 'linked', returnId: id },
      { code: 'return_checked', returnId: id, statusId: 9.01 },
      { code: 'waiting', why, until },
      { code: 'deferred', why, until },
      { code: 'released', note: 'as agreed' },
      { code: 'link_chosen', returnId: id, note: 'seen in the back office' },
      { code: 'replayed', note: 'once more' },
      { code: 'forgotten', kind: 'return', id, note: 'as agreed' },
    ] as const)
    // The same wait comes again and again.
    const times = entry.code === 'waiting' || entry.code === 'deferred' ? chance.between(1, 3) : 1
    for (let again = times; again > 0; again -= 1) {
      at += chance.between(1, 500) * 1_000
      history.push({ at, ...entry, ...('until' in entry && { until: at + 5_000 }) } as HistoryEntry)
    }
  }
  return history
}

/** Of nine in ten past by just so much that it is late, or is not yet. */
const drawDue = (chance: Chance, now: number): number =>
  now + chance.pick([-10 * minute, -10 * minute - 1, -11 * minute, -1, 0, 1, minute, 3 * minute])

type Drawn = { now: number; status: EventStatus }

/** An event in any state, as no sender and no run brought it about: whoever draws it knows all of it. */
export function drawEvent(chance: Chance, stored: InboxEvent, { now, status }: Drawn): InboxEvent {
  const isOpen = status === 'ready' || status === 'running' || status === 'waiting'
  const history = drawHistory(chance, stored.receivedAt)
  if (status === 'waiting' && chance.hits(0.8)) {
    const code = chance.pick(['waiting', 'deferred'] as const)
    history.push({ at: now - 5 * minute, code, why: waits(chance), until: now + minute })
  }
  const orderId = chance.hits(0.7) ? chance.between(10_001, 10_004) : undefined
  const updatedAt = stored.receivedAt + chance.between(0, 30 * 24 * 60) * minute
  const hasReason = status === 'held' || status === 'failed' || status === 'ignored'
  const wasHeld = status === 'discarded' && chance.hits(0.5)
  return {
    ...withoutDue(stored),
    ...{ status, history, updatedAt, attempts: chance.between(0, 10), epoch: chance.between(0, 5) },
    ...(isOpen && { wakeAt: drawDue(chance, now) }),
    ...(status === 'running' && { leaseUntil: now + chance.pick([-12, 1, 2]) * minute }),
    ...(!isOpen && status !== 'held' && { endedAt: updatedAt - chance.between(0, 5) * minute }),
    ...(chance.hits(0.3) && { withdrawal: true as const }),
    ...(orderId !== undefined && { orderId }),
    ...((hasReason || wasHeld) && { reason: drawReason(chance, hasReason ? status : 'held') }),
    progress: drawProgress(chance, orderId),
  }
}

const withoutDue = ({ wakeAt: _, ...event }: InboxEvent): InboxEvent => event

function drawProgress(chance: Chance, orderId: number | undefined): InboxEvent['progress'] {
  if (orderId === undefined) return {}
  const id = () => chance.between(100_000, 199_999)
  return Object.fromEntries(
    ['one', 'two'].slice(0, chance.between(0, 2)).map((key) => [
      key,
      {
        orderId,
        ...(chance.hits(0.7) && { returnId: id() }),
        ...(chance.hits(0.4) && { createdOrderId: id() }),
        ...(chance.hits(0.4) && { publishedImageId: id() }),
        ...(chance.hits(0.7) && { comment: { orderId, ...(chance.hits(0.8) && { commentId: id() }) } }),
      },
    ]),
  )
}

/** Stores events of several sources, received one after the other, now and then several at once. */
export async function storeEvents(world: World, chance: Chance, count: number): Promise<InboxEvent[]> {
  const { inbox } = world.workflow
  const now = world.now()
  const events: InboxEvent[] = []
  // Lists of one status have more than a page where there are many.
  const most = chance.pick(eventStatuses)
  let receivedAt = now - 40 * 24 * 60 * minute
  for (let index = 0; index < count; index += 1) {
    receivedAt += chance.between(1, 20) * minute
    const source = chance.pick(['standard', 'strict', 'shopify'])
    const id = `${source}/drawn-${index}`
    const delivery = { body: Buffer.from(JSON.stringify(returnRequested({ note: 'a customer wrote' }))), headers: {} }
    await inbox.accept({ id, source, delivery, now: receivedAt, hintMs: minute })
    const stored = await world.get(id)
    const status = count > 100 && chance.hits(0.85) ? most : chance.pick(eventStatuses)
    const event = drawEvent(chance, stored, { now, status })
    await inbox.save(stored, event)
    events.push(event)
  }
  return events
}
