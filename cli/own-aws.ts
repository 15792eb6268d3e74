import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { AwsAccess } from '../lib/aws/node-signer.ts'
import { CannotStart } from '../local/cannot-start.ts'

/** As whom and where this person works with AWS. */
export type OwnAws = Omit<AwsAccess, 'url'>

/**
 * The credentials and the region of the person at this machine, found as the SDK finds them: variables, profiles, single sign-on. Any of
 * its clients does that, and sends nothing of ours. Throws `CannotStart` with what is missing.
 */
export async function ownAws(region: string | undefined): Promise<OwnAws> {
  const { config } = new SecretsManagerClient(region === undefined ? {} : { region })
  const found = await config.region().catch(() => undefined)
  if (!found)
    throw new CannotStart(
      'The region is missing: use --region eu-central-1, for example, or set AWS_REGION or a region in your AWS profile.',
    )
  try {
    const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials()
    return { region: found, accessKeyId, secretAccessKey, sessionToken }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown error'
    throw new CannotStart(
      `There are no AWS credentials (${reason}): log in, or set AWS_PROFILE or AWS_ACCESS_KEY_ID, as for the AWS command line.`,
    )
  }
}
