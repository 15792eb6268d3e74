import type { InboxEvent } from '../../lib/inbox/event.ts'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'

const retentionMs = 30 * 86_400_000

/** Puts events into the store of `npm start` in this file. A kill meanwhile would leave nothing of use, so nothing waits for the disk. */
export async function storeEvents(file: string, events: Iterable<InboxEvent>): Promise<void> {
  const database = openDatabase(file)
  database.connection.exec('PRAGMA synchronous = OFF')
  let ids = 0
  const inbox = createSqliteInbox({ database, newId: () => `w-${++ids}`, retentionMs })
  for (const event of events) {
    const { id, source, delivery, receivedAt: now } = event
    await inbox.accept({ id, source, delivery, now, hintMs: 0 })
    await inbox.save({ ...event, status: 'ready', epoch: 0 }, event)
  }
  database.close()
}
