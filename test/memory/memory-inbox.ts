import { parseCursor, toCursor } from '../../lib/inbox/cursor.ts'
import { deepCopy } from './deep-copy.ts'
import { endedFirst } from '../../lib/inbox/ended-order.ts'
import { type EndedSummary, type EventSummary, type InboxEvent, mostCutsGivenBack } from '../../lib/inbox/event.ts'
import { withoutClaim } from '../../lib/inbox/history.ts'
import { type EndedQuery, type Inbox, type ListQuery, LostEvent, type NewEvent } from '../../lib/inbox/inbox.ts'
import { mustCompress, mustFit } from '../../lib/inbox/item-size.ts'
import { isOpen, stageOf } from '../../lib/inbox/shards.ts'
import { accepted, claimed } from '../../lib/inbox/transitions.ts'

type Stored = Map<string, InboxEvent>

/** The inbox in memory, for tests and the simulation; `newId` makes the ids of conditional writes. */
export function createMemoryInbox({ newId }: { newId: () => string }): Inbox {
  const stored: Stored = new Map()
  return {
    async accept(event) {
      mustCompress(event.delivery.body)
      if (stored.has(event.id)) return 'duplicate'
      stored.set(event.id, copied(accepted(event satisfies NewEvent, newId())))
      return 'accepted'
    },

    async claim(id, { now, leaseMs }) {
      const event = stored.get(id)
      const taken = event && claimed(event, { now, leaseMs, writeId: newId() })
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

    get: async (id) => copiedOrNone(stored.get(id)),
    due: async ({ now, limit }) => dueAmong(stored, now).slice(0, limit).map(toSummary),
    list: async (query) => listed(stored, query),
    ended: async (query) => endedAmong(stored, query),

    async remove({ id, epoch }) {
      const event = stored.get(id)
      if (event && !(event.epoch === epoch && event.expiresAt !== undefined)) return false
      stored.delete(id)
      return true
    },

    async endLeases(now) {
      const cut = [...stored.values()].filter(
        ({ status, wakeAt }) => status === 'running' && wakeAt !== undefined && wakeAt > now,
      )
      for (const event of cut) {
        const cuts = event.cut ?? 0
        const given = cuts < mostCutsGivenBack ? { attempts: event.attempts - 1, cut: cuts + 1 } : {}
        const fields = { wakeAt: now, ...given, history: withoutClaim(event.history) }
        stored.set(event.id, { ...event, ...fields, writeId: newId() })
      }
      return cut.length
    },
  }
}

function dueAmong(stored: Stored, now: number): InboxEvent[] {
  const due = [...stored.values()].filter(
    ({ status, wakeAt = Number.POSITIVE_INFINITY }) => isOpen(status) && wakeAt <= now,
  )
  return due.sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.id < b.id ? -1 : 1))
}

function endedAmong(stored: Stored, { stage, until, after, limit }: EndedQuery): EndedSummary[] {
  return [...stored.values()]
    .flatMap((event) => (event.endedAt === undefined ? [] : [{ ...event, endedAt: event.endedAt }]))
    .filter((event) => stageOf(event) === stage && event.endedAt <= until)
    .filter((event) => after === undefined || endedFirst(event, after) > 0)
    .sort(endedFirst)
    .slice(0, limit)
    .map((event) => ({ ...toSummary(event), endedAt: event.endedAt }))
}

function listed(stored: Stored, { status, source, orderId, limit, cursor }: ListQuery) {
  const after = parseCursor(cursor).at.all
  const fits = (event: InboxEvent) =>
    (status === undefined || event.status === status) &&
    (source === undefined || event.source === source) &&
    (orderId === undefined || event.orderId === orderId) &&
    (after === undefined || (after !== 'end' && newestFirst(after, event) < 0))
  const rows = [...stored.values()].filter(fits).sort(newestFirst)
  const page = rows.slice(0, limit).map(toSummary)
  const last = page.at(-1)
  if (!last || rows.length <= limit) return { events: page }
  return { events: page, cursor: toCursor({ at: { all: { receivedAt: last.receivedAt, id: last.id } } }) }
}

type Row = { receivedAt: number; id: string }
const newestFirst = (a: Row, b: Row) => b.receivedAt - a.receivedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function toSummary(event: InboxEvent): EventSummary {
  const { id, source, status, wakeAt, epoch, attempts, orderId, reason, receivedAt, updatedAt } = event
  return {
    ...{ id, source, status, epoch, attempts, receivedAt, updatedAt },
    ...(wakeAt !== undefined && { wakeAt }),
    ...(orderId !== undefined && { orderId }),
    ...(reason && { reason: { ...reason } }),
  }
}

/** Nobody can reach into what is stored; the bytes of a delivery never change and are shared. */
function copied({ delivery, ...event }: InboxEvent): InboxEvent {
  return { ...deepCopy(event), ...(delivery && { delivery }) }
}

const copiedOrNone = (event: InboxEvent | undefined) => event && copied(event)
