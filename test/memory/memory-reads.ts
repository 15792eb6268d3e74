import { crc32 } from 'node:zlib'
import type { BatchGetCommandInput, QueryCommandInput, ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import type { TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { type Condition, conditionOf } from './conditions.ts'
import { invalid, nameOf } from './expression-words.ts'
import { type Item, itemCopy, itemSize } from './item-copy.ts'
import { type Asked, idOf, mustBeUsed, rowOf } from './requests.ts'

/** What a client could meet at this moment; without, nothing of it. */
export type Whims = {
  /** Rows of a page, fewer than were asked for. */
  cutTo?(rows: number): number
  /** Keys of a batch that are answered. */
  processed?(keys: number): number
  /** An item as it was before its last write, for a read that is not consistent. */
  isStale?(table: string, id: string): boolean
  /** An index that does not know of an item's last write. */
  isLate?(table: string, id: string): boolean
}

/** A table; `previous`: what each item was before its last write; `partitions`: the ids that each partition of an index holds. */
export type Stored = {
  name: string
  shape: TableShape
  items: Map<string, Item>
  previous: Map<string, Item | undefined>
  partitions: Map<string, Set<string>>
}

/** Whenever an item takes the place of another one. */
export function repartition({ shape, partitions }: Stored, id: string, before?: Item, after?: Item): void {
  for (const { AttributeName = '' } of shape.AttributeDefinitions ?? []) {
    const [old, next] = [before?.[AttributeName], after?.[AttributeName]]
    if (old === next) continue
    if (typeof old === 'string') partitions.get(old)?.delete(id)
    if (typeof next === 'string') partitions.set(next, (partitions.get(next) ?? new Set()).add(id))
  }
}

const mostBytesOfBatch = 16 * 1024 * 1024
const mostKeys = 100

/** One item by its key. */
export function readOf(
  { name, items, previous }: Stored,
  key: Item | undefined,
  { isConsistent, whims }: { isConsistent: boolean; whims: Whims },
): Item | undefined {
  const id = idOf(key)
  const isStale = !isConsistent && previous.has(id) && whims.isStale?.(name, id)
  return isStale ? previous.get(id) : items.get(id)
}

export function batchOf(
  tableOf: (name: string) => Stored,
  { RequestItems = {} }: BatchGetCommandInput,
  whims: Whims,
): Item {
  const answers = Object.entries(RequestItems).map(([name, one]) => {
    const { Keys = [], ConsistentRead, ...asked } = one as typeof one & Asked
    mustBeUsed(asked)
    const ids = Keys.map(idOf)
    if (ids.length === 0 || ids.length > mostKeys) throw invalid(`Too many items requested for the BatchGetItem call`)
    if (new Set(ids).size < ids.length) throw invalid('Provided list of item keys contains duplicates')
    const isConsistent = ConsistentRead === true
    let room = mostBytesOfBatch
    let processed = whims.processed?.(Keys.length) ?? Keys.length
    const items: Item[] = []
    const left: Item[] = []
    for (const key of Keys) {
      const item = readOf(tableOf(name), key, { isConsistent, whims })
      room -= item ? itemSize(item) : 0
      processed -= 1
      if (room < 0 || processed < 0) left.push(key)
      else if (item) items.push(projected(asked, item))
    }
    return { name, one, items, left }
  })
  return {
    Responses: Object.fromEntries(answers.map(({ name, items }) => [name, items.reverse()])),
    UnprocessedKeys: Object.fromEntries(
      answers.filter(({ left }) => left.length > 0).map(({ name, one, left }) => [name, { ...one, Keys: left }]),
    ),
  }
}

export function queryOf(
  { name, shape, items, previous, partitions }: Stored,
  asked: QueryCommandInput,
  whims: Whims,
): Item {
  const { IndexName = '' } = asked
  const keys = keysOfIndex(shape, IndexName)
  const [partition = '', sort = ''] = keys
  if (asked.ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes')
  const fits = conditionOf(asked.KeyConditionExpression ?? '')
  const order = asked.ScanIndexForward === false ? -1 : 1
  const by = (a: Item, b: Item) => order * (Number(a[sort]) - Number(b[sort]) || scrambled(a) - scrambled(b))
  const rows: Item[] = []
  const here = Object.values(asked.ExpressionAttributeValues ?? {}).flatMap((value) => [
    ...(partitions.get(value) ?? []),
  ])
  const ids = whims.isLate ? new Set([...items.keys(), ...previous.keys()]) : here
  for (const id of ids) {
    const indexed = previous.has(id) && whims.isLate?.(name, id) ? previous.get(id) : items.get(id)
    for (const entry of indexed ? entryOf(keys, indexed) : []) if (fits(rowOf(asked, entry))) rows.push(entry)
  }
  rows.sort(by)
  const from = asked.ExclusiveStartKey
  if (from && Object.keys(from).sort().join() !== ['id', partition, sort].sort().join())
    throw invalid('The provided starting key is invalid')
  return paged(from ? rows.filter((row) => by(row, from) > 0) : rows, asked.Limit, whims)
}

/** All pages at once. */
export function scanOf({ shape, items }: Stored, asked: ScanCommandInput): Item {
  const fits: Condition = asked.FilterExpression === undefined ? () => true : conditionOf(asked.FilterExpression)
  const keys = keysOfIndex(shape, asked.IndexName)
  const found = [...items.values()].flatMap((item) => entryOf(keys, item)).filter((item) => fits(rowOf(asked, item)))
  return { Items: found.map((item) => projected(asked, item)) }
}

function keysOfIndex({ GlobalSecondaryIndexes = [] }: TableShape, name: string | undefined): string[] {
  if (name === undefined) return []
  const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name)
  if (!index) throw invalid(`The table does not have the specified index: ${name}`)
  return (index.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName)
}

/** By item and partition. An item never changes: another one takes its place. */
const entries = new WeakMap<Item, Map<string, Item[]>>()

/** Keys alone; nothing where the item lacks one. Without an index the item as it is. */
function entryOf(keys: readonly string[], item: Item): Item[] {
  const [partition, sort] = keys
  if (partition === undefined || sort === undefined) return [item]
  const known = entries.get(item) ?? new Map<string, Item[]>()
  const entry =
    known.get(partition) ??
    [item]
      .filter((one) => one[partition] !== undefined && one[sort] !== undefined)
      .map((one) => ({ id: one.id, [partition]: one[partition], [sort]: one[sort] }))
  entries.set(item, known.set(partition, entry))
  return entry
}

/** The index sorts by time alone; what has one time comes in an order that nobody knows. */
function scrambled(row: Item): number {
  const place = places.get(row) ?? crc32(`${row.id}#`)
  places.set(row, place)
  return place
}
const places = new WeakMap<Item, number>()

function paged(rows: Item[], limit = Number.POSITIVE_INFINITY, whims: Whims): Item {
  const size = Math.min(limit, whims.cutTo?.(Math.min(rows.length, limit)) ?? limit)
  const page = rows.slice(0, size)
  const isOver = page.length === rows.length && page.length < limit
  return {
    Items: page,
    ScannedCount: page.length,
    ...(!isOver && page.length > 0 && { LastEvaluatedKey: itemCopy(page.at(-1)) }),
  }
}

export function projected(asked: Asked, item: Item): Item {
  if (asked.ProjectionExpression === undefined) return itemCopy(item)
  const names = asked.ProjectionExpression.split(',').map((name) => nameOf(name.trim(), rowOf(asked).names))
  return Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, itemCopy(item[name])]),
  )
}
