/** Errors of the resolver, the socket and the TLS handshake after which no byte of the request has left, and what each says. */
const groups: readonly (readonly [why: string, codes: readonly string[]])[] = [
  ['its name was not found', ['ENOTFOUND', 'EAI_AGAIN']],
  ['the connection was refused', ['ECONNREFUSED']],
  ['there is no way to its address', ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']],
  ['connecting took too long', ['UND_ERR_CONNECT_TIMEOUT']],
  [
    'its certificate is not trusted',
    [
      ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_UNTRUSTED', 'CERT_REJECTED'],
      ...['CERT_SIGNATURE_FAILURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
      ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ],
]
const whys: ReadonlyMap<unknown, string> = new Map(
  groups.flatMap(([why, codes]) => codes.map((code) => [code, why] as const)),
)

const noTls = 'there is no TLS on that port'
const noAgreement = 'the TLS handshake failed'
/** Only what a handshake can end with: other errors of TLS also come later, when the request has left. */
const plainPort = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL/
const handshake =
  /UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|NO_SHARED_CIPHER|NO_CIPHERS_AVAILABLE|[DE][HE]_KEY_TOO_SMALL|ALERT_(?:PROTOCOL_VERSION|HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|NO_APPLICATION_PROTOCOL)|UNRECOGNIZED_NAME/

/**
 * Why the request of a failed `fetch` was never sent, in words without address or secret; undefined where it may have been. `fetch`
 * hides its reason in `cause`, or in several where several addresses were tried: then all of them must have been out of reach.
 */
export function whyUnreached(error: unknown): string | undefined {
  const chain = causes(error)
  const reasons = chain.flatMap((link) => (link instanceof AggregateError ? link.errors : []))
  if (reasons.length === 0) return chain.map(whyOf).find((why) => why !== undefined)
  return reasons.every((reason) => whyOf(reason) !== undefined) ? whyOf(reasons[0]) : undefined
}

function whyOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (code === 'ETIMEDOUT' && syscall === 'connect') return 'connecting took too long'
  // `fetch` itself refuses some ports (WHATWG fetch, port blocking).
  if (error.message === 'bad port') return 'its port is not allowed'
  return whys.get(code) ?? whyNoTls(code, error.message)
}

/** The reason is in the code, or behind `EPROTO` in OpenSSL's message. */
function whyNoTls(code: unknown, message: string): string | undefined {
  if (typeof code !== 'string') return undefined
  const reason = code === 'EPROTO' ? message.toUpperCase().replaceAll(' ', '_') : code
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return undefined
  if (plainPort.test(reason)) return noTls
  return handshake.test(reason) ? noAgreement : undefined
}

/** An error and what caused it, at most ten deep: a chain of causes may be a circle. */
export function causes(error: unknown): unknown[] {
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
