/** What an answer means: `value` still has to be what was asked for, else it counts as `unusable`. */
export type Verdict = 'value' | 'rejected' | 'deferral' | 'retry' | 'unknown'
export type Kind = 'read' | 'write'

type Row = { when: string; from: number; to: number } & Record<Kind, Verdict>

const refusals = [400, 401, 403, 404, 405, 413, 422]

/**
 * First fitting row wins. A read may always be tried again; a write only after an answer that proves that nothing happened.
 * 401 gets here only after the one repeat with a new token.
 */
export const answerTable: readonly Row[] = [
  { when: 'done', from: 200, to: 299, read: 'value', write: 'value' },
  ...refusals.map(
    (status): Row => ({ when: 'refused', from: status, to: status, read: 'rejected', write: 'rejected' }),
  ),
  { when: 'too many requests or sessions', from: 429, to: 429, read: 'deferral', write: 'deferral' },
  { when: 'timed out over there', from: 408, to: 408, read: 'retry', write: 'unknown' },
  { when: 'another 4xx', from: 400, to: 499, read: 'rejected', write: 'unknown' },
  { when: 'any other status, redirects included', from: 0, to: 999, read: 'retry', write: 'unknown' },
]

/** Outcomes without a status that counts. */
export const failureTable = {
  /** 2xx that is not what was asked for: HTML, nothing, other JSON, a write without an integer id. */
  unusable: { read: 'retry', write: 'unknown' },
  /** Nothing was sent: refused, unresolved, unreachable, or an untrusted certificate. */
  neverConnected: { read: 'retry', write: 'retry' },
  timedOut: { read: 'retry', write: 'unknown' },
  connectionLost: { read: 'retry', write: 'unknown' },
} as const satisfies Record<string, Record<Kind, Verdict>>
export type Failure = keyof typeof failureTable

export function verdictOf(status: number, kind: Kind): Verdict {
  const row = answerTable.find(({ from, to }) => status >= from && status <= to)
  return row ? row[kind] : failureTable.unusable[kind]
}

/** Errors of the socket, the resolver and the TLS handshake after which no byte of the request has left. */
const neverConnectedCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Reads the error of `fetch`, which hides its reason in `cause`, or in several where several addresses were tried. */
export function failureOf(error: unknown): Exclude<Failure, 'unusable'> {
  const chain = causes(error)
  const reasons = chain.flatMap((link) => (link instanceof AggregateError ? link.errors : []))
  const neverConnected = reasons.length > 0 ? reasons.every(isBeforeSending) : chain.some(isBeforeSending)
  if (neverConnected) return 'neverConnected'
  return chain.some((link) => link instanceof Error && link.name === 'TimeoutError') ? 'timedOut' : 'connectionLost'
}

function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // `fetch` itself refuses some ports (WHATWG fetch, port blocking).
  return (
    neverConnectedCodes.has(code) || (code === 'ETIMEDOUT' && syscall === 'connect') || error.message === 'bad port'
  )
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (
    let link = error;
    link !== undefined && chain.length < 10;
    link = link instanceof Error ? link.cause : undefined
  ) {
    chain.push(link)
  }
  return chain
}
