import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Item, type Items, isConditionFailure, readItem } from './items.ts'

export type Table = { documentClient: DynamoDBDocumentClient; table: string }

export const documentItems = (client: DynamoDBDocumentClient): Items => ({
  put: async (input) => void (await client.send(new PutCommand(input))),
  get: async (input) => (await client.send(new GetCommand(input))).Item,
  update: async (input) => void (await client.send(new UpdateCommand(input))),
})

export type ConditionalUpdate = {
  id: string
  /** Column to value, `undefined` removes it. Must hold a fresh `writeId` where the answer matters. */
  columns: Item
  /** Further `SET` actions, written out. */
  actions?: readonly string[]
  adds?: Readonly<Record<string, readonly string[]>>
  condition?: string | undefined
  /** For `condition` and `actions`; `#column` names itself unless it stands here. */
  names?: Record<string, string>
  values?: Item
}

/** `applied`: the whole item as it is now. Else `stored`: the item that did not fit the condition, if there is one. */
export type Written = { applied: true; item: Item } | { applied: false; stored: Item | undefined }

/** One UpdateItem. The SDK's repeat of a lost request fails its condition: a read of `writeId` tells it from others. */
export async function updateItem({ documentClient, table }: Table, update: ConditionalUpdate): Promise<Written> {
  try {
    const command = new UpdateCommand({ TableName: table, ReturnValues: 'ALL_NEW', ...toExpression(update) })
    return { applied: true, item: (await documentClient.send(command)).Attributes ?? {} }
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const stored = await getItem({ documentClient, table }, update.id)
    const { writeId } = update.columns
    if (stored && writeId !== undefined && stored.writeId === writeId) return { applied: true, item: stored }
    return { applied: false, stored }
  }
}

/** One consistent read. */
export const getItem = ({ documentClient, table }: Table, id: string): Promise<Item | undefined> =>
  readItem({ items: documentItems(documentClient), table }, id)

/** The item would be larger than a table takes. Nothing was written. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationException' && /item size.*exceeded/i.test(error.message)

function toExpression({ id, columns, actions = [], adds = {}, condition, names, values }: ConditionalUpdate) {
  const all = Object.keys(columns)
  const added = Object.entries(adds).filter(([, entries]) => entries.length > 0)
  const addition = added.length > 0 ? ` ADD ${added.map(([column]) => `#${column} :${column}`).join(', ')}` : ''
  const named = [...actions, addition, condition].join(' ').match(/#\w+/g) ?? []
  const set = all.filter((column) => columns[column] !== undefined)
  const removed = all.filter((column) => columns[column] === undefined)
  const nameAlias = (column: string) => `#c${all.indexOf(column)}`
  const valueAlias = (column: string) => `:c${all.indexOf(column)}`
  const setActions = [...set.map((column) => `${nameAlias(column)} = ${valueAlias(column)}`), ...actions]
  const remove = removed.length > 0 ? ` REMOVE ${removed.map(nameAlias).join(', ')}` : ''
  return {
    Key: { id },
    UpdateExpression: `SET ${setActions.join(', ')}${remove}${addition}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      ...Object.fromEntries(all.map((column) => [nameAlias(column), column])),
      ...Object.fromEntries(named.map((alias) => [alias, names?.[alias] ?? alias.slice(1)])),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((one) => [valueAlias(one), columns[one]])),
      ...Object.fromEntries(added.map(([column, entries]) => [`:${column}`, new Set(entries)])),
      ...values,
    },
  }
}
