import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, readSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SessionItem } from '../lib/back-office/session/store.ts'
import { stoodStill } from '../lib/inbox/transitions.ts'
import { type Database, openDatabase, StoreUnusable } from '../lib/tables/sqlite/database.ts'
import { createSqliteItem, expireSome } from '../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../lib/tables/sqlite/sqlite-inbox.ts'
import { timingAt } from '../lib/workflow/timing.ts'
import { CannotStart } from './cannot-start.ts'
import { noteUse } from './copies.ts'
import { makeFolder, orCannotStart } from './make-folder.ts'
import { report } from './report.ts'
import { startSchedule } from './schedule.ts'

const sweepMs = 60_000

const mostTries = 8

/**
 * Opens the store of a file, or one in memory, for this process alone. Of processes that start at once each may see another one's lock for
 * a moment, so it tries again after a random time. Throws `CannotStart`.
 */
export function openOrCannotStart(file: string | undefined, tries = 1): Database {
  if (file !== undefined) makePrivate(file)
  try {
    return openDatabase(file)
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error
    if (!error.isInUse || tries === mostTries) throw new CannotStart(error.message)
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + Math.random() * 90)
  return openOrCannotStart(file, tries + 1)
}

/** NFS, SMB, CIFS, SMB2, AFS, Ceph, Lustre and 9P by their numbers in Linux (statfs(2), linux/magic.h). */
const networks: ReadonlySet<number> = new Set([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42],
  ...[0x5346414f, 0x00c36400, 0x0bd00bd0, 0x01021997],
])

/** For this user alone. Nothing but SQLite opens a file that is there: closing it would end this process's lock on it. */
function makePrivate(file: string): void {
  const folder = dirname(file)
  makeFolder(folder)
  orCannotStart(folder, () => {
    if (networks.has(statfsSync(folder).type))
      throw new CannotStart(`${folder} is on a network file system, which may damage a store: use a local disk.`)
    mustBeOneStore(file)
    if (existsSync(file)) chmodSync(file, 0o600)
    else closeSync(openSync(file, 'a', 0o600))
  })
}

/**
 * A backup has no log of its own (byte 18 of its header, sqlite.org/fileformat2.html): what lies beside it is of the store that it was put
 * over, and SQLite would write that into it.
 */
function mustBeOneStore(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (!log || log.size === 0 || !existsSync(file)) return
  const header = Buffer.alloc(20)
  const opened = openSync(file, 'r')
  readSync(opened, header)
  closeSync(opened)
  if (header[18] === 1)
    throw new CannotStart(
      `${file} is a backup, and ${file}-wal of another store lies beside it: use serve --restore with an empty folder.`,
    )
}

/**
 * Ends the claims of a process that is gone, whose events are due now, and its login lease (the attempt stays counted). Writes of unknown
 * outcome still wait until they settle. Nothing else may work on the store.
 */
export async function endLeases(database: Database): Promise<void> {
  await inboxOf(database).endLeases(Date.now())
  const session = createSqliteItem<SessionItem>(database, 'session')
  const previous = await session.read()
  if (!previous?.lease) return
  const { lease: _, ...rest } = previous
  await session.replace({ ...rest, writeId: randomUUID() }, { previous })
}

const { retryScheduleMs } = timingAt(1, 0)

/** The claims of a process that its watchdog has ended: one of them may be what it stood still for, so each waits longer every time. */
export async function endStoodStill(database: Database): Promise<void> {
  const inbox = inboxOf(database)
  const moment = () => ({ now: Date.now(), writeId: randomUUID(), retryScheduleMs })
  for (const event of inbox.running()) await inbox.save(event, stoodStill(event, moment()))
}

/** Events that wait for the worker: what a process that is gone has accepted, and not begun. */
export async function readyIn(database: Database): Promise<string[]> {
  const { events } = await inboxOf(database).list({ status: 'ready', limit: 100 })
  return events.map(({ id }) => id)
}

const inboxOf = (database: Database) => createSqliteInbox({ database, newId: randomUUID, retentionMs: 0 })

/**
 * Deletes what has expired, now and every minute, and notes beside `file` that it is in use. That also shows that a full disk has room
 * again. Returns what stops it.
 */
export function startSweep(database: Database, file?: string): () => void {
  const run = async () => {
    // One transaction at a time, so that nothing waits long.
    while (database.connection.isOpen && expireSome(database, Date.now())) await nextTurn()
    if (!database.connection.isOpen) return
    database.clearLog()
    if (file !== undefined) noteUse(database, file)
  }
  return startSchedule({ everyMs: sweepMs, run, now: Date.now, report }).stop
}
