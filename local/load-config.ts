import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { assertConfig } from '../lib/config/assert-config.ts'
import { ConfigError } from '../lib/config/checked.ts'
import type { Config } from '../lib/config/config.ts'
import { CannotStart } from './cannot-start.ts'
import { placeOf } from './place-of-error.ts'

const configFile = fileURLToPath(new URL('../bridge.config.ts', import.meta.url))

const loadingMs = 10_000

/**
 * Loads and checks bridge.config.ts before the handlers import it, so that people see its mistakes without a stack.
 * Throws `CannotStart` with every mistake, or with the place of the error that stops the import.
 */
export async function loadConfig(file = configFile, withinMs = loadingMs): Promise<Config> {
  if (!existsSync(file))
    throw new CannotStart(`${file} is missing: restore it (git checkout), or write it as docs/configuration.md says.`)
  try {
    const loaded: { default?: unknown } = await within(withinMs, import(pathToFileURL(file).href))
    assertConfig(loaded.default)
    return loaded.default
  } catch (error) {
    if (error instanceof ConfigError) throw new CannotStart(error.message)
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
    const place = placeOf(error, dirname(file))
    const found = `${place === undefined ? '' : `${place}: `}${reason.replace(/\.$/, '')}`
    throw new CannotStart(`${file} cannot be loaded (${found}): fix it and run the command again.`)
  }
}

/** A configuration may await something that never comes. */
async function within<T>(ms: number, loading: Promise<T>): Promise<T> {
  const loaded = new AbortController()
  const late = sleep(ms, undefined, { signal: loaded.signal }).then(() => {
    throw new Error(`it awaits something that did not come within ${ms / 1_000} seconds`)
  })
  return await Promise.race([loading, late]).finally(() => loaded.abort())
}
