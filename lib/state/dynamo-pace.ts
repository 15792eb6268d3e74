import type { PaceItem, PaceStore } from '../back-office/pace/store.ts'
import type { Table } from '../inbox/conditional-write.ts'
import { createDynamoItem } from './dynamo-item.ts'

/** The pace as the item `pace` of the state table. */
export const createDynamoPace = (table: Table): PaceStore => createDynamoItem<PaceItem>(table, 'pace')
