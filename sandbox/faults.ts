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

/** What the next `times` requests suffer whose path begins with `path` (and whose method is `method`, where given). */
export type Fault = {
  method?: string
  path: string
  times: number
  kind: FaultKind
  /** For `status`; 500 where absent. */
  status?: number
  /** For `status`: the answer's body and headers. */
  body?: unknown
  headers?: Record<string, string>
  delayMs: number
  /** For `status`, `html`, `garbage` and `empty`: the request is carried out before its answer is replaced. */
  applied: boolean
}

/** The connection ends without an answer: fetch rejects with what undici gives for a socket that the other side closed. */
export const connectionCut = (): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })

export const isConnectionCut = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === 'UND_ERR_SOCKET'
