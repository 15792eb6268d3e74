import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type EventSummary, type InboxEvent, isOpen } from '../../inbox/event.ts'
import { fitsQuery, listedFrom } from '../../inbox/fits-query.ts'
import { isKnownFormat, itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import { type Inbox, type ListQuery, LostEvent, type Place, type Walked } from '../../inbox/inbox.ts'
import { isLabelItem, keysOf, labelItemId, linesIn, linesItemId, numbersIn } from '../../inbox/labels.ts'
import { type After, mergePartitions, type Page, parseCursor, toCursor } from '../../inbox/merge-partitions.ts'
import { createAcceptingInbox } from './accepting-inbox.ts'
import { documentItems, getItem, type Table, updateItem } from './conditional-write.ts'
import { deliveryColumns, fromItem, stateColumns, summaryProjection, toSummary } from './event-item.ts'
import { mustFit } from './item-size.ts'
import type { Item } from './items.ts'
import { dueIndex, listIndex, readItems, readKeys } from './read-items.ts'
import { listShards, orderKey, wakeShards } from './shards.ts'

/** `newId` makes the ids of conditional writes; no two may be the same. `retentionMs`: how long a done, ignored or discarded event is kept. */
type Options = Table & { newId: () => string; retentionMs: number }

export const createDynamoInbox = (options: Options): Inbox => ({
  ...createAcceptingInbox({ ...options, items: documentItems(options.documentClient) }),
  claim: (id, given) => claim(options, id, given),
  save: (previous, next) => save(options, previous, next),
  due: ({ now, ...range }) => readKeys(options, dueIndex, { to: now, ...range }),
  list: (query) => readList(options, query),
  walk: (query) => readWalk(options, query),
  numbersOfLabel: (shop, label) => readNumbers(options, shop, label),
  linesOf: async (shop, number) => linesIn(entriesOf(await getItem(options, linesItemId(shop, number)))),

  async getAll(ids) {
    const events = ids.filter((id) => !isLabelItem(id))
    return (await readItems(options, events)).map(toWalked)
  },
  async get(id) {
    const item = isLabelItem(id) ? undefined : await getItem(options, id)
    return item && fromItem(item)
  },
})

/** One UpdateItem that does what `claimed` (transitions.ts) does; it changes no index, and takes no newer format. */
async function claim(options: Options, id: string, given: Parameters<Inbox['claim']>[1]) {
  const { now, leaseMs, writeId = options.newId() } = given
  const written = await updateItem(options, {
    id,
    columns: { status: 'running', leaseUntil: now + leaseMs, claimedAt: now, updatedAt: now, writeId },
    actions: [
      '#epoch = #epoch + :one',
      '#attempts = #attempts + :one',
      '#unsaved = if_not_exists(#unsaved, :zero) + :one',
    ],
    condition: `#format <= :format AND (#status = :ready OR (#status = :waiting AND #wakeAt <= :now)
      OR (#status = :running AND #leaseUntil <= :now))`,
    values: { ...openOnes, ':zero': 0, ':one': 1, ':format': itemFormat, ':now': now },
  })
  return written.applied ? fromItem(written.item) : undefined
}

const openOnes = { ':ready': 'ready', ':waiting': 'waiting', ':running': 'running' }

/** One UpdateItem of all but the delivery, which changes only where it is erased; `next.writeId` must be fresh. */
async function save(options: Options, previous: InboxEvent, next: InboxEvent): Promise<void> {
  mustFit(previous, next)
  const written = await updateItem(options, {
    id: previous.id,
    columns: {
      ...stateColumns(next, options.retentionMs),
      ...(next.delivery !== previous.delivery && deliveryColumns(next)),
    },
    condition: '#epoch = :epoch AND #status = :status AND #format <= :format',
    values: { ':epoch': previous.epoch, ':status': previous.status, ':format': itemFormat },
  })
  if (written.applied) return
  if (written.stored) mustKnowFormat(written.stored)
  throw new LostEvent(`event ${previous.id} is no longer ${previous.status} at epoch ${previous.epoch}`)
}

/** At most two consistent reads. Throws `NewerFormat`. */
async function readNumbers(table: Table, shop: string, typed: string): Promise<string[]> {
  const items = await Promise.all(keysOf(typed).map((key) => getItem(table, labelItemId(shop, key))))
  return numbersIn(items.map(entriesOf), typed)
}

function entriesOf(item: Item | undefined): string[] {
  if (!item) return []
  mustKnowFormat(item)
  return [...(item.entries as Set<string>)]
}

type Walk = { after?: Place | undefined; limit: number }

/** Of the `list` index; reads on where an entry's event is gone, so that a short answer is the end. */
async function readWalk(table: Table, { after, limit }: Walk): Promise<Walked[]> {
  const events: Walked[] = []
  let from = after
  while (events.length < limit) {
    const wanted = limit - events.length
    const keys = await readKeys(table, listIndex, { to: Number.MAX_SAFE_INTEGER, after: from, limit: wanted })
    const ids = keys.map(({ id }) => id)
    const items = await readItems(table, ids)
    events.push(...items.map(toWalked))
    if (keys.length < wanted) break
    from = keys.at(-1)
  }
  return events
}

const toWalked = (item: Item): Walked => ({
  at: item.receivedAt as number,
  id: item.id as string,
  read: () => fromItem(item),
})

/** Pages a list reads beyond the first of each partition, and rows of a page where a filter throws most of them away. */
const morePages = 12
const filteredPageRows = 100
const latest = Number.MAX_SAFE_INTEGER
/** `event`: read already, because a filter asked for it. */
type Row = Place & { event?: EventSummary }

/** Newest first, from the index that fits best; what has no index of its own is filtered as it is read. */
async function readList(table: Table, query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }> {
  const index = indexFor(query)
  const { rows, place } = await mergePartitions<Row>({
    keys: index.keys,
    start: parseCursor(query.cursor),
    limit: query.limit,
    maxPages: index.keys.length + morePages,
    readPage: (key, after) => readPage(table, { query, index, key, ...after }),
  })
  const read = index.filtered ? rows.flatMap(({ event }) => event ?? []) : await readFitting(table, query, rows)
  return place ? { events: read, cursor: toCursor(place) } : { events: read }
}

type ListIndex = { name: string; partition: string; sort: string; keys: string[]; filtered: boolean }

/** `filtered`: its entries need not fit the query. */
function indexFor(query: ListQuery): ListIndex {
  const { status, source, reason, withdrawal } = query
  const { orders, part } = listedFrom(query)
  const named = [source, reason, withdrawal].some((wanted) => wanted !== undefined)
  const byReceipt = { sort: 'receivedAt', filtered: named || status !== undefined }
  if (orders) return { name: 'order', partition: 'orderKey', keys: orders.map(orderKey), ...byReceipt }
  if (!part) return { name: 'list', partition: 'listShard', keys: listShards, ...byReceipt }
  const filtered = named || (status !== undefined && status !== 'open' && isOpen(status))
  return { name: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys: wakeShards(part), filtered }
}

type Start = After & { query: ListQuery; index: ListIndex; key: string }

async function readPage(table: Table, { query, index, key, from, newest }: Start): Promise<Page<Row>> {
  const { name, partition, sort, filtered } = index
  const range = { from: query.from ?? 0, to: Math.min(query.to ?? latest, newest ?? latest) }
  // The cursor may be of another range, and the index cannot go on from outside this one.
  if (range.from > range.to || (from && from.at < range.from)) return { rows: [], readTo: 'end' }
  const answer = await table.documentClient.send(
    new QueryCommand({
      TableName: table.table,
      IndexName: name,
      KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
      ExpressionAttributeValues: { ':partition': key, ':from': range.from, ':to': range.to },
      ExclusiveStartKey: from && from.at <= range.to ? { [partition]: key, id: from.id, [sort]: from.at } : undefined,
      ScanIndexForward: false,
      Limit: filtered ? filteredPageRows : query.limit,
    }),
  )
  const rows = (answer.Items ?? []).map((row): Place => ({ id: row.id, at: row[sort] }))
  const last = answer.LastEvaluatedKey
  return {
    rows: filtered ? await withEvents(table, query, rows) : rows,
    readTo: last ? { id: last.id, at: last[sort] } : 'end',
  }
}

async function withEvents(table: Table, query: ListQuery, rows: Place[]): Promise<Row[]> {
  const events = new Map((await readFitting(table, query, rows)).map((event) => [event.id, event]))
  return rows.flatMap((row) => ({ ...row, event: events.get(row.id) })).filter(({ event }) => event !== undefined)
}

/** The item is the truth: it may have moved since the index was written. */
async function readFitting(table: Table, query: ListQuery, rows: Place[]): Promise<EventSummary[]> {
  const ids = rows.map(({ id }) => id)
  const items = await readItems(table, ids, summaryProjection)
  // Events of a newer version are left out.
  return items
    .filter(isKnownFormat)
    .map(toSummary)
    .filter((event) => fitsQuery(event, query))
}
