import type { SourceConfig } from './config.ts'
import type { SecretChecks } from './operator/operator.ts'
import { backOfficeSecret, secretProblems } from './secret-shapes.ts'
import { readSourcesSecret, type Secrets } from './secrets.ts'
import { sourceOfKind } from './sources/registry.ts'

type Options = {
  secrets: () => Secrets
  backOfficeSecretId: () => string
  /** Undefined where the function may not read it. */
  sourcesSecretId: () => string | undefined
}

/** Tells of the secrets what an operator may know: what is wrong with their shape, and never a value. */
export function createSecretChecks({ secrets, backOfficeSecretId, sourcesSecretId }: Options): SecretChecks {
  return {
    backOffice: async () => {
      const { value } = await secrets().read(backOfficeSecretId(), { fresh: true })
      return secretProblems(backOfficeSecret, value)
    },
    sources: async (configured) => {
      const secretId = sourcesSecretId()
      if (secretId === undefined) return 'not readable here'
      return checkSourceSecrets(configured, await readSourcesSecret(secrets(), secretId, { fresh: true }))
    },
  }
}

/** Of the configured sources: those without a secret, and those with one that their sender cannot have. */
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
