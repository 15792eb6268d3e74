import type { LocalFunction } from './lambda.ts'

export type LocalFunctions = Record<
  'shopWebhook' | 'formWebhook' | 'decide' | 'worker' | 'retry' | 'audit' | 'operator',
  LocalFunction
>

/** The real handlers with their deployed timeouts. Imported late, because their environment must be set first. */
export async function loadFunctions(): Promise<LocalFunctions> {
  const [shopWebhook, formWebhook, decide, worker, retry, audit, operator] = await Promise.all([
    import('../functions/shop-webhook.ts'),
    import('../functions/form-webhook.ts'),
    import('../functions/decide.ts'),
    import('../functions/worker.ts'),
    import('../functions/retry.ts'),
    import('../functions/audit.ts'),
    import('../functions/operator.ts'),
  ])
  return {
    shopWebhook: { name: 'shop-webhook', timeoutMs: 5_000, handler: shopWebhook.handler },
    formWebhook: { name: 'form-webhook', timeoutMs: 5_000, handler: formWebhook.handler },
    decide: { name: 'decide', timeoutMs: 10_000, handler: decide.handler },
    worker: { name: 'worker', timeoutMs: 120_000, handler: worker.handler },
    retry: { name: 'retry', timeoutMs: 120_000, handler: retry.handler },
    audit: { name: 'audit', timeoutMs: 120_000, handler: audit.handler },
    operator: { name: 'operator', timeoutMs: 120_000, handler: operator.handler },
  }
}
