import { assertNoDemoSecrets } from './demo-secrets.ts'
import { keepPrivate } from './keep-private.ts'
import { loadConfig } from './load-config.ts'
import { lockDataDir } from './lock.ts'
import { assertSourceSecrets, readSecrets, secretsInUse, sharingSources } from './secrets-file.ts'
import type { Services } from './services.ts'
import type { Closers, StackOptions } from './stack-options.ts'

export type Stack = Services & {
  /** Sentences for a person: it runs, and something is better changed. */
  notes: string[]
  /**
   * Accepts nothing more, gives current runs at most five seconds, closes the tables and releases the data directory.
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
  if (settings.dataDir !== undefined) {
    closers.push(lockDataDir(settings.dataDir))
    notes.push(keepPrivate(settings.dataDir))
  }
  // Loaded late: a person sees mistakes before the tables, the sandbox and the SDK are loaded.
  const { startServices } = await import('./services.ts')
  return {
    ...(await startServices({ ...options, language: config.language }, closers)),
    notes: notes.filter((note) => note !== undefined),
  }
}
