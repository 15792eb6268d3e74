/** A refusal of AWS under AWS's own name for it, as the SDK's clients have it. `status`: of the answer. */
export type AwsError = Error & { status: number }

/** The refusal in the body of an answer. Its message may quote the request. */
export function toAwsError(status: number, body: string): AwsError {
  const { __type, message, Message }: Record<string, unknown> = parsed(body)
  const name = typeof __type === 'string' ? __type.slice(__type.indexOf('#') + 1) : `Http${status}`
  return Object.assign(new Error(String(message ?? Message ?? `status ${status}`)), { name, status })
}

function parsed(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

const backoffMs = 100
const throttledMs = 500
const throttlings: readonly string[] = [
  ...[
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'LimitExceededException',
  ],
  ...['Throttling', 'TooManyRequestsException', 'RequestThrottled', 'RequestThrottledException'],
]
const clockRefusals: readonly string[] = [
  ...['InvalidSignatureException', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed'],
  ...['RequestExpired', 'RequestInTheFuture', 'AuthFailure'],
]

/**
 * How long to wait at most before the request is sent once more, milliseconds; undefined: the same request would be refused again.
 * `isCorrected`: the time that the next request is signed with differs from the refused one.
 */
export function waitBeforeRepeat(error: Error, { isCorrected }: { isCorrected: boolean }): number | undefined {
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined) return backoffMs
  if (status === 429 || throttlings.includes(error.name)) return throttledMs
  if (status >= 500) return backoffMs
  return isCorrected && clockRefusals.includes(error.name) ? 0 : undefined
}
