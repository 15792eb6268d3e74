import type { WebhookConfig } from '../config/webhook-config.ts'
import type { Log } from '../log.ts'
import { acceptorOfKind } from '../sources/acceptors.ts'
import { isUsableSecret } from '../sources/shared/usable-secrets.ts'
import type { Acceptor } from '../sources/source.ts'
import type { Fresh, SourceSecrets } from './secrets.ts'

/** What is wrong with the secrets of the configured sources, by their names alone. */
export type SourceSecretsReport = {
  without: string[]
  /** Sources with a secret that is too short, or in the wrong format for their sender. It proves nothing. */
  useless: string[]
  /** Groups that share a secret: whoever can sign for one of a group can sign for all of it. */
  sharing: string[][]
}

type Configured = Readonly<Record<string, { kind: string | Acceptor }>>
type Filled = Record<string, readonly string[]>

/** Compares the configured sources with the secrets that are there. Pure; names no value. */
export function checkSourceSecrets(configured: Configured, filled: Filled): SourceSecretsReport {
  const isUseless = ([name, { kind }]: [string, { kind: string | Acceptor }]) => {
    const acceptor = acceptorOfKind(kind)
    return acceptor !== undefined && filled[name]?.some((secret) => !isUsableSecret(acceptor, secret))
  }
  return {
    without: Object.keys(configured).filter((name) => !filled[name]?.length),
    useless: Object.entries(configured).flatMap((entry) => (isUseless(entry) ? [entry[0]] : [])),
    sharing: sharingOf(configured, filled),
  }
}

/** Groups of two and more, each once. */
function sharingOf(configured: Configured, filled: Filled): string[][] {
  const bySecret = new Map<string, Set<string>>()
  for (const name of Object.keys(configured)) {
    for (const secret of filled[name] ?? []) {
      const same = withoutPrefix(secret)
      bySecret.set(same, (bySecret.get(same) ?? new Set()).add(name))
    }
  }
  const groups = [...bySecret.values()].filter(({ size }) => size > 1).map((names) => [...names])
  return [...new Map(groups.map((names) => [names.join(), names])).values()]
}

/** `whsec_` is optional, and no part of the key. */
const withoutPrefix = (secret: string): string => secret.trim().replace(/^whsec_/, '')
type Read = (options: Fresh) => Promise<SourceSecrets>

/** Logs once what is wrong with the sources' secret: the operator's function may not read it. Names sources, never a value. */
export function reportingSecrets(read: Read, { sources, log }: { sources: WebhookConfig['sources']; log: Log }): Read {
  let isReported = false
  return async (options) => {
    const filled = await read(options)
    if (isReported) return filled
    isReported = true
    const { useless, sharing } = checkSourceSecrets(sources, filled)
    if (useless.length > 0) log.warn('secrets that are too short or in the wrong format', { sources: useless })
    for (const names of sharing) log.warn('sources share a secret', { sources: names })
    return filled
  }
}
