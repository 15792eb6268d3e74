import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { SessionItem, SessionStore } from '../back-office/session-store.ts'
import { getItem, type Item, isConditionFailure, type Table } from '../inbox/conditional-write.ts'

const id = 'session'

/** The session as the one item `session` of the state table, always written whole. */
export function createDynamoSession({ documentClient, table }: Table): SessionStore {
  const read = async () => {
    const item = await getItem({ documentClient, table }, id)
    return item && toSession(item)
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

const toSession = ({ id: _, ...item }: Item): SessionItem => item as SessionItem

/** Without `undefined`, which the document client refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
