import type { PaceItem } from '../../back-office/pace/state.ts'
import type { SessionItem } from '../../back-office/session/store.ts'
import type { GetSecretValue } from '../../secrets/secrets.ts'
import type { AuditProgress } from '../../state/audit-progress.ts'
import type { DayItem } from '../../state/day-counts.ts'
import type { PausesItem } from '../../state/pauses.ts'
import type { BackUp, OpenEvents, OpenStores, OpenWebhookStores } from '../stores.ts'
import type { Database } from './database.ts'
import { looksFirstUntil } from './first-use.ts'
import { createSqliteItem } from './items.ts'
import { createSqliteInbox } from './sqlite-inbox.ts'
import { createSqliteLearnt, createSqliteRecords } from './sqlite-state.ts'

/** What the process has opened for all of its functions. `onReady`: an event waits for the worker. */
type Opened = { database: Database; getSecretValue: GetSecretValue; onReady?: (id: string) => void; backUp?: BackUp }
let opened: Opened | undefined
/** Nobody but this process says the time of its store. */
export const isAlone = true

/** Gives the functions of this process their store, before the first of them is run. */
export function useStore(store: Opened): void {
  opened = store
}

function inUse(): Opened {
  if (!opened) throw new Error('no store is open: call useStore before a function runs')
  return opened
}

export const openStores: OpenStores = ({ newId, retentionMs, keepMs }) => {
  const { database, getSecretValue, onReady, backUp } = inUse()
  return {
    ...{ backUp, looksFirstUntil: looksFirstUntil(database) },
    inbox: createSqliteInbox({ database, newId, retentionMs, onReady }),
    records: createSqliteRecords({ database, keepMs }),
    learnt: createSqliteLearnt(database),
    session: createSqliteItem<SessionItem>(database, 'session'),
    pace: createSqliteItem<PaceItem>(database, 'pace'),
    pauses: createSqliteItem<PausesItem>(database, 'pauses'),
    audits: createSqliteItem<AuditProgress>(database, 'audit'),
    days: (day) => createSqliteItem<DayItem>(database, `counts#${day}`),
    notifications: () => createSqliteItem(database, 'notifications'),
    notes: () => createSqliteItem(database, 'notes'),
    getSecretValue,
  }
}

export const openEvents: OpenEvents = ({ newId, retentionMs }) => {
  const { database, getSecretValue, onReady } = inUse()
  return { inbox: createSqliteInbox({ database, newId, retentionMs, onReady }), getSecretValue }
}

/** A new event has not ended, so it does not expire. */
const retentionMs = 0

export const openWebhookStores: OpenWebhookStores = ({ clock, newId }) => openEvents({ clock, newId, retentionMs })
