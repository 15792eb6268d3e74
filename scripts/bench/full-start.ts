import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExchange } from '../../lib/aws/exchange.ts'
import { awsServices, createSignedCall, type SignedCall } from '../../lib/aws/signed-call.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { tableNames } from '../../local/table-names.ts'
import { readBanner, spawnProgram } from '../../test/local/program.ts'
import { operatorAt } from './local-bridge.ts'
import { median } from './median.ts'
import type { Part } from './part.ts'
import { processorMs } from './processor-time.ts'
import { doneItems } from './stored-events.ts'

/** On a busy machine. */
const patienceMs = 120_000
/** What one BatchWriteItem takes, and how many run side by side. */
const [batch, sideBySide] = [25, 4]
/** Events of a list that shows whether they are there. */
const listed = 10

/** The processor time of `npm start`, until it shows its addresses. */
export const fullStart: Part = {
  says: 'npm start after a clean stop with 100,000 events stored, against none',
  async measure({ fullStarts, kept }) {
    const folder = await mkdtemp(join(tmpdir(), 'start-'))
    try {
      const folders = { empty: join(folder, 'empty'), full: join(folder, 'full') }
      await fill(join(folders.full, 'dynamodb'), kept)
      const ratios: number[] = []
      for (let turn = 0; turn <= fullStarts; turn += 1) {
        const empty = await startMs(folders.empty, { found: 0 })
        const full = await startMs(folders.full, { found: Math.min(kept, listed) })
        // The first one makes the empty tables, and fills the caches of the file system.
        if (turn > 0) ratios.push(full / empty)
      }
      return [
        {
          what: `npm start with ${kept.toLocaleString('en-US')} events, against none: processor time`,
          ...{ measured: median(ratios), unit: 'x', limit: { atMost: 1.3 } },
        },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Starts it, looks whether it has the events, and stops it as a person does. */
async function startMs(dataDir: string, { found }: { found: number }): Promise<number> {
  const program = spawnProgram('local/start.mjs', [], { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir })
  try {
    const { url } = await readBanner(program, patienceMs)
    const spent = await processorMs(program.child.pid)
    const { events } = (await operatorAt(url)({ command: 'event.list', limit: listed })) as { events: object[] }
    if (events.length !== found) throw new Error(`npm start lists ${events.length} events, not ${found}`)
    return spent
  } finally {
    await program.stop('SIGINT')
  }
}

/** Stores events as the bridge would, and leaves the store as a clean stop does. */
async function fill(path: string, count: number): Promise<void> {
  const server = await startDynamoDb(path)
  try {
    const call = callOf(server.url)
    const items = doneItems(count)
    const work = async () => {
      for (let puts = nextOf(items); puts.length > 0; puts = nextOf(items)) await putAll(call, puts)
    }
    await Promise.all(Array.from({ length: sideBySide }, work))
  } finally {
    await server.close()
  }
}

function nextOf(items: Iterator<object>): object[] {
  const puts: object[] = []
  while (puts.length < batch) {
    const { value: Item, done } = items.next()
    if (done) break
    puts.push({ PutRequest: { Item } })
  }
  return puts
}

async function putAll(call: SignedCall, puts: readonly object[]): Promise<void> {
  const { UnprocessedItems = {} } = await call('BatchWriteItem', { RequestItems: { [tableNames.events]: puts } })
  if (Object.keys(UnprocessedItems as object).length > 0)
    throw new Error('the table did not take all events of a batch')
}

/** Signed without the SDK, which would take longer than the table. */
const callOf = (url: string): SignedCall =>
  createSignedCall({
    service: awsServices.dynamoDb,
    access: { url, region: 'eu-central-1', accessKeyId: 'local', secretAccessKey: 'local', sessionToken: undefined },
    exchange: createExchange({ timeoutMs: patienceMs }),
    ...{ now: Date.now, sleep: async () => {}, random: Math.random },
  })
