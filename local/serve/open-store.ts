import { createHash, randomUUID } from 'node:crypto'
import type { SessionItem } from '../../lib/back-office/session/store.ts'
import type { GetSecretValue } from '../../lib/secrets/secrets.ts'
import type { Database } from '../../lib/tables/sqlite/database.ts'
import { createSqliteItem, expireSome } from '../../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { useStore } from '../../lib/tables/sqlite/stores.ts'
import { usableAt } from '../demo-secrets.ts'
import { report } from '../report.ts'
import { startSchedule } from '../schedule.ts'
import { readSecrets } from '../secrets-file.ts'
import type { ServeOptions } from './options.ts'
import { backUpIn, beginIfCopy, openOrCannotStart, storeIn } from './restore.ts'

/** The store of a data directory, which this process alone has open. */
export type OpenStore = {
  /** Gives back what a run that is gone had claimed. Nothing else may work on the store. */
  endLeases(): Promise<void>
  /** It is a restored copy, and this is its first start. */
  isCopy: boolean
  /** Whether the last write was stored. */
  isWriting(): boolean
  close(): void
}

const sweepMs = 60_000

/** `onReady`: an event waits for the worker. */
type Given = { language: 'en' | 'de'; onReady: (id: string) => void }

/** Opens the store for the functions of this process. Throws `CannotStart`. */
export function openStore(options: ServeOptions, { language, onReady }: Given): OpenStore {
  const { data, secrets } = options
  const database = openOrCannotStart(storeIn(data))
  const isCopy = beginIfCopy(database, options, language)
  useStore({ database, getSecretValue: secretsIn(secrets), onReady, backUp: backUpIn(database, data) })
  // It also shows that a full disk has room again.
  const sweep = startSchedule({ everyMs: sweepMs, run: () => sweepOnce(database), now: Date.now, report })
  return {
    isCopy,
    endLeases: () => endLeases(database),
    isWriting: database.isWriting,
    close() {
      sweep.stop()
      database.close()
    },
  }
}

/** One transaction at a time, so that nothing waits long. */
async function sweepOnce(database: Database): Promise<void> {
  while (expireSome(database, Date.now())) await new Promise((resolve) => setImmediate(resolve))
}

async function endLeases(database: Database): Promise<void> {
  await createSqliteInbox({ database, newId: randomUUID, retentionMs: 0 }).endLeases(Date.now())
  const session = createSqliteItem<SessionItem>(database, 'session')
  const previous = await session.read()
  if (!previous?.lease) return
  const { lease: _, ...rest } = previous
  await session.replace({ ...rest, writeId: randomUUID() }, { previous })
}

/** The two secrets as their files hold them now: an edit counts without a restart. */
const secretsIn =
  (folder: string): GetSecretValue =>
  async (id) => {
    const read = readSecrets(folder)
    const { backOffice, sources } = usableAt(read.backOffice.baseUrl ?? '', read)
    const SecretString = JSON.stringify(id === 'sources' ? sources : backOffice)
    return { SecretString, VersionId: createHash('sha256').update(SecretString).digest('hex') }
  }
