import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { eventsTable } from '../../lib/inbox/tables.ts'
import { importIntoDynoxide } from '../../test/inbox/dynoxide.ts'

/** How many items are in one file. */
const itemsOfFile = 20_000

/** Makes a database in a folder, whose events table of that name has these items. Answers the database's file. */
export async function importEvents(folder: string, { table, items }: { table: string; items: Iterable<object> }) {
  const source = join(folder, 'export')
  await mkdir(join(source, table, 'data'), { recursive: true })
  const { StreamSpecification: _, ...shape } = eventsTable
  const schema = join(folder, 'schema.json')
  await writeFile(schema, JSON.stringify([{ Table: { TableName: table, TableStatus: 'ACTIVE', ...shape } }]))
  let lines: string[] = []
  let files = 0
  const store = async () => {
    files += 1
    const file = join(source, table, 'data', `${files}.json.gz`)
    await writeFile(file, await promisify(gzip)(lines.join(''), { level: constants.Z_BEST_SPEED }))
    lines = []
  }
  for (const Item of items) {
    lines.push(`${JSON.stringify({ Item })}\n`)
    if (lines.length === itemsOfFile) await store()
  }
  if (lines.length > 0) await store()
  const database = join(folder, 'events.db')
  await importIntoDynoxide({ source, schema, database })
  return database
}
