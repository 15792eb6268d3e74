import { parseCursor, toCursor } from '../../lib/inbox/cursor.ts'
import { type EventSummary, type InboxEvent, mostCutsGivenBack } from '../../lib/inbox/event.ts'
import { expiryOf } from '../../lib/inbox/event-item.ts'
import { withoutClaim } from '../../lib/inbox/history.ts'
import { type Inbox, type ListQuery, LostEvent, type NewEvent, type Place, type Walked } from '../../lib/inbox/inbox.ts'
import { compressedBody, mustFit } from '../../lib/inbox/item-size.ts'
import { keysOf, labelExpiry, labelItemId, mostEntries, numbersIn, toEntries } from '../../lib/inbox/labels.ts'
import { newestFirst } from '../../lib/inbox/merge-partitions.ts'
import { oldestFirst } from '../../lib/inbox/read-keys.ts'
import { hasStatus, isOpen, wakePartOf, wakeTimeOf } from '../../lib/inbox/shards.ts'
import { accepted, claimed } from '../../lib/inbox/transitions.ts'
import { deepCopy } from './deep-copy.ts'

type Stored = Map<string, InboxEvent>

/** `expire`: deletes what the time to live of the table would, at `now`; answers the ids. */
export type MemoryInbox = Inbox & { expire(now: number): string[] }

const thirtyDaysMs = 30 * 86_400_000

/** The inbox in memory, for tests and the simulation; `newId` makes the ids of conditional writes. */
export function createMemoryInbox(options: { newId: () => string; retentionMs?: number }): MemoryInbox {
  const { newId, retentionMs = thirtyDaysMs } = options
  const stored: Stored = new Map()
  const labels = new Map<string, { entries: ReadonlySet<string>; expiresAt: number }>()
  return {
    async accept(event) {
      if (event.delivery.body.length > leastCompressed) compressedBody(event.delivery.body)
      if (stored.has(event.id)) return 'duplicate'
      stored.set(event.id, copied(accepted(event satisfies NewEvent, newId())))
      return 'accepted'
    },

    async claim(id, { now, leaseMs, writeId = newId() }) {
      const event = stored.get(id)
      const taken = event && claimed(event, { now, leaseMs, writeId })
      if (!taken) return undefined
      stored.set(id, taken)
      return copied(taken)
    },

    async save(previous, next) {
      mustFit(previous, next)
      const event = stored.get(previous.id)
      if (event?.epoch !== previous.epoch || event.status !== previous.status) {
        throw new LostEvent(`event ${previous.id} is no longer ${previous.status} at epoch ${previous.epoch}`)
      }
      stored.set(previous.id, copied(next))
    },

    async get(id) {
      const event = stored.get(id)
      return event && copied(event)
    },
    getAll: async (ids) =>
      [...new Set(ids)].flatMap((id) => {
        const event = stored.get(id)
        return event ? [walkedIn(stored)({ at: event.receivedAt, id })] : []
      }),
    due: async ({ now, after, limit }) => dueAmong(stored, now).filter(behind(after)).slice(0, limit),
    list: async (query) => listed(stored, query),
    walk: async ({ after, limit }) => byReceipt(stored).filter(behind(after)).slice(0, limit).map(walkedIn(stored)),

    async endLeases(now) {
      const cut = [...stored.values()].filter(({ status, leaseUntil = 0 }) => status === 'running' && leaseUntil > now)
      for (const event of cut) {
        const cuts = event.cut ?? 0
        const isGivenBack = cuts < mostCutsGivenBack
        const givenBack = isGivenBack ? { attempts: event.attempts - 1, cut: cuts + 1 } : {}
        const { unsaved, ...others } = event
        const times = { leaseUntil: now, wakeAt: Math.min(event.wakeAt ?? 0, now) }
        stored.set(event.id, {
          ...others,
          ...times,
          ...givenBack,
          ...(!isGivenBack && unsaved !== undefined && { unsaved }),
          history: withoutClaim(event.history),
          writeId: newId(),
        })
      }
      return cut.length
    },

    async learnLabel(shop, { label, now }) {
      const { key, entries } = toEntries(label)
      const id = labelItemId(shop, key)
      const known = labels.get(id)?.entries ?? new Set()
      if (known.size >= mostEntries) return
      labels.set(id, { entries: new Set([...known, ...entries]), expiresAt: labelExpiry(now) })
    },
    async numbersOfLabel(shop, label) {
      const items = keysOf(label).map((key) => [...(labels.get(labelItemId(shop, key))?.entries ?? [])])
      return numbersIn(items, label)
    },

    expire(now) {
      for (const [id, { expiresAt }] of labels) if (expiresAt < Math.floor(now / 1_000)) labels.delete(id)
      const expired = [...stored.values()].filter(
        (event) => (expiryOf(event, retentionMs) ?? now) < Math.floor(now / 1_000),
      )
      for (const { id } of expired) stored.delete(id)
      return expired.map(({ id }) => id)
    },
  }
}

