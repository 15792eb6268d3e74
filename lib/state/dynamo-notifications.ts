import type { ItemStore } from '../back-office/item-store.ts'
import type { Table } from '../inbox/conditional-write.ts'
import { createDynamoItem } from './dynamo-item.ts'

/** What people were told, as the item `notifications` of the state table. Its shape is that of who writes it. */
export const createDynamoNotifications = <Item extends { writeId: string }>(table: Table): ItemStore<Item> =>
  createDynamoItem<Item>(table, 'notifications')
