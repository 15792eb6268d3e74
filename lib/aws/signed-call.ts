import type { Exchange } from './exchange.ts'
import { type AwsAccess, signPost } from './node-signer.ts'

/** One operation of a service of AWS. Rejects with an error that is named as AWS names it, or as what happened to the connection. */
export type SignedCall = (operation: string, input: object) => Promise<Record<string, unknown>>

/** What differs between services: the name that is signed, the prefix of `X-Amz-Target`, and the version of AWS's JSON protocol. */
export const awsServices = {
  dynamoDb: { name: 'dynamodb', target: 'DynamoDB_20120810', json: '1.0' },
  secretsManager: { name: 'secretsmanager', target: 'secretsmanager', json: '1.1' },
} as const

type Options = {
  service: (typeof awsServices)[keyof typeof awsServices]
  access: AwsAccess
  exchange: Exchange
  now: () => number
  sleep: (ms: number) => Promise<void>
  random: () => number
  /** Called with the `Date` of every answer, and when its request left and its answer came. */
  heard?: (date: string | undefined, exchange: { sentAt: number; answeredAt: number }) => void
}

type Outcome = { answer: Record<string, unknown> } | { error: Error; isCorrected: boolean }
/** As the SDK's clients are set: a service that hangs must not use up a webhook's time. */
const mostAttempts = 2
/** AWS refuses a signature whose time differs from its own by five minutes. */
const mostSkewMs = 240_000
/** An answer that took longer was held up by a freeze of the function: its `Date` is no longer the time. */
const longestExchangeMs = 60_000

/** Signs its requests itself, to start fast. It repeats once after no answer, a failed service or a refused time. */
export function createSignedCall({ service, access, exchange, now, sleep, random, heard }: Options): SignedCall {
  /** The key of a day is derived once. */
  const keys = new Map<string, Buffer>()
  /** How far the service's clock is ahead of ours, where that matters. */
  let skewMs = 0

  async function sign(operation: string, body: string) {
    const { name, target, json } = service
    const headers = { 'content-type': `application/x-amz-json-${json}`, 'x-amz-target': `${target}.${operation}` }
    return await signPost({ access, service: name, headers, body, nowMs: now() + skewMs, keys })
  }

  /** Answers whether the time of the next request will differ much from the time of the last. */
  function correct(date: string | undefined): boolean {
    const aheadMs = Date.parse(date ?? '') - now()
    if (Number.isNaN(aheadMs)) return false
    const before = skewMs
    skewMs = Math.abs(aheadMs) > mostSkewMs ? aheadMs : 0
    return Math.abs(skewMs - before) > mostSkewMs
  }

  async function attempt(operation: string, body: string): Promise<Outcome> {
    const sentAt = now()
    const { status, date, body: text } = await exchange(await sign(operation, body))
    const answeredAt = now()
    heard?.(date, { sentAt, answeredAt })
    const isCorrected = answeredAt - sentAt <= longestExchangeMs && correct(date)
    if (status === 200) return { answer: JSON.parse(text) as Record<string, unknown> }
    return { error: toAwsError(status, text), isCorrected }
  }

  return async (operation, input) => {
    const body = JSON.stringify(input)
    for (let tried = 1; ; tried += 1) {
      const outcome = await attempt(operation, body).catch((error: Error): Outcome => ({ error, isCorrected: false }))
      if ('answer' in outcome) return outcome.answer
      const { error, isCorrected } = outcome
      const waitMs = waitBeforeRepeat(error, { isCorrected })
      if (tried >= mostAttempts || waitMs === undefined) throw error
      await sleep(random() * waitMs)
    }
  }
}

/** A refusal of AWS under AWS's own name for it, as the SDK's clients have it. Its message may quote the request. */
function toAwsError(status: number, body: string): Error & { status: number } {
  const { __type, message, Message } = parsed(body)
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
const throttlings =
  `ThrottlingException ProvisionedThroughputExceededException RequestLimitExceeded LimitExceededException
  Throttling TooManyRequestsException RequestThrottled RequestThrottledException`.split(/\s+/)
const clockRefusals =
  `InvalidSignatureException SignatureDoesNotMatch RequestTimeTooSkewed RequestExpired RequestInTheFuture
  AuthFailure`.split(/\s+/)

/** The longest wait before the one repeat, milliseconds; undefined: the same request would be refused again. */
function waitBeforeRepeat(error: Error, { isCorrected }: { isCorrected: boolean }): number | undefined {
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined) return backoffMs
  if (status === 429 || throttlings.includes(error.name)) return throttledMs
  if (status >= 500) return backoffMs
  return isCorrected && clockRefusals.includes(error.name) ? 0 : undefined
}
