import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { backupTo } from '../../lib/tables/sqlite/backup.ts'
import type { Database } from '../../lib/tables/sqlite/database.ts'
import { createSqliteItem, writeItem } from '../../lib/tables/sqlite/items.ts'
import { beginIfCopy, noteUse } from '../../local/copies.ts'
import { openOrCannotStart } from '../../local/process-store.ts'
import { restore, storeIn } from '../../local/serve/restore.ts'
import { temporaryFolder } from './running-stack.ts'

function opened(file: string): Database {
  const database = openOrCannotStart(file)
  onTestFinished(() => {
    if (database.connection.isOpen) database.close()
  })
  return database
}

const folders = () => {
  const folder = temporaryFolder()
  return { file: join(folder, 'there', 'bridge.sqlite'), copy: join(folder, 'copy'), data: join(folder, 'data') }
}
const isPaused = async (database: Database) => (await createSqliteItem(database, 'pauses').read()) !== undefined
/** The store of a bridge that is used at this second, or that is said to be a copy. */
const swept = (database: Database, second: number) =>
  writeItem(database, 'swept', { item: second, expiresAt: undefined })

it('a copy that a person says so of counts once, and so does the next one that is put over the same file', () => {
  const { file, copy } = folders()
  const use = (second: number) => {
    const database = opened(file)
    const isFirst = beginIfCopy(database, { file, isSaid: true, language: 'en' })
    swept(database, second)
    noteUse(database, file)
    database.close()
    return isFirst
  }
  expect([use(100), use(200)]).toEqual([true, false])
  copyFileSync(file, copy)
  expect([use(300), use(400)]).toEqual([false, false])
  copyFileSync(copy, file)
  expect([use(500), use(600)]).toEqual([true, false])
})

it('a restore needs an empty folder, which may hold what an earlier try or a file system has left', async () => {
  const { file, copy, data } = folders()
  await backupTo(opened(file), copy, 1)
  mkdirSync(join(data, 'lost+found'), { recursive: true })
  for (const end of ['.restoring', '.restoring-wal', '.restoring.used.new', '.used'])
    writeFileSync(join(data, `bridge.sqlite${end}`), 'half')
  restore(copy, data, 'en')
  expect(readdirSync(data).toSorted()).toEqual(['bridge.sqlite', 'bridge.sqlite.used', 'lost+found'])
  expect(await isPaused(opened(storeIn(data)))).toBe(true)
  expect(() => restore(copy, data, 'en')).toThrow(`${data} is not empty: `)
})

it('a restore takes the files of a bridge that was killed, and no other database', async () => {
  const { file, copy, data } = folders()
  opened(file)
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${copy}${end}`)
  mkdirSync(data)
  restore(copy, data, 'en')
  expect(await isPaused(opened(storeIn(data)))).toBe(true)

  const other = `${copy}-other`
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE notes (text)')
  database.close()
  mkdirSync(`${data}-2`)
  for (const none of [other, join(data, 'none'), data]) {
    expect(() => restore(none, `${data}-2`, 'en')).toThrow(`${none} is no copy of a store: `)
    expect(readdirSync(`${data}-2`)).toEqual([])
  }
})

it('a backup that is put over the store of a killed bridge is refused: its log would be written into it', async () => {
  const { file, copy } = folders()
  await backupTo(opened(file), copy, 1)
  const put = `${file}-2`
  for (const end of ['', '-wal']) copyFileSync(end === '' ? copy : `${file}${end}`, `${put}${end}`)
  writeFileSync(`${put}-wal`, 'frames of another store')
  expect(() => openOrCannotStart(put)).toThrow(`${put} is a backup, and ${put}-wal of another store lies beside it: `)
})
