import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ItemStore } from '../back-office/item-store.ts'
import { getItem, type Table } from '../inbox/conditional-write.ts'
import { itemFormat, mustKnowFormat } from '../inbox/format.ts'
import { type Item, isConditionFailure } from '../inbox/items.ts'

/** One shared item of the state table, always written whole. Items of earlier versions name no format. Throws `NewerFormat`. */
export function createDynamoItem<Shared extends { writeId: string }>(
  { documentClient, table }: Table,
  id: string,
): ItemStore<Shared> {
  const read = async () => {
    const item = await getItem({ documentClient, table }, id)
    if (item?.format !== undefined) mustKnowFormat(item)
    return item && withoutColumns<Shared>(item)
  }
  return {
    read,

    async replace(next, { previous }) {
      const condition = previous
        ? {
            ConditionExpression: 'writeId = :previous AND (attribute_not_exists(#format) OR #format <= :format)',
            ExpressionAttributeNames: { '#format': 'format' },
            ExpressionAttributeValues: { ':previous': previous.writeId, ':format': itemFormat },
          }
        : { ConditionExpression: 'attribute_not_exists(id)' }
      try {
        const Item = { ...plain(next), format: itemFormat, id }
        await documentClient.send(new PutCommand({ TableName: table, Item, ...condition }))
        return true
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return (await read())?.writeId === next.writeId
      }
    },
  }
}

const withoutColumns = <Shared>({ id: _, format: __, ...item }: Item): Shared => item as Shared

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
