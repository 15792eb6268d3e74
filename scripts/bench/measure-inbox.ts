import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { startDynoxide } from '../../test/inbox/dynoxide.ts'
import { countReads, type Reads } from './count-reads.ts'
import { importEvents } from './import-events.ts'
import { median } from './median.ts'

/** `finds`: how many events it answers in every table; if it does not, nothing was measured. */
export type Operation = { run: (inbox: Inbox) => Promise<number>; finds?: number }
export type Operations = Readonly<Record<string, Operation>>

/** What an operation took: what its first run read, and the median of the milliseconds. */
export type Took = Reads & { ms: number }

/** How often each operation runs for its time. */
type Turns = { turns: number }

const table = 'events'

/** What each operation takes over a table that holds `items` and nothing else. */
export async function measureOver(
  items: Iterable<object>,
  operations: Operations,
  { turns }: Turns,
): Promise<Record<string, Took>> {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-'))
  try {
    const server = await startDynoxide(await importEvents(folder, { table, items }))
    return await measureAt(server.endpoint, operations, { turns }).finally(server.close)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAt(endpoint: string, operations: Operations, { turns }: Turns): Promise<Record<string, Took>> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials })
  try {
    const { documentClient, reads } = countReads(DynamoDBDocumentClient.from(client))
    const options = { documentClient, table, newId: () => crypto.randomUUID(), retentionMs: 30 * 86_400_000 }
    const inbox = createDynamoInbox(options)
    const took: Record<string, Took> = {}
    for (const [name, operation] of Object.entries(operations))
      took[name] = await repeat(async () => mustFind(name, operation, await operation.run(inbox)), { reads, turns })
    return took
  } finally {
    client.destroy()
  }
}

function mustFind(name: string, { finds }: Operation, found: number): void {
  if (finds !== undefined && found !== finds) throw new Error(`${name} found ${found} events, not ${finds}`)
}

async function repeat(run: () => Promise<unknown>, { reads, turns }: Turns & { reads: Reads }): Promise<Took> {
  Object.assign(reads, { requests: 0, itemsRead: 0 })
  await run()
  const first = { ...reads }
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now()
    await run()
    times.push(performance.now() - from)
  }
  return { ...first, ms: median(times) }
}
