import { closeSync, openSync, read } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'

type Row = Record<string, unknown>
type Values = readonly SQLInputValue[]

/** The one connection of a process. All is synchronous, so what runs in one `transaction` sees and leaves no half of anything. */
export type Database = {
  connection: DatabaseSync
  /** Rolled back if `work` or the commit throws: a full disk leaves a connection that goes on when there is room. */
  transaction<T>(work: () => T): T
  get(sql: string, ...values: Values): Row | undefined
  all(sql: string, ...values: Values): Row[]
  /** Answers how many rows it changed. */
  run(sql: string, ...values: Values): number
  /** Whether the last transaction could be stored. */
  isWriting(): boolean
  /** Empties the log of what was written, where deleted pages are still readable. */
  clearLog(): void
  /**
   * While `work` reads the file it stays as it is now: what is written stays in the log. Undefined: it does for another one, or the store is
   * in memory.
   */
  withStillFile<T>(work: (file: AsyncIterable<Buffer>) => Promise<T>): Promise<T> | undefined
  close(): void
}

/** A file that cannot be the store of this process. The message says why, and what to do. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable'
  /** Another process has it open. */
  readonly isInUse: boolean
  constructor(message: string, { isInUse = false }: { isInUse?: boolean } = {}) {
    super(message)
    this.isInUse = isInUse
  }
}

/** Opens, or makes, the store of a file for this process alone; without one, in memory. Throws `StoreUnusable`. */
export function openDatabase(file?: string): Database {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file ?? ':memory:', { timeout: 0 })
    prepare(connection, file)
    return toDatabase(connection)
  } catch (error) {
    connection?.close()
    throw file === undefined || error instanceof StoreUnusable ? error : unusable(file, error)
  }
}

/** Whoever changes the schema, or the format of what is stored as JSON (lib/inbox/format.ts), raises it and says how an older store is converted. */
const schemaVersion = 1

/**
 * An event without its delivery is JSON, and beside it what is looked for; `part`, `wake_at`: as in the `wake` index of DynamoDB. All else is
 * an item: write records, facts, what was learnt, the session. `expires_at`: seconds.
 */
const schema = `
CREATE TABLE events (
  id TEXT PRIMARY KEY, event TEXT NOT NULL, status TEXT NOT NULL, part TEXT, wake_at REAL, received_at REAL NOT NULL, order_id INTEGER,
  expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX wake ON events (part, wake_at, id) WHERE part IS NOT NULL;
CREATE INDEX receipt ON events (received_at, id);
CREATE INDEX orders ON events (order_id, received_at, id) WHERE order_id IS NOT NULL;
CREATE INDEX events_expiry ON events (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE deliveries (id TEXT PRIMARY KEY, headers TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE items (id TEXT PRIMARY KEY, item TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
CREATE INDEX items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL
`

/** In this order: the lock is exclusive before anything is read, and nothing is changed in a store of a newer version. */
function prepare(connection: DatabaseSync, file: string | undefined): void {
  connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version)
  const schemas = `schema ${version}, this one knows ${schemaVersion}`
  if (version > schemaVersion)
    throw new StoreUnusable(`${file} was written by a newer version of the bridge (${schemas}): start that one.`)
  const mode = connection.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode
  if (file !== undefined && mode !== 'wal')
    throw new StoreUnusable(
      `${dirname(file)} is on a file system that cannot keep a write-ahead log: use a local disk.`,
    )
  connection.exec('BEGIN EXCLUSIVE')
  if (version === 0) connection.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`)
  connection.exec('COMMIT')
}

/** SQLite's own default. */
const logPages = 1_000

export function toDatabase(connection: DatabaseSync): Database {
  // By their text, and for good: a value belongs into `values`, never into the text.
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, known)
    return known
  }
  let isWriting = true
  let isStill = false
  let descriptor: number | undefined
  const clearLog = (): void => {
    if (!isStill) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  async function keepStill<T>(file: string, work: (file: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    // Kept open: where a process closes a file, it loses all its locks on it (fcntl(2)).
    descriptor ??= openSync(file, 'r')
    clearLog()
    isStill = true
    try {
      connection.exec('PRAGMA wal_autocheckpoint = 0')
      return await work(chunksOf(descriptor))
    } finally {
      isStill = false
      if (connection.isOpen) connection.exec(`PRAGMA wal_autocheckpoint = ${logPages}`)
    }
  }
  return {
    connection,
    clearLog,
    withStillFile(work) {
      const file = connection.location()
      return isStill || file === null ? undefined : keepStill(file, work)
    },
    transaction(work) {
      try {
        connection.exec('BEGIN IMMEDIATE')
        const answer = work()
        connection.exec('COMMIT')
        isWriting = true
        return answer
      } catch (error) {
        if (isOfSqlite(error)) {
          isWriting = false
          // Logs show the name alone, and SQLite's is plain `Error`. Its own text of the code holds no values.
          error.name = `SQLite: ${error.errstr}`
        }
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    get: (sql, ...values) => prepared(sql).get(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    isWriting: () => isWriting,
    close() {
      connection.close()
      if (descriptor !== undefined) closeSync(descriptor)
    },
  }
}

const chunkBytes = 1_048_576

/** What a file holds. A stream would close it. */
async function* chunksOf(descriptor: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = { buffer: Buffer.alloc(chunkBytes), position }
    const { bytesRead, buffer } = await promisify(read)(descriptor, chunk)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

type SqliteError = Error & { errcode: number; errstr: string }
const isOfSqlite = (error: unknown): error is SqliteError => error instanceof Error && 'errstr' in error

/** SQLITE_BUSY. */
const busy = 5

function unusable(file: string, error: unknown): StoreUnusable {
  if (isOfSqlite(error) && error.errcode === busy) {
    const message = `${file} is in use by another process: stop that one first, or use another folder.`
    return new StoreUnusable(message, { isInUse: true })
  }
  return new StoreUnusable(`${file} cannot be opened (${error instanceof Error ? error.message : error}).`)
}
