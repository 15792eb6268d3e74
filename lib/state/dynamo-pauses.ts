import type { ItemStore } from '../back-office/item-store.ts'
import type { Table } from '../inbox/conditional-write.ts'
import { createDynamoItem } from './dynamo-item.ts'
import type { PausesItem } from './pauses.ts'

/** What is paused, as the item `pauses` of the state table. */
export const createDynamoPauses = (table: Table): ItemStore<PausesItem> => createDynamoItem<PausesItem>(table, 'pauses')
