/** Columns of an item, or a part of them. */
export type Item = Record<string, unknown>

/**
 * The requests for single items by which a delivery is stored, in the words of DynamoDB's API. Two clients: the SDK's, and one that signs
 * its requests itself, for functions that must start fast. Both reject with errors of the same names.
 */
export type Items = {
  put(input: { TableName: string; Item: Item; ConditionExpression: string }): Promise<void>
  get(input: { TableName: string; Key: Item; ConsistentRead: true }): Promise<Item | undefined>
  update(input: {
    TableName: string
    Key: Item
    UpdateExpression: string
    ConditionExpression: string
    ExpressionAttributeNames: Record<string, string>
    ExpressionAttributeValues: Item
  }): Promise<void>
}

/** A table through one of the clients. */
export type ItemTable = { items: Items; table: string }

/** One consistent read. */
export const readItem = ({ items, table }: ItemTable, id: string): Promise<Item | undefined> =>
  items.get({ TableName: table, Key: { id }, ConsistentRead: true })

export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'