/** A shorter body is never refused, and compressing each would make the simulation slow. */
const leastCompressed = 300 * 1024

const behind = (after: Place | undefined) => (place: Place) => after === undefined || oldestFirst(place, after) > 0

function dueAmong(stored: Stored, now: number): Place[] {
  const due = [...stored.values()].filter(
    ({ status, wakeAt = Number.POSITIVE_INFINITY }) => isOpen(status) && wakeAt <= now,
  )
  return due.map(({ id, wakeAt = 0 }) => ({ at: wakeAt, id })).sort(oldestFirst)
}

const byReceipt = (stored: Stored): Place[] =>
  [...stored.values()].map(({ id, receivedAt }) => ({ at: receivedAt, id })).sort(oldestFirst)

const walkedIn =
  (stored: Stored) =>
  ({ at, id }: Place): Walked => {
    const event = copied(stored.get(id) as InboxEvent)
    return { at, id, read: () => event }
  }

function listed(stored: Stored, query: ListQuery) {
  const { status, limit, cursor } = query
  const after = parseCursor(cursor).partitions.all
  const isByReceipt = [query.orderId, query.orderIds, query.from, query.to].some((one) => one !== undefined)
  const isByWake = !isByReceipt && status !== undefined && wakePartOf(status) !== undefined
  const rows = [...stored.values()]
    .filter((event) => isAskedFor(event, query))
    .map((event) => ({ id: event.id, at: isByWake ? wakeTimeOf(event) : event.receivedAt, event }))
    .filter((row) => after === undefined || (after !== 'end' && newestFirst(after, row) < 0))
    .sort(newestFirst)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const events = page.map(({ event }) => toSummary(event))
  if (!last || rows.length <= limit) return { events }
  return { events, cursor: toCursor({ partitions: { all: { at: last.at, id: last.id } } }) }
}

function isAskedFor(event: InboxEvent, query: ListQuery): boolean {
  const { status, source, orderId, orderIds, reason, withdrawal } = query
  const { from = 0, to = Number.POSITIVE_INFINITY } = query
  return (
    (status === undefined || hasStatus(event, status)) &&
    (source === undefined || event.source === source) &&
    (orderId === undefined || event.orderId === orderId) &&
    (orderIds === undefined || (event.orderId !== undefined && orderIds.includes(event.orderId))) &&
    (reason === undefined || event.reason?.code === reason) &&
    (withdrawal === undefined || (event.withdrawal ?? false) === withdrawal) &&
    event.receivedAt >= from &&
    event.receivedAt <= to
  )
}

function toSummary(event: InboxEvent): EventSummary {
  const { id, source, status, wakeAt, epoch, attempts, orderId, reason, withdrawal, receivedAt, updatedAt } = event
  return deepCopy({
    ...{ id, source, status, epoch, attempts, receivedAt, updatedAt },
    ...(wakeAt !== undefined && { wakeAt }),
    ...(orderId !== undefined && { orderId }),
    ...(reason && { reason }),
    ...(withdrawal && { withdrawal }),
  })
}

/** Nobody can reach into what is stored; the bytes of a delivery never change and are shared. */
function copied({ delivery, ...event }: InboxEvent): InboxEvent {
  return { ...deepCopy(event), delivery }
}
