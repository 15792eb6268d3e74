import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { Inbox, ListQuery } from '../../lib/inbox/inbox.ts'
import type { Operator } from '../../lib/operator/operator.ts'
import { stats } from '../../lib/operator/stats.ts'
import { dynoxideAbsent, startDynoxide } from '../../test/inbox/dynoxide.ts'
import { importEvents } from './import-events.ts'
import { median } from './median.ts'
import type { Part, Row } from './part.ts'
import { busyOrder, eventItems, failedItems, newestAt, rareSource, standing } from './stored-events.ts'

/** What an operation took: requests to the table, items and entries that these read, and milliseconds. */
type Took = { requests: number; itemsRead: number; ms: number }
/** `finds`: how many events it answers in every table; if it does not, nothing was measured. */
type Operation = { run: (inbox: Inbox) => Promise<number>; finds?: number }

const table = 'events'
const repeats = 9
/** A count of thousands takes seconds, and its time is not shown. */
const repeatsOfFailed = 2
const limit = 50
const now = newestAt + 60_000

const listing = (query: Omit<ListQuery, 'limit'>) => async (inbox: Inbox) =>
  (await inbox.list({ ...query, limit })).events.length

const operations: Readonly<Record<string, Operation>> = {
  'a look for due events, and a claim': { run: claimOne, finds: 1 },
  'a list of the newest events': { run: listing({}), finds: limit },
  'a list of what failed': { run: listing({ status: 'failed' }), finds: standing.failed },
  'a list of an order’s events': { run: listing({ orderId: busyOrder.id }), finds: busyOrder.events },
  'a list of one source in 500': { run: listing({ source: rareSource }) },
  stats: { run: countFailed, finds: standing.failed },
}

/** The most requests of `stats`, however many failed: ten pages over four partitions, with what it asks besides. */
const mostOfStats = 100
/** What reads failed events, where it finds more than it answers. */
const overFailed: Readonly<Record<string, Operation>> = {
  'event.list of what failed': { run: listing({ status: 'failed' }), finds: limit },
  'stats of what failed': { run: countFailed },
}

/** Each repeat finds one that is not claimed yet. */
async function claimOne(inbox: Inbox): Promise<number> {
  for (const { id } of await inbox.due({ now, limit: 25 }))
    if (await inbox.claim(id, { now, leaseMs: 150_000 })) return 1
  return 0
}

async function countFailed(inbox: Inbox): Promise<number> {
  const workflow = { inbox, now: () => now } as Operator['workflow']
  const { failed } = (await stats.run({ workflow, deadlineMs: now + 120_000 } as Operator, {})) as { failed: number }
  return failed
}

/** Lists that have no index of their own read on until a bound: more than a small table has. */
const isBounded = (name: string): boolean => name === 'a list of one source in 500'

/** What reading costs in a full table, against one with a thousandth of its events. */
export const scale: Part = {
  says: 'claims, lists and stats with a million events stored, against a thousand',
  async measure({ stored, failed }) {
    if (dynoxideAbsent !== undefined) throw new Error(dynoxideAbsent)
    const small = Math.max(1_000, Math.ceil(stored / 1_000))
    const [few, many] = [
      await measureOf(operations, eventItems(small)),
      await measureOf(operations, eventItems(stored)),
    ]
    const rows = Object.keys(operations).flatMap((name) => toRows(name, { few: few[name], many: many[name] }))
    return [...rows, ...(await measureFailed(failed))]
  },
}

/** A list's page costs the same whatever else failed; a count costs more, up to a bound. */
async function measureFailed(count: number): Promise<Row[]> {
  const little = Math.max(4 * limit, Math.ceil(count / 100))
  const [few, many] = [
    await measureOf(overFailed, failedItems(little), repeatsOfFailed),
    await measureOf(overFailed, failedItems(count), repeatsOfFailed),
  ]
  const [list = '', counting = ''] = Object.keys(overFailed)
  const against = `${count.toLocaleString('en-US')} failed, against ${little.toLocaleString('en-US')}`
  return [
    ...toRows(list, { few: few[list], many: many[list] }).map((row) => ({ ...row, what: `${row.what}, ${against}` })),
    {
      what: `${counting}: requests, ${little.toLocaleString('en-US')} failed`,
      measured: few[counting]?.requests ?? Number.NaN,
      unit: '',
    },
    {
      what: `${counting}: requests, ${count.toLocaleString('en-US')} failed`,
      ...{ measured: many[counting]?.requests ?? Number.NaN, unit: '', limit: { atMost: mostOfStats } },
    },
  ]
}

function toRows(name: string, { few, many }: { few: Took | undefined; many: Took | undefined }): Row[] {
  const ratio = (of: keyof Took) => (many?.[of] ?? Number.NaN) / (few?.[of] ?? Number.NaN)
  const most = isBounded(name) ? {} : { limit: { atMost: 1 } }
  return [
    { what: `${name}: requests`, measured: ratio('requests'), unit: 'x', ...most },
    { what: `${name}: items read`, measured: ratio('itemsRead'), unit: 'x', ...most },
    { what: `${name}: time`, measured: ratio('ms'), unit: 'x' },
  ]
}

async function measureOf(
  all: typeof operations,
  items: Iterable<object>,
  turns = repeats,
): Promise<Record<string, Took>> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'))
  try {
    const server = await startDynoxide(await importEvents(folder, { table, items }))
    return await measureOver({ all, turns }, server.endpoint).finally(server.close)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Runs = { all: typeof operations; turns: number }

async function measureOver({ all, turns }: Runs, endpoint: string): Promise<Record<string, Took>> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials })
  try {
    const { documentClient, counts } = counted(DynamoDBDocumentClient.from(client))
    const options = { documentClient, table, newId: () => crypto.randomUUID(), retentionMs: 30 * 86_400_000 }
    const inbox = createDynamoInbox(options)
    const took: Record<string, Took> = {}
    for (const [name, operation] of Object.entries(all))
      took[name] = await repeat(async () => mustFind(name, operation, await operation.run(inbox)), { counts, turns })
    return took
  } finally {
    client.destroy()
  }
}

function mustFind(name: string, { finds }: Operation, found: number): void {
  if (finds !== undefined && found !== finds) throw new Error(`${name} found ${found} events, not ${finds}`)
}

type Counts = { requests: number; itemsRead: number }

/** What the first run read, and the median of the times. */
async function repeat(
  run: () => Promise<unknown>,
  { counts, turns }: { counts: Counts; turns: number },
): Promise<Took> {
  Object.assign(counts, { requests: 0, itemsRead: 0 })
  await run()
  const first = { ...counts }
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now()
    await run()
    times.push(performance.now() - from)
  }
  return { ...first, ms: median(times) }
}

function counted(client: DynamoDBDocumentClient): { documentClient: DynamoDBDocumentClient; counts: Counts } {
  const counts = { requests: 0, itemsRead: 0 }
  const send = async (command: object) => {
    counts.requests += 1
    const answer = (await client.send(command as never)) as unknown as Record<string, unknown>
    counts.itemsRead += itemsIn(command, answer)
    return answer
  }
  return { counts, documentClient: Object.create(client, { send: { value: send } }) }
}

/** A query reads what it scans, also what it does not answer. */
function itemsIn(command: object, { ScannedCount, Responses }: Record<string, unknown>): number {
  if (command instanceof QueryCommand) return Number(ScannedCount)
  if (command instanceof BatchGetCommand) return Object.values(Responses as Record<string, unknown[]>).flat().length
  return 1
}
