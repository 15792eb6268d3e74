import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../lib/inbox/items.ts'
import type { TableShape } from '../../lib/inbox/tables.ts'
import type { OpenTable } from '../inbox/open-table.ts'

export type Written = { id: string; bytes: number; units: number; indexUnits: number }

/**
 * A table that counts what each write of one item costs: the larger of the item before and after, in steps of a KB, and an entry of an
 * index for each that is added or removed. As "Capacity unit consumption for write operations" and "Using Global Secondary Indexes" of
 * the DynamoDB developer guide have it.
 */
export function countWrites(store: OpenTable, { GlobalSecondaryIndexes = [] }: TableShape) {
  const { documentClient, table } = store
  const written: Written[] = []
  const read = async (id: string): Promise<Item | undefined> =>
    (await documentClient.send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }))).Item

  const entriesOf = (item: Item | undefined): (string | undefined)[] =>
    GlobalSecondaryIndexes.map(({ KeySchema = [] }) => {
      const keys = KeySchema.map(({ AttributeName = '' }) => item?.[AttributeName])
      return keys.includes(undefined) ? undefined : JSON.stringify(keys)
    })

  const send = async (command: object) => {
    if (!(command instanceof PutCommand || command instanceof UpdateCommand))
      return documentClient.send(command as never)
    const id = String(command instanceof PutCommand ? command.input.Item?.id : command.input.Key?.id)
    const before = await read(id)
    const answer = await documentClient.send(command as never)
    const after = await read(id)
    const bytes = Math.max(sizeOf(before), sizeOf(after))
    const [old, fresh] = [entriesOf(before), entriesOf(after)]
    const moved = old.map((entry, at) => (entry === fresh[at] ? 0 : [entry, fresh[at]].filter(Boolean).length))
    const indexUnits = moved.reduce((sum, units) => sum + units, 0)
    written.push({ id, bytes, units: Math.ceil(bytes / 1_024), indexUnits })
    return answer
  }
  return {
    written,
    store: { documentClient: Object.create(documentClient, { send: { value: send } }), table } as OpenTable,
  }
}

const sizeOf = (item: Item = {}): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + bytesOf(name) + valueSize(value), 0)

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** "DynamoDB item sizes and formats" of the developer guide. */
function valueSize(value: unknown): number {
  if (typeof value === 'string') return bytesOf(value)
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1
  if (value instanceof Uint8Array) return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + 1 + valueSize(one), 3)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).reduce((sum, [name, one]) => sum + 1 + bytesOf(name) + valueSize(one), 3)
  return 1
}
