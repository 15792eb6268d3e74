import type { Table } from '../inbox/conditional-write.ts'
import type { AuditProgress, AuditStore } from './audit-progress.ts'
import { createDynamoItem } from './dynamo-item.ts'

/** How far the audit has come, as the item `audit` of the state table. */
export const createDynamoAudit = (table: Table): AuditStore => createDynamoItem<AuditProgress>(table, 'audit')
