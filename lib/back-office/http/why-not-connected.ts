/** What errors of the resolver, the socket and the TLS handshake say to people. */
const groups: readonly (readonly [why: string, codes: readonly string[]])[] = [
  ['its name was not found', ['ENOTFOUND', 'EAI_AGAIN']],
  ['the connection was refused', ['ECONNREFUSED']],
  ['there is no way to its address', ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']],
  ['connecting took too long', ['ETIMEDOUT', 'ABORT_ERR']],
  ['the connection was closed while it was made', ['ECONNRESET', 'EPIPE']],
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

/** What OpenSSL makes of an answer that is not TLS. */
const plainPort = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL/

/** Why a connection was not made, in words without address or secret; for several addresses the reason of the first one. */
export function whyNotConnected(error: unknown): string {
  const { code, message = '' } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException
  const known = whys.get(code)
  if (known !== undefined) return known
  if (code === undefined || !/^(EPROTO$|ERR_SSL_)/.test(code)) return `no connection could be made (${code})`
  // The reason is in the code, or behind `EPROTO` in OpenSSL's message.
  const reason = `${code} ${message}`.toUpperCase().replaceAll(' ', '_')
  return plainPort.test(reason) ? 'there is no TLS on that port' : 'the TLS handshake failed'
}
