export const faultKinds = [
  'status',
  'slow',
  'drop-before',
  'drop-after',
  'html',
  'garbage',
  'empty',
  'expire-tokens',
  'lock-user',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** What happens to the next `times` requests with this `method` (any if absent) and a path that begins with `path`. */
export type Fault = {
  method?: string
  path: string
  times: number
  kind: FaultKind
  /** For `status`; 500 if absent. */
  status?: number
  /** For `status`: the answer's body and headers. */
  body?: unknown
  headers?: Record<string, string>
  delayMs: number
  /** For `status`, `html`, `garbage` and `empty`: carry the request out before replacing its answer. */
  applied: boolean
}

/** The connection ends without an answer: fetch rejects with undici's error for a socket that the other side closed. */
export const connectionCut = (): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })

export const isConnectionCut = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === 'UND_ERR_SOCKET'
