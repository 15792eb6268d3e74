import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ItemStore } from '../../back-office/item-store.ts'
import type { PaceItem, PaceStore } from '../../back-office/pace/state.ts'
import type { SessionItem, SessionStore } from '../../back-office/session/store.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import type { AuditProgress, AuditStore } from '../../state/audit-progress.ts'
import type { DayItem, DayStore } from '../../state/day-counts.ts'
import type { PausesItem } from '../../state/pauses.ts'
import { getItem, type Table } from './conditional-write.ts'
import { isApplied, plain } from './items.ts'

/** One shared item of the state table, always written whole. Items of earlier versions name no format. Throws `NewerFormat`. */
export function createDynamoItem<Shared extends { writeId: string }>(table: Table, id: string): ItemStore<Shared> {
  const read = async () => {
    const stored = await getItem(table, id)
    if (!stored) return undefined
    if (stored.format !== undefined) mustKnowFormat(stored)
    const { id: _, format: __, ...item } = stored
    return item as Shared
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
      const Item = { ...plain(next), format: itemFormat, id }
      const put = table.documentClient.send(new PutCommand({ TableName: table.table, Item, ...condition }))
      return (await isApplied(put)) || (await read())?.writeId === next.writeId
    },
  }
}

export const createDynamoSession = (table: Table): SessionStore => createDynamoItem<SessionItem>(table, 'session')
export const createDynamoPace = (table: Table): PaceStore => createDynamoItem<PaceItem>(table, 'pace')
export const createDynamoPauses = (table: Table): ItemStore<PausesItem> => createDynamoItem<PausesItem>(table, 'pauses')
export const createDynamoAudit = (table: Table): AuditStore => createDynamoItem<AuditProgress>(table, 'audit')
export const createDynamoDays =
  (table: Table): DayStore =>
  (day) =>
    createDynamoItem<DayItem>(table, `counts#${day}`)
/** The notifications that were sent. Their sender knows the shape. */
export const createDynamoNotifications = <Item extends { writeId: string }>(table: Table): ItemStore<Item> =>
  createDynamoItem<Item>(table, 'notifications')
