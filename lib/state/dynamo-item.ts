import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ItemStore } from '../back-office/item-store.ts'
import { getItem, type Item, isConditionFailure, type Table } from '../inbox/conditional-write.ts'

/** One shared item of the state table, always written whole. */
export function createDynamoItem<Shared extends { writeId: string }>(
  { documentClient, table }: Table,
  id: string,
): ItemStore<Shared> {
  const read = async () => {
    const item = await getItem({ documentClient, table }, id)
    return item && withoutId<Shared>(item)
  }
  return {
    read,

    async replace(next, { previous }) {
      const condition = previous
        ? { ConditionExpression: 'writeId = :previous', ExpressionAttributeValues: { ':previous': previous.writeId } }
        : { ConditionExpression: 'attribute_not_exists(id)' }
      try {
        await documentClient.send(new PutCommand({ TableName: table, Item: { ...plain(next), id }, ...condition }))
        return true
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return (await read())?.writeId === next.writeId
      }
    },
  }
}

const withoutId = <Shared>({ id: _, ...item }: Item): Shared => item as Shared

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
