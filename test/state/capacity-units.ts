import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Item, isConditionFailure } from '../../lib/tables/dynamodb/items.ts'
import type { TableShape } from '../../scripts/dynamodb-local/tables.ts'
import type { OpenTable } from '../inbox/open-table.ts'
import { itemSize } from '../memory/item-copy.ts'

/** What one request to a table costs: `write` units of the item, `index` units of its entries, or `read` units. */
export type Request = { operation: string; id: string; bytes: number; write: number; index: number; read: number }
const KB = 1_024

/**
 * A table that counts what each request costs, from the sizes of the items as they are stored, by "DynamoDB read and write operations" and
 * "Using Global Secondary Indexes" of the developer guide: a write takes the larger of the item before and after, in steps of a KB, also
 * where its condition fails; an entry that is added or removed takes one more, and one that moves two (keys alone are never larger). A
 * consistent read takes a unit for 4 KB, a query of an index half of that. What the time to live deletes is free.
 */
export function countUnits(store: OpenTable, { GlobalSecondaryIndexes = [] }: TableShape) {
  const { documentClient, table } = store
  const requests: Request[] = []
  const read = async (id: string): Promise<Item | undefined> =>
    (await documentClient.send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }))).Item

  const entriesOf = (item: Item | undefined): (string | undefined)[] =>
    GlobalSecondaryIndexes.map(({ KeySchema = [] }) => {
      const keys = KeySchema.map(({ AttributeName = '' }) => item?.[AttributeName])
      return keys.includes(undefined) ? undefined : JSON.stringify(keys)
    })

  async function write(command: PutCommand | UpdateCommand) {
    const isPut = command instanceof PutCommand
    const id = String(isPut ? command.input.Item?.id : command.input.Key?.id)
    const before = await read(id)
    const failure = await documentClient.send(command as never).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    if ('error' in failure && !isConditionFailure(failure.error)) throw failure.error
    const after = await read(id)
    const bytes = Math.max(sizeOf(before), sizeOf(after))
    const [old, fresh] = [entriesOf(before), entriesOf(after)]
    const moved = old.map((entry, at) => (entry === fresh[at] ? 0 : [entry, fresh[at]].filter(Boolean).length))
    const index = moved.reduce((sum, units) => sum + units, 0)
    const operation = `${isPut ? 'put' : 'update'}${'error' in failure ? ' in vain' : ''}`
    requests.push({ operation, id, bytes, write: Math.max(1, Math.ceil(bytes / KB)), index, read: 0 })
    if ('error' in failure) throw failure.error
    return failure.answer
  }

  async function send(command: object) {
    if (command instanceof PutCommand || command instanceof UpdateCommand) return await write(command)
    const answer = (await documentClient.send(command as never)) as { Item?: Item; Items?: Item[]; Responses?: object }
    const found = answer.Item ? [answer.Item] : [Object.values(answer.Responses ?? {}), answer.Items ?? []].flat(2)
    const bytes = (found as Item[]).map(sizeOf)
    const counted = { id: '', bytes: bytes.reduce((sum, one) => sum + one, 0), write: 0, index: 0 }
    const fourKb = (size: number) => Math.max(1, Math.ceil(size / (4 * KB)))
    if (command instanceof QueryCommand)
      requests.push({ ...counted, operation: 'query', read: fourKb(counted.bytes) / 2 })
    if (command instanceof BatchGetCommand)
      requests.push({ ...counted, operation: 'batch get', read: bytes.reduce((sum, one) => sum + fourKb(one), 0) })
    if (command instanceof GetCommand)
      requests.push({ ...counted, operation: 'get', id: String(command.input.Key?.id), read: fourKb(counted.bytes) })
    return answer
  }

  return {
    requests,
    store: { ...store, documentClient: Object.create(documentClient, { send: { value: send } }) } as OpenTable,
  }
}

/** "DynamoDB item sizes and formats" of the developer guide. */
export const sizeOf = (item: Item = {}): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + itemSize(value), 0)
