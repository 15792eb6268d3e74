import type { EventSummary, InboxEvent } from '../../inbox/event.ts'
import { expiryOf, summaryFields, wakePartOf, wakeTimeOf } from '../../inbox/event.ts'
import { fitsQuery, listedFrom } from '../../inbox/fits-query.ts'
import { type Inbox, type ListQuery, LostEvent, type Place, type Walked } from '../../inbox/inbox.ts'
import type { LearntSet } from '../../inbox/labels.ts'
import { keysOf, labelItemId, labelSet, linesIn, linesItemId, linesSet, numbersIn } from '../../inbox/labels.ts'
import { type After, mergePartitions, type Page, parseCursor, toCursor } from '../../inbox/merge-partitions.ts'
import { accepted, claimed, leaseEnded } from '../../inbox/transitions.ts'
import type { Database } from './database.ts'
import { addTo, readItem } from './items.ts'

type Options = {
  database: Database
  newId: () => string
  retentionMs: number
  /** Called after each write that leaves an event `ready`: what the stream of the events table is in DynamoDB. */
  onReady?: ((id: string) => void) | undefined
}

/** `endLeases`: at the start of the one process, of all runs of the one before. An event's first 50 count as no attempts, or kills would use it up. */
type OwnInbox = Inbox & { running(): InboxEvent[]; endLeases(now: number): Promise<number> }

/** Each operation is one transaction: it reads the event, applies the rule of the inbox, and writes it. */
export function createSqliteInbox(options: Options): OwnInbox {
  const { database, newId } = options
  const { transaction } = database
  const running = () => database.all(`${joined} WHERE part = 'due' AND status = 'running'`).map(toEvent)
  const learn = async (set: LearntSet) => {
    if (set.entries.length > 0) transaction(() => addTo(database, set))
  }
  return {
    async accept(event) {
      const status = transaction(() => {
        if (database.get('SELECT 1 FROM events WHERE id = ?', event.id)) return 'duplicate'
        const { headers, body } = event.delivery
        write(options, accepted(event, newId()))
        database.run('INSERT INTO deliveries VALUES (?, ?, ?)', event.id, JSON.stringify(headers), body)
        return 'accepted'
      })
      if (status === 'accepted') options.onReady?.(event.id)
      return status
    },
    async claim(id, { now, leaseMs, writeId = newId() }) {
      return transaction(() => {
        const event = read(database, id)
        const taken = event && claimed(event, { now, leaseMs, writeId })
        if (taken) write(options, taken)
        return taken
      })
    },
    async save(previous, next) {
      transaction(() => {
        const stored = read(database, previous.id)
        if (stored?.epoch !== previous.epoch || stored.status !== previous.status)
          throw new LostEvent(`event ${previous.id} is no longer ${previous.status} at epoch ${previous.epoch}`)
        write(options, next)
        if (next.delivery === previous.delivery) return
        const { headers, body } = next.delivery
        database.run('UPDATE deliveries SET headers = ?, body = ? WHERE id = ?', JSON.stringify(headers), body, next.id)
      })
      if (next.status === 'ready') options.onReady?.(next.id)
    },
    get: async (id) => read(database, id),
    getAll: async (ids) => [...new Set(ids)].flatMap((id) => database.all(`${joined} WHERE id = ?`, id).map(toWalked)),
    async due({ now, limit, after }) {
      const { at, id } = after ?? { at: 0, id: '' }
      const where = "part = 'due' AND wake_at <= ? AND (wake_at, id) > (?, ?) ORDER BY wake_at, id LIMIT ?"
      return database.all(`SELECT id, wake_at AS at FROM events WHERE ${where}`, now, at, id, limit) as Place[]
    },
    async walk({ after, limit }) {
      const { at, id } = after ?? { at: 0, id: '' }
      const where = 'WHERE (received_at, id) > (?, ?) ORDER BY received_at, id LIMIT ?'
      return database.all(`${joined} ${where}`, at, id, limit).map(toWalked)
    },
    list: (query) => readList(database, query),
    running,
    async endLeases(now) {
      return transaction(() => {
        const leased = running().filter(({ leaseUntil = now }) => leaseUntil > now)
        for (const event of leased) write(options, leaseEnded(event, { now, writeId: newId() }))
        return leased.length
      })
    },
    learnLabel: (shop, learnt) => learn(labelSet(shop, learnt)),
    learnLines: (shop, learnt) => learn(linesSet(shop, learnt)),
    async numbersOfLabel(shop, label) {
      const items = keysOf(label).map((key) => readItem<string[]>(database, labelItemId(shop, key)) ?? [])
      return numbersIn(items, label)
    },
    linesOf: async (shop, number) => linesIn(readItem(database, linesItemId(shop, number)) ?? []),
  }
}

