import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { conditionOf } from './conditions.ts'
import { invalid, type Row } from './expression-words.ts'
import { type Item, itemCopy, itemSize } from './item-copy.ts'
import { batchOf, projected, queryOf, readOf, repartition, type Stored, scanOf, type Whims } from './memory-reads.ts'
import { type Asked, idOf, mustBeUsed, rowOf } from './requests.ts'
import { updateOf } from './updates.ts'

/** One write of one item, as a stream of the table has it. */
export type Change = { table: string; id: string; before: Item | undefined; after: Item | undefined }

/** DynamoDB in memory: the tables of the bridge, and of the requests what its adapters use. */
export type MemoryDynamo = {
  create(table: string, shape: TableShape): void
  /** Carries out one request at once. Throws what the SDK throws. */
  execute(command: object, whims?: Whims): Item
  /** What is stored, for whoever judges; not to be changed. */
  items(table: string): ReadonlyMap<string, Readonly<Item>>
  remove(table: string, id: string): void
}

const mostBytes = 400 * 1024

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
    const stored = tableOf(name)
    const { shape, items, previous } = stored
    const before = items.get(id)
    if (next) mustBeStorable(next, shape)
    previous.set(id, before)
    if (next) items.set(id, next)
    else items.delete(id)
    repartition(stored, id, before, next)
    onChange({ table: name, id, before, after: next })
  }

  /** Throws where the condition fails. */
  function found(asked: Asked, id: string): { row: Row; before: Item | undefined } {
    const before = tableOf(asked.TableName).items.get(id)
    const row = rowOf(asked, before)
    if (asked.ConditionExpression === undefined || conditionOf(asked.ConditionExpression)(row)) return { row, before }
    throw Object.assign(new Error('The conditional request failed'), { name: 'ConditionalCheckFailedException' })
  }

  const execute: MemoryDynamo['execute'] = (command, whims = {}) => {
    if (command instanceof BatchGetCommand) return batchOf(tableOf, command.input, whims)
    const { input } = command as { input: Asked & { Key?: Item; Item?: Item; ReturnValues?: string } }
    const { TableName = '' } = input
    mustBeUsed(input)
    if (command instanceof QueryCommand) return queryOf(tableOf(TableName), command.input, whims)
    if (command instanceof GetCommand) {
      const isConsistent = command.input.ConsistentRead === true
      const item = readOf(tableOf(TableName), input.Key, { isConsistent, whims })
      return item ? { Item: projected(input, item) } : {}
    }
    if (command instanceof ScanCommand) return scanOf(tableOf(TableName), command.input)
    const id = idOf(input.Key ?? input.Item)
    const { row, before } = found(input, id)
    if (command instanceof PutCommand) store(TableName, id, itemCopy(command.input.Item) as Item)
    else if (command instanceof DeleteCommand) store(TableName, id, undefined)
    else if (command instanceof UpdateCommand) {
      // What was there before is shared: nobody outside can reach it.
      const values = itemCopy(row.values)
      const next = updateOf(input.UpdateExpression ?? '')({ ...row, values, item: before ?? { id } })
      store(TableName, id, next)
      return input.ReturnValues === 'ALL_NEW' ? { Attributes: itemCopy(next) } : {}
    } else throw new Error(`${command.constructor.name} is no request of the adapters`)
    return {}
  }

  return {
    create: (table, shape) =>
      void tables.set(table, { name: table, shape, items: new Map(), previous: new Map(), partitions: new Map() }),
    execute,
    items: (table) => tableOf(table).items,
    remove: (table, id) => store(table, id, undefined),
  }
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
