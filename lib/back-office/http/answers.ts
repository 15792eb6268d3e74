/** What an answer means: a `value` must still be what was asked for, else it counts as `unusable`. */
export type Verdict = 'value' | 'rejected' | 'deferral' | 'retry' | 'unknown'
export type Kind = 'read' | 'write'
type Row = { when: string; from: number; to: number } & Record<Kind, Verdict>
const refusals = [400, 403, 404, 405, 413, 422]
const refused = { when: 'refused', read: 'rejected', write: 'rejected' } as const

/**
 * The first fitting row wins. A read may always be retried; a write only after an answer that proves that nothing happened. A 401 gets
 * here only after the one repeat with a new token: the session is wrong, not the request. A read that is refused in HTML or text is
 * retried (client.ts): a gateway's page is not the service's verdict.
 */
export const answerTable: readonly Row[] = [
  { when: 'done', from: 200, to: 299, read: 'value', write: 'value' },
  ...refusals.map((status): Row => ({ ...refused, from: status, to: status })),
  { when: 'unauthorised', from: 401, to: 401, read: 'deferral', write: 'deferral' },
  { when: 'too many requests or sessions', from: 429, to: 429, read: 'deferral', write: 'deferral' },
  { when: 'timed out over there', from: 408, to: 408, read: 'retry', write: 'unknown' },
  { when: 'another 4xx', from: 400, to: 499, read: 'rejected', write: 'unknown' },
  { when: 'any other status, redirects included', from: 0, to: 999, read: 'retry', write: 'unknown' },
]

/** Outcomes without a status that counts. */
export const failureTable = {
  /** A 2xx that is not what was asked for: HTML, nothing, other JSON, a write without an integer id. */
  unusable: { read: 'retry', write: 'unknown', text: 'was answered with something else than was asked for' },
  /** A 2xx that was not read to its end (read-answer.ts). */
  brokenOff: { read: 'retry', write: 'unknown', text: 'was not read to its end' },
  /** No connection was made: refused, unresolved, unreachable, an untrusted certificate, or no TLS. */
  neverConnected: { read: 'retry', write: 'retry', text: 'could not reach the back office' },
  /** The bridge itself failed before there was a connection. */
  bug: { read: 'retry', write: 'retry', text: 'was not sent' },
  timedOut: { read: 'retry', write: 'unknown', text: 'was not answered in time' },
  connectionLost: { read: 'retry', write: 'unknown', text: 'lost its connection' },
} as const satisfies Record<string, Record<Kind, Verdict> & { text: string }>
export type Failure = keyof typeof failureTable

export function verdictOf(status: number, kind: Kind): Verdict {
  const row = answerTable.find(({ from, to }) => status >= from && status <= to)
  return row ? row[kind] : failureTable.unusable[kind]
}

/** Reads the error of `fetch`. Only `NotSent` proves that nothing was sent. */
export function failureOf(error: unknown): Exclude<Failure, 'unusable' | 'brokenOff'> {
  if (error instanceof NotSent) return error.isBug ? 'bug' : 'neverConnected'
  // What Node aborts names the signal's reason as its cause.
  const causes = [error, (error as Error | undefined)?.cause]
  const isLate = causes.some((one) => one instanceof Error && one.name === 'TimeoutError')
  return isLate ? 'timedOut' : 'connectionLost'
}

/** Why a request has no answer, to follow its name: for people, without address or secret. */
export function failureText(failure: Failure, cause: unknown): string {
  const { text } = failureTable[failure]
  return cause instanceof NotSent ? `${text}: ${cause.message}` : text
}

/** Proof that nothing was sent: no connection was made, or (`isBug`) the bridge failed before. Its message is for people. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly isBug: boolean
  constructor(message: string, { isBug = false, cause }: { isBug?: boolean; cause: unknown }) {
    super(message, { cause })
    this.isBug = isBug
  }
}

/** Whether a write failed before anything of its request had left. */
export const wasNotSent = (error: unknown): boolean => error instanceof Error && error.cause instanceof NotSent

/** Runs what comes before a connection. Whatever it throws is a bug, and never an answer of the back office. */
export function beforeSending<T>(prepare: () => T): T {
  try {
    return prepare()
  } catch (cause) {
    throw bug(cause)
  }
}

export const bug = (cause: unknown): NotSent =>
  new NotSent('the bridge failed before there was a connection, which is a bug', { isBug: true, cause })
