import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { backupTo, copiedAt, forgetCopy } from '../../lib/tables/sqlite/backup.ts'
import { type Database, openDatabase } from '../../lib/tables/sqlite/database.ts'
import { expireSome } from '../../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { openOrCannotStart } from '../../local/process-store.ts'
import { counter, retentionMs } from '../inbox/backends.ts'

const secretText = 'Frau Geheim, Musterweg 1'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'bridge.sqlite')
}

function opened(file: string): Database {
  const database = openOrCannotStart(file)
  database.connection.exec('PRAGMA synchronous = OFF')
  onTestFinished(() => {
    if (database.connection.isOpen) database.close()
  })
  return database
}

const inboxOf = (database: Database) => createSqliteInbox({ database, newId: counter(), retentionMs })
const accept = (database: Database, id: string, body = Buffer.from(secretText)) =>
  inboxOf(database).accept({ id, source: 'shopify', delivery: { body, headers: {} }, now: 1_000, hintMs: 100 })
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

it('keeps what was accepted, in files for nobody else', async () => {
  const file = newFile()
  const database = opened(file)
  await accept(database, 'shopify/1')
  expect([modeOf(join(file, '..')), modeOf(file), modeOf(`${file}-wal`)]).toEqual(['700', '600', '600'])
  database.close()
  expect((await inboxOf(opened(file)).get('shopify/1'))?.delivery.body.toString()).toBe(secretText)
})

it('is refused while another connection has it, and free after its end', async () => {
  const file = newFile()
  const first = opened(file)
  expect(() => openDatabase(file)).toThrow(`${file} is in use by another process`)
  expect(await accept(first, 'shopify/1')).toBe('accepted')
  first.close()
  opened(file)
})

it('of a newer version is refused and left as it is', () => {
  const file = newFile()
  opened(file).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  const before = readFileSync(file)
  expect(() => openDatabase(file)).toThrow(/newer version of the bridge \(schema 99, this one knows \d+\)/)
  expect(readFileSync(file)).toEqual(before)
})

it('is refused with a sentence where the file is something else', () => {
  const file = newFile()
  opened(file).close()
  writeFileSync(file, 'not a database, but long enough to look like the beginning of one'.repeat(20))
  expect(() => openDatabase(file)).toThrow(`${file} cannot be opened (file is not a database).`)
})

it('refuses what a full disk cannot take, as a whole, and goes on when there is room', async () => {
  const database = opened(newFile())
  const { connection } = database
  const pages = Number(connection.prepare('PRAGMA page_count').get()?.page_count)
  connection.exec(`PRAGMA max_page_count = ${pages + 2}`)
  const full = 'database or disk is full'
  await expect(accept(database, 'shopify/1', Buffer.alloc(100_000, 'x'))).rejects.toMatchObject({
    name: `SQLite: ${full}`,
  })
  expect(database.isWriting()).toBe(false)
  expect(await inboxOf(database).get('shopify/1')).toBeUndefined()
  connection.exec('PRAGMA max_page_count = 100000')
  expect(await accept(database, 'shopify/1', Buffer.alloc(100_000, 'x'))).toBe('accepted')
  expect(database.isWriting()).toBe(true)
})

it('has nothing left of what has expired', async () => {
  const file = newFile()
  const database = opened(file)
  for (let id = 0; id < 600; id++) await accept(database, `shopify/${id}`)
  database.connection.exec('UPDATE events SET expires_at = 5')
  expect(expireSome(database, 6_000)).toBe(true)
  expect(expireSome(database, 6_000)).toBe(false)
  expect(await inboxOf(database).walk({ limit: 1 })).toEqual([])
  database.clearLog()
  for (const one of [file, `${file}-wal`]) expect(readFileSync(one).includes(secretText)).toBe(false)
})

it('is copied as it is while it is written, with a mark, and over nothing that is there', async () => {
  const file = newFile()
  const database = opened(file)
  for (let id = 0; id < 300; id++) await accept(database, `shopify/${id}`, Buffer.alloc(20_000, 'x'))
  const copy = join(file, '..', 'copy.sqlite')
  let copied = false
  const copying = backupTo(database, copy, 5_000).then(() => {
    copied = true
  })
  await expect(backupTo(database, `${copy}-2`, 5_000)).rejects.toThrow('Another backup is being written')
  for (let id = 1_000; !copied; id++) {
    await accept(database, `shopify/${id}`)
    database.clearLog()
    await nextTurn()
  }
  await copying
  expect(modeOf(copy)).toBe('600')
  await expect(backupTo(database, copy, 6_000)).rejects.toThrow(`${copy} is there already: name another file.`)
  await expect(backupTo(database, '/nowhere/copy', 6_000)).rejects.toThrow('/nowhere/copy cannot be written (ENOENT): ')
  expect(copiedAt(database)).toBeUndefined()
  const restored = opened(copy)
  expect(restored.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect((await inboxOf(restored).walk({ limit: 100_000 })).length).toBe(300)
  expect(copiedAt(restored)).toBe(5_000)
  forgetCopy(restored)
  expect(copiedAt(restored)).toBeUndefined()
})

it('prepares nothing anew for a later sweep', () => {
  const database = opened(newFile())
  const prepare = vi.spyOn(database.connection, 'prepare')
  expireSome(database, 1_000_000)
  const before = prepare.mock.calls.length
  expireSome(database, 2_000_000)
  expect([before > 0, prepare.mock.calls.length]).toEqual([true, before])
})
