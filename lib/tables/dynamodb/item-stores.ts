import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ItemStore } from '../../back-office/item-store.ts'
import type { PaceItem, PaceStore } from '../../back-office/pace/state.ts'
import type { SessionItem, SessionStore } from '../../back-office/session/store.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import type { AuditProgress, AuditStore } from '../../state/audit-progress.ts'
import type { PausesItem } from '../../state/pauses.ts'
import { getItem, type Table } from './conditional-write.ts'
import { type Item, isConditionFailure } from './items.ts'

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

/** The session as the item `session` of the state table. */
export const createDynamoSession = (table: Table): SessionStore => createDynamoItem<SessionItem>(table, 'session')

/** The pace as the item `pace` of the state table. */
export const createDynamoPace = (table: Table): PaceStore => createDynamoItem<PaceItem>(table, 'pace')

/** What is paused, as the item `pauses` of the state table. */
export const createDynamoPauses = (table: Table): ItemStore<PausesItem> => createDynamoItem<PausesItem>(table, 'pauses')

/** What people were told, as the item `notifications` of the state table. Its shape is that of who writes it. */
export const createDynamoNotifications = <Item extends { writeId: string }>(table: Table): ItemStore<Item> =>
  createDynamoItem<Item>(table, 'notifications')

/** How far the audit has come, as the item `audit` of the state table. */
export const createDynamoAudit = (table: Table): AuditStore => createDynamoItem<AuditProgress>(table, 'audit')
