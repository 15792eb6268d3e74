import type { SourceConfig } from '../config/config.ts'
import { sourceOfKind } from '../sources/registry.ts'

/** The configured sources without a secret, and those with a secret in the wrong format for their sender. */
export function checkSourceSecrets(
  configured: Record<string, SourceConfig>,
  filled: Record<string, readonly string[]>,
): { without: string[]; useless: string[] } {
  const isUseless = ([name, { kind }]: [string, SourceConfig]) =>
    filled[name]?.some((secret) => sourceOfKind(kind)?.isUsable?.(secret) === false)
  return {
    without: Object.keys(configured).filter((name) => !filled[name]?.length),
    useless: Object.entries(configured).flatMap((entry) => (isUseless(entry) ? [entry[0]] : [])),
  }
}
