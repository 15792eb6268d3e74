import type { PaceItem } from '../../../lib/back-office/pace/state.ts'
import type { SessionItem } from '../../../lib/back-office/session/store.ts'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { AuditProgress } from '../../../lib/state/audit-progress.ts'
import { type Database, openDatabase } from '../../../lib/tables/sqlite/database.ts'
import { createSqliteItem, readItem } from '../../../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../../../lib/tables/sqlite/sqlite-inbox.ts'
import { createSqliteLearnt, createSqliteRecords } from '../../../lib/tables/sqlite/sqlite-state.ts'
import type { Item } from '../../memory/item-copy.ts'
import type { Change } from '../../memory/memory-dynamo.ts'
import { expired } from '../../memory/memory-stores.ts'
import { doing } from './dynamo-client.ts'
import { type DynamoStores, type Founding, judgeChange, reachPorts } from './dynamo-stores.ts'
import { isLabel, knownAs, type TrueTables, tableNames } from './true-tables.ts'

const dayMs = 86_400_000

/** The embedded store in memory, whose operations the weather hurts as a whole. */
export function createSqliteStores({ nature, config, toleranceMs, witnesses }: Founding): DynamoStores {
  const real = openDatabase()
  const onChange = (change: Change) =>
    judgeChange(change, { by: doing.getStore(), nature, config, toleranceMs, witnesses })
  const database = watched(real, onChange)
  return {
    tables: trueTables(real),
    session: () => readItem<SessionItem>(real, 'session'),
    connect(machine, { newId, ...hearing }) {
      const adapters = {
        inbox: createSqliteInbox({ database, newId, retentionMs: config.retention.days * dayMs }),
        records: createSqliteRecords({ database, keepMs: config.retention.ledgerDays * dayMs }),
        session: createSqliteItem<SessionItem>(database, 'session'),
        pace: createSqliteItem<PaceItem>(database, 'pace'),
        audits: createSqliteItem<AuditProgress>(database, 'audit'),
        learnt: createSqliteLearnt(database),
      }
      return reachPorts(nature, { machine, ...hearing }, adapters)
    },
    expire(at) {
      // Both tables lose what has expired at once.
      const items = () => new Set(real.all('SELECT id FROM items').map(({ id }) => String(id)))
      const before = items()
      const events = expired(real, 'events', at)
      const left = items()
      return { events, items: [...before].filter((id) => !left.has(id) && !isLabel(id)) }
    },
  }
}

/** Tells of each write what was there before, and is now, as the items of DynamoDB would have it. */
function watched(database: Database, onChange: (change: Change) => void): Database {
  return {
    ...database,
    run(sql, ...values) {
      const table = /^INSERT (?:OR REPLACE )?INTO (events|items) /.exec(sql)?.[1]
      if (!table) return database.run(sql, ...values)
      const id = String(values[0])
      const read = () => (table === 'events' ? eventItem(database, id) : stateItem(database, id))
      const before = read()
      const changes = database.run(sql, ...values)
      onChange({
        table: table === 'events' || isLabel(id) ? tableNames.events : tableNames.state,
        id,
        before,
        after: read(),
      })
      return changes
    },
  }
}

const joined = 'SELECT events.*, headers, body FROM events LEFT JOIN deliveries USING (id)'
type Row = Record<string, unknown>

function toEvent({ event, headers, body }: Row): InboxEvent {
  const delivery = { body: Buffer.from((body ?? []) as Uint8Array), headers: JSON.parse(String(headers ?? '{}')) }
  return { ...JSON.parse(String(event)), delivery }
}

function eventItem(database: Database, id: string): Item | undefined {
  const row = database.get(`${joined} WHERE id = ?`, id)
  if (!row) return undefined
  const event = toEvent(row)
  const { progress, history, delivery: _, ...fields } = event
  const item: Item = {
    ...fields,
    ...{ format: 2, listShard: 'list#0', progress: JSON.stringify(progress), history: JSON.stringify(history) },
    ...(row.part !== null && { wakeShard: `${row.part}#0`, wakeAt: row.wake_at }),
    ...(row.order_id !== null && { orderKey: `order#${row.order_id}` }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  }
  return knownAs(item, event)
}

function stateItem(database: Database, id: string): Item | undefined {
  const row = database.get('SELECT * FROM items WHERE id = ?', id)
  if (!row) return undefined
  const stored = JSON.parse(String(row.item))
  const expiry = row.expires_at === null ? {} : { expiresAt: row.expires_at }
  if (isLabel(id)) return { id, entries: new Set(stored), ...expiry }
  if (id.startsWith('day#')) return { id, keys: new Set(stored), ...expiry }
  if (id.startsWith('fact#')) return { id, place: stored, ...expiry }
  const { records = {}, ...others } = stored
  const columns = Object.entries(records).map(([key, record]) => [`write#${key}`, record])
  return { ...others, ...Object.fromEntries(columns), ...expiry }
}

function trueTables(database: Database): TrueTables {
  return {
    inbox: {
      async get(id) {
        const row = database.get(`${joined} WHERE id = ?`, id)
        return row && toEvent(row)
      },
      async list() {
        const rows = database.all(
          'SELECT id, received_at AS receivedAt, part, wake_at AS wakeAt FROM events ORDER BY received_at DESC, id',
        )
        const events = rows.map(({ id, receivedAt, part, wakeAt }) => ({
          ...{ id, receivedAt },
          ...(part === 'due' && { wakeAt }),
        }))
        return { events: events as never }
      },
      walk: async () =>
        database
          .all(`${joined} ORDER BY received_at, id`)
          .map((row) => ({ id: String(row.id), at: Number(row.received_at), read: () => toEvent(row) })),
    },
    records: createSqliteRecords({ database, keepMs: 0 }),
    audits: createSqliteItem<AuditProgress>(database, 'audit'),
  }
}
