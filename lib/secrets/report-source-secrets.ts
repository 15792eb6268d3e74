import type { WebhookConfig } from '../config/webhook-config.ts'
import type { Log } from '../log.ts'
import { checkSourceSecrets } from './check-source-secrets.ts'

type Read = (options: { fresh: boolean }) => Promise<Record<string, string[]>>

/**
 * Logs once what is wrong with the sources' secret, when it is first read: a function that may not read it, as the operator's, cannot say
 * it. Names sources, never a value.
 */
export function reportingSecrets(read: Read, { sources, log }: { sources: WebhookConfig['sources']; log: Log }): Read {
  let isReported = false
  return async (options) => {
    const filled = await read(options)
    if (!isReported) {
      isReported = true
      report(filled)
    }
    return filled
  }

  function report(filled: Awaited<ReturnType<Read>>): void {
    const { useless, sharing } = checkSourceSecrets(sources, filled)
    if (useless.length > 0) log.warn('secrets that are too short or in the wrong format', { sources: useless })
    for (const names of sharing) log.warn('sources share a secret', { sources: names })
  }
}
