import type { LocalSettings } from './environment.ts'
import { loadConfig } from './load-config.ts'
import { lockDataDir } from './lock.ts'
import { assertSourceSecrets, readSecrets, secretsFile } from './secrets-file.ts'

export type Stack = {
  /** The bridge: webhooks, `/operator`, `/tick`. */
  url: string
  /** Absent where `BACKOFFICE_URL` names another back office. */
  sandboxUrl: string | undefined
  /**
   * Accepts nothing more, gives current runs at most five seconds, closes the tables and releases the data directory.
   */
  close(): Promise<void>
}

export type StackOptions = {
  settings: LocalSettings
  /** The environment that the functions will read: `process.env`. */
  env: Record<string, string | undefined>
  secrets?: string
  report: (message: string, error: unknown) => void
}

/** What ends a part of the stack; run last first. */
export type Closers = (() => unknown)[]

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
  const { settings, secrets = secretsFile } = options
  assertSourceSecrets(secrets, readSecrets(secrets), await loadConfig())
  if (settings.dataDir !== undefined) closers.push(lockDataDir(settings.dataDir))
  // Loaded late: a person sees mistakes before the tables, the sandbox and the SDK are loaded.
  const { startServices } = await import('./services.ts')
  return await startServices({ ...options, secrets }, closers)
}
