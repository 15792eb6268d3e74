import type { Config } from '../config/config.ts'
import { checkSourceSecrets } from './check-source-secrets.ts'
import { backOfficeSecret, isWeakPassword, secretProblems } from './secret-shapes.ts'
import { isEmpty, isRecord, readBackOfficeSecret, readSourcesSecret, type Secrets } from './secrets.ts'

type Options = {
  secrets: () => Secrets
  backOfficeSecretId: () => string
  /** Undefined if the function may not read it. */
  sourcesSecretId: () => string | undefined
}

/** What an operator may know of the secrets: the problems of their shape, never a value. */
export const createSecretChecks = ({ secrets, backOfficeSecretId, sourcesSecretId }: Options) => ({
  backOffice: async () => {
    const { value } = await secrets().read(backOfficeSecretId(), { fresh: true })
    // A new stage begins with `{}`.
    if (isRecord(value) && isEmpty(value)) return ['it is not set yet: write baseUrl, username and password into it']
    return secretProblems(backOfficeSecret, value)
  },
  /** False also where the secret is not complete: that is a problem of its own. */
  isPasswordWeak: async () => {
    const secret = await readBackOfficeSecret(secrets(), backOfficeSecretId(), { fresh: true })
    return secret.password !== '' && isWeakPassword(secret)
  },
  sources: async (configured: Config['sources']) => {
    const secretId = sourcesSecretId()
    if (secretId === undefined) return 'not readable here' as const
    return checkSourceSecrets(configured, await readSourcesSecret(secrets(), secretId, { fresh: true }))
  },
})
