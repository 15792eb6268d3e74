import { crc32 } from 'node:zlib'
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { TableShape } from '../../lib/inbox/tables.ts'
import { type Condition, conditionOf } from './conditions.ts'
import { invalid, nameOf, type Row } from './expression-words.ts'
import { type Item, itemCopy, itemSize } from './item-copy.ts'
import { updateOf } from './updates.ts'

/** One write of one item, as a stream of the table has it. */
export type Change = { table: string; id: string; before: Item | undefined; after: Item | undefined }

/** What a client could meet at this moment; without, nothing of it. */
export type Whims = {
  /** An entry that its index does not have yet. */
  isMissing?(index: string, id: string): boolean
  /** Rows of a page, fewer than were asked for. */
  cutTo?(rows: number): number
  /** Keys of a batch that are answered. */
  processed?(keys: number): number
  /** An item as it was before its last write, for a read that is not consistent. */
  isStale?(table: string, id: string): boolean
}

/** DynamoDB in memory: the tables of the bridge, and of the requests what its adapters use. */
export type MemoryDynamo = {
  create(table: string, shape: TableShape): void
  /** Carries out one request at once. Throws what the SDK throws. */
  execute(command: object, whims?: Whims): Item
  /** What is stored, for whoever judges; not to be changed. */
  items(table: string): ReadonlyMap<string, Readonly<Item>>
  remove(table: string, id: string): void
}

type Stored = { shape: TableShape; items: Map<string, Item>; previous: Map<string, Item | undefined> }
type Asked = {
  TableName?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Record<string, unknown> | undefined
  ConditionExpression?: string | undefined
  UpdateExpression?: string | undefined
  ProjectionExpression?: string | undefined
  KeyConditionExpression?: string | undefined
  FilterExpression?: string | undefined
}

const mostBytes = 400 * 1024
const mostBytesOfBatch = 16 * 1024 * 1024
const mostKeys = 100

