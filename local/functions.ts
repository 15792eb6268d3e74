import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assertConfig } from '../lib/config.ts'
import { ConfigError } from '../lib/config-error.ts'
import { CannotStart } from './cannot-start.ts'
import type { LocalFunction } from './lambda.ts'

export type LocalFunctions = Record<'shopWebhook' | 'formWebhook' | 'worker' | 'retry' | 'operator', LocalFunction>

const configUrl = new URL('../bridge.config.ts', import.meta.url)

/**
 * The real handlers with the timeouts they are deployed with. Loaded only here: their environment must be set before.
 * Throws `CannotStart` or `ConfigError` for a bridge.config.ts that cannot be loaded.
 */
export async function loadFunctions(): Promise<LocalFunctions> {
  await loadConfig()
  const [shopWebhook, formWebhook, worker, retry, operator] = await Promise.all([
    import('../functions/shop-webhook.ts'),
    import('../functions/form-webhook.ts'),
    import('../functions/worker.ts'),
    import('../functions/retry.ts'),
    import('../functions/operator.ts'),
  ])
  return {
    shopWebhook: { name: 'shop-webhook', timeoutMs: 5_000, handler: shopWebhook.handler },
    formWebhook: { name: 'form-webhook', timeoutMs: 5_000, handler: formWebhook.handler },
    worker: { name: 'worker', timeoutMs: 120_000, handler: worker.handler },
    retry: { name: 'retry', timeoutMs: 120_000, handler: retry.handler },
    operator: { name: 'operator', timeoutMs: 120_000, handler: operator.handler },
  }
}

/** The handlers import it too: what is wrong with it is told in a person's words before they do. */
async function loadConfig(): Promise<void> {
  const file = fileURLToPath(configUrl)
  if (!existsSync(file))
    throw new CannotStart(`${file} is missing: write it as docs/configuration.md says, or put it back (git checkout).`)
  const loaded = await import(configUrl.href).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
    throw new CannotStart(`${file} cannot be loaded (${reason.replace(/\.$/, '')}): mend it and start again.`)
  })
  assertConfig(loaded.default)
}
