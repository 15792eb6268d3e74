import type { AuditProgress, AuditStore } from '../../lib/state/audit-progress.ts'
import { createMemoryItem } from './memory-item.ts'

/** How far the audit has come, in memory, for tests and the simulation. */
export const createMemoryAudit = (): AuditStore => createMemoryItem<AuditProgress>()