/** `onChange`: hears of each write when it has been carried out. */
export function createMemoryDynamo({
  onChange = () => {},
}: {
  onChange?: (change: Change) => void
} = {}): MemoryDynamo {
  const tables = new Map<string, Stored>()
  const tableOf = (name = ''): Stored => {
    const found = tables.get(name)
    if (found) return found
    throw Object.assign(new Error(`Requested resource not found: ${name}`), { name: 'ResourceNotFoundException' })
  }

  function store(name: string, id: string, next: Item | undefined): void {
    const { shape, items, previous } = tableOf(name)
    const before = items.get(id)
    if (next) mustBeStorable(next, shape)
    previous.set(id, before)
    if (next) items.set(id, next)
    else items.delete(id)
    onChange({ table: name, id, before, after: next })
  }

  /** Throws where the condition fails. */
  function found(asked: Asked, id: string): { row: Row; before: Item | undefined } {
    const before = tableOf(asked.TableName).items.get(id)
    const row = rowOf(asked, before)
    if (asked.ConditionExpression === undefined || conditionOf(asked.ConditionExpression)(row)) return { row, before }
    throw Object.assign(new Error('The conditional request failed'), { name: 'ConditionalCheckFailedException' })
  }

  function read(name: string, key: Item | undefined, { isConsistent, whims }: { isConsistent: boolean; whims: Whims }) {
    const id = idOf(key)
    const { items, previous } = tableOf(name)
    const isStale = !isConsistent && previous.has(id) && whims.isStale?.(name, id)
    return isStale ? previous.get(id) : items.get(id)
  }

  function batch({ RequestItems = {} }: BatchGetCommandInput, whims: Whims): Item {
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
        const item = read(name, key, { isConsistent, whims })
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

  function query(asked: QueryCommandInput, whims: Whims): Item {
    const { shape, items } = tableOf(asked.TableName)
    const { IndexName = '' } = asked
    const keys = keysOfIndex(shape, IndexName)
    const [partition = '', sort = ''] = keys
    if (asked.ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes')
    const entries = [...items.values()]
      .flatMap((item) => entryOf(keys, item))
      .filter(({ id }) => !whims.isMissing?.(IndexName, String(id)))
    const fits = conditionOf(asked.KeyConditionExpression ?? '')
    const order = asked.ScanIndexForward === false ? -1 : 1
    const by = (a: Item, b: Item) => order * (Number(a[sort]) - Number(b[sort]) || scrambled(a.id) - scrambled(b.id))
    const rows = entries.filter((entry) => fits(rowOf(asked, entry))).sort(by)
    const from = asked.ExclusiveStartKey
    if (from && Object.keys(from).sort().join() !== ['id', partition, sort].sort().join())
      throw invalid('The provided starting key is invalid')
    return paged(from ? rows.filter((row) => by(row, from) > 0) : rows, asked.Limit, whims)
  }

  const execute: MemoryDynamo['execute'] = (command, whims = {}) => {
    if (command instanceof BatchGetCommand) return batch(command.input, whims)
    const { input } = command as { input: Asked & { Key?: Item; Item?: Item; ReturnValues?: string } }
    const { TableName = '' } = input
    mustBeUsed(input)
    if (command instanceof QueryCommand) return query(command.input, whims)
    if (command instanceof GetCommand) {
      const item = read(TableName, input.Key, { isConsistent: command.input.ConsistentRead === true, whims })
      return item ? { Item: projected(input, item) } : {}
    }
    if (command instanceof ScanCommand) {
      const fits: Condition = input.FilterExpression === undefined ? () => true : conditionOf(input.FilterExpression)
      const { shape, items: stored } = tableOf(TableName)
      const keys = keysOfIndex(shape, command.input.IndexName)
      const items = [...stored.values()]
        .flatMap((item) => entryOf(keys, item))
        .filter((item) => fits(rowOf(input, item)))
      return { Items: items.map((item) => projected(input, item)) }
    }
    const id = idOf(input.Key ?? input.Item)
    const { row, before } = found(input, id)
    if (command instanceof PutCommand) store(TableName, id, itemCopy(command.input.Item) as Item)
    else if (command instanceof DeleteCommand) store(TableName, id, undefined)
    else if (command instanceof UpdateCommand) {
      const next = updateOf(input.UpdateExpression ?? '')({ ...row, item: before ?? { id } })
      store(TableName, id, itemCopy(next))
      return input.ReturnValues === 'ALL_NEW' ? { Attributes: itemCopy(next) } : {}
    } else throw new Error(`${command.constructor.name} is no request of the adapters`)
    return {}
  }

  return {
    create: (table, shape) => void tables.set(table, { shape, items: new Map(), previous: new Map() }),
    execute,
    items: (table) => tableOf(table).items,
    remove: (table, id) => store(table, id, undefined),
  }
}

const rowOf = ({ ExpressionAttributeNames, ExpressionAttributeValues }: Asked, item: Item = {}): Row => ({
  item,
  names: ExpressionAttributeNames ?? {},
  values: ExpressionAttributeValues ?? {},
})

function keysOfIndex({ GlobalSecondaryIndexes = [] }: TableShape, name: string | undefined): string[] {
  if (name === undefined) return []
  const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name)
  if (!index) throw invalid(`The table does not have the specified index: ${name}`)
  return (index.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName)
}

/** Keys alone; nothing where the item lacks one. Without an index the item as it is. */
function entryOf(keys: readonly string[], item: Item): Item[] {
  if (keys.length === 0) return [item]
  if (keys.some((key) => item[key] === undefined)) return []
  return [Object.fromEntries(['id', ...keys].map((key) => [key, item[key]]))]
}

/** The index sorts by time alone; what has one time comes in an order that nobody knows. */
const scrambled = (id: unknown): number => crc32(`${id}#`)

function paged(rows: Item[], limit = Number.POSITIVE_INFINITY, whims: Whims): Item {
  const size = whims.cutTo?.(Math.min(rows.length, limit)) ?? limit
  const page = rows.slice(0, size)
  const isOver = page.length === rows.length && page.length < limit
  return { Items: page, ...(!isOver && page.length > 0 && { LastEvaluatedKey: itemCopy(page.at(-1)) }) }
}

function projected(asked: Asked, item: Item): Item {
  if (asked.ProjectionExpression === undefined) return itemCopy(item)
  const names = asked.ProjectionExpression.split(',').map((name) => nameOf(name.trim(), rowOf(asked).names))
  return Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, itemCopy(item[name])]),
  )
}

function idOf(key: Item | undefined): string {
  if (typeof key?.id === 'string' && key.id !== '') return key.id
  throw invalid('One or more parameter values are not valid: the key is empty or of another type')
}

function mustBeStorable(item: Item, { AttributeDefinitions = [] }: TableShape): void {
  for (const { AttributeName = '', AttributeType } of AttributeDefinitions) {
    const value = item[AttributeName]
    const type = AttributeType === 'N' ? 'number' : 'string'
    if (value !== undefined && (typeof value !== type || value === ''))
      throw invalid(`One or more parameter values were invalid: Type mismatch for key ${AttributeName}`)
  }
  if (itemSize(item) > mostBytes) throw invalid('Item size has exceeded the maximum allowed size')
}

const expressions = /^(Condition|Update|Projection|KeyCondition|Filter)Expression$/
const placeholders = new Map<string, string[]>()

/** DynamoDB refuses names and values that no expression uses. */
function mustBeUsed(asked: Asked): void {
  const texts = Object.entries(asked).flatMap(([name, text]) =>
    expressions.test(name) && typeof text === 'string' ? [text] : [],
  )
  const used = texts.flatMap((text) => {
    const known = placeholders.get(text) ?? text.match(/[#:]\w+/g) ?? []
    placeholders.set(text, known)
    return known
  })
  const { names, values } = rowOf(asked)
  for (const one of [...Object.keys(names), ...Object.keys(values)])
    if (!used.includes(one)) throw invalid(`Value provided in ExpressionAttribute unused in expressions: ${one}`)
}
