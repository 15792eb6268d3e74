import { existsSync, rmSync } from 'node:fs'
import { useStore } from '../../lib/tables/sqlite/stores.ts'
import { beginIfCopy } from '../copies.ts'
import { endLeases, endStoodStill, openOrCannotStart, readyIn, startSweep } from '../process-store.ts'
import { secretValues } from '../secret-values.ts'
import type { ServeOptions } from './options.ts'
import { backUpIn, storeIn } from './restore.ts'
import { stoodStillIn } from './watchdog.ts'

/** The store of a data directory, which this process alone has open. */
export type OpenStore = {
  /** Gives back what a run that is gone had claimed. Nothing else may work on the store. */
  endLeases(): Promise<void>
  /** Events that wait for the worker: what a process that is gone has accepted, and not begun. */
  ready(): Promise<string[]>
  /** It is a restored copy, and this is its first start. */
  isCopy: boolean
  /** Whether the last write was stored. */
  isWriting(): boolean
  close(): void
}

/** `onReady`: an event waits for the worker. */
type Given = { language: 'en' | 'de'; onReady: (id: string) => void }

/** Opens the store for the functions of this process. Throws `CannotStart`. */
export function openStore(options: ServeOptions, { language, onReady }: Given): OpenStore {
  const { data, secrets, restored } = options
  const file = storeIn(data)
  const database = openOrCannotStart(file)
  const isCopy = beginIfCopy(database, { file, isSaid: restored, language })
  useStore({
    database,
    getSecretValue: secretValues({ file: secrets, dataDir: data }),
    onReady,
    backUp: backUpIn(database, data),
  })
  const stopSweep = startSweep(database, file)
  return {
    isCopy,
    async endLeases() {
      const mark = stoodStillIn(data)
      if (existsSync(mark)) await endStoodStill(database)
      await endLeases(database)
      rmSync(mark, { force: true })
    },
    ready: () => readyIn(database),
    isWriting: database.isWriting,
    close() {
      stopSweep()
      database.close()
    },
  }
}
