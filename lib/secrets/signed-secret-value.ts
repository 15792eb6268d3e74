import type { SignedCall } from '../aws/signed-call.ts'
import type { GetSecretValue } from './secrets.ts'

/** Secrets Manager through a client that signs its own requests. */
export const signedSecretValue =
  (call: SignedCall): GetSecretValue =>
  async (SecretId) =>
    await call('GetSecretValue', { SecretId })
