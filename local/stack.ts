import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseEmbedded } from './choose-build.ts'
import { beginIfCopy, copyNote } from './copies.ts'
import { assertNoDemoSecrets } from './demo-secrets.ts'
import { keepPrivate } from './keep-private.ts'
import { loadConfig } from './load-config.ts'
import { openOrCannotStart } from './process-store.ts'
import { assertSourceSecrets, readSecrets, secretsInUse, sharingSources } from './secrets-file.ts'
import type { Services } from './services.ts'
import type { Closers, StackOptions } from './stack-options.ts'

export type Stack = Services & {
  /** Sentences for a person: it runs, and something is better changed. */
  notes: string[]
  /**
   * Accepts nothing more, gives current runs at most five seconds, and closes the store.
   */
  close(): Promise<void>
}

/**
 * Starts everything in this process. Throws `CannotStart` for what a person must change, and leaves nothing running
 * then. Call it once per process: the functions keep what they read from their environment.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closers: Closers = []
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    return { ...(await startAll(options, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startAll(options: StackOptions, closers: Closers): Promise<Omit<Stack, 'close'>> {
  const { settings } = options
  const [secrets, config] = [readSecrets(secretsInUse), await loadConfig()]
  assertSourceSecrets(secretsInUse, secrets, config)
  assertNoDemoSecrets(secretsInUse, secrets, settings.backOfficeUrl)
  const notes = [sharingSources(secrets, config)]
  const file = settings.dataDir && join(settings.dataDir, 'bridge.sqlite')
  const database = openOrCannotStart(file)
  closers.push(database.close)
  if (file && beginIfCopy(database, { file, isSaid: false, language: config.language })) notes.push(copyNote)
  if (settings.dataDir !== undefined) notes.push(olderData(settings.dataDir), keepPrivate(settings.dataDir))
  chooseEmbedded()
  // Loaded late: a person sees mistakes before the sandbox and the functions are loaded.
  const { startServices } = await import('./services.ts')
  const services = await startServices({ ...options, database, language: config.language }, closers)
  return { ...services, notes: notes.filter((note) => note !== undefined) }
}

function olderData(dataDir: string): string | undefined {
  const folder = join(dataDir, 'dynamodb')
  if (!existsSync(folder)) return undefined
  return `${folder} holds events of an older version. They stay there; this version does not read them.`
}
