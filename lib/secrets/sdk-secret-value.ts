import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { GetSecretValue } from './secrets.ts'

export const sdkSecretValue =
  (client: SecretsManagerClient): GetSecretValue =>
  async (SecretId) =>
    await client.send(new GetSecretValueCommand({ SecretId }))