const joined = 'SELECT id, event, received_at, headers, body FROM events JOIN deliveries USING (id)'
type Row = Record<string, unknown>

function toEvent({ event, headers, body }: Row): InboxEvent {
  const delivery = { body: Buffer.from(body as Uint8Array), headers: JSON.parse(String(headers)) }
  return { ...JSON.parse(String(event)), delivery }
}

const toWalked = (row: Row): Walked => ({
  at: Number(row.received_at),
  id: String(row.id),
  read: () => toEvent(row),
})

function read(database: Database, id: string): InboxEvent | undefined {
  const row = database.get(`${joined} WHERE id = ?`, id)
  return row && toEvent(row)
}

/** All but the delivery. */
function write({ database, retentionMs }: Options, { delivery: _, ...event }: InboxEvent): void {
  const { id, status, receivedAt, orderId } = event
  const part = wakePartOf(status)
  database.run(
    'INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[id, JSON.stringify(event), status, part ?? null, part ? wakeTimeOf(event) : null, receivedAt],
    ...[orderId ?? null, expiryOf(event, retentionMs) ?? null],
  )
}

const pageRows = 100
/** Pages that a list reads beyond the first of each order. */
const morePages = 12
type Listed = Place & { event: EventSummary }

/** Newest first, from the index that fits best; the rest of the query is applied to each row. */
async function readList(database: Database, query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }> {
  const { orders, part } = listedFrom(query)
  const keys = orders?.map(String) ?? ['all']
  const [index, sort] = orders ? ['order_id = ?', 'received_at'] : part ? ['part = ?', 'wake_at'] : ['1', 'received_at']
  const { rows, place } = await mergePartitions<Listed>({
    keys,
    start: parseCursor(query.cursor),
    limit: query.limit,
    maxPages: keys.length + morePages,
    readPage: async (key, { from, newest = Number.MAX_SAFE_INTEGER }: After): Promise<Page<Listed>> => {
      const { at, id } = from ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
      const range = `${sort} BETWEEN ? AND ? AND (${sort} < ? OR (${sort} = ? AND id > ?))`
      const found = database.all(
        `SELECT id, event, ${sort} AS at FROM events WHERE ${index} AND ${range} ORDER BY ${sort} DESC, id LIMIT ?`,
        ...(orders ? [Number(key)] : part ? [part] : []),
        ...[query.from ?? 0, Math.min(query.to ?? newest, newest), at, at, id, pageRows + 1],
      )
      const page = found
        .slice(0, pageRows)
        .map(({ id, at, event }) => ({ id, at, event: toSummary(String(event)) }) as Listed)
      const last = found.length > pageRows ? page.at(-1) : undefined
      return {
        rows: page.filter(({ event }) => fitsQuery(event, query)),
        readTo: last ? { at: last.at, id: last.id } : 'end',
      }
    },
  })
  const events = rows.map(({ event }) => event)
  return place ? { events, cursor: toCursor(place) } : { events }
}

function toSummary(event: string): EventSummary {
  const all = JSON.parse(event)
  const shown = summaryFields.filter((name) => all[name] !== undefined)
  return Object.fromEntries(shown.map((name) => [name, all[name]])) as EventSummary
}
