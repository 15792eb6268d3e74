import type { SessionItem, SessionStore } from '../back-office/session/store.ts'
import type { Table } from '../inbox/conditional-write.ts'
import { createDynamoItem } from './dynamo-item.ts'

/** The session as the item `session` of the state table. */
export const createDynamoSession = (table: Table): SessionStore => createDynamoItem<SessionItem>(table, 'session')
