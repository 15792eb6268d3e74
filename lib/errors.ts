/**
 * Errors are told apart by what the caller must do. Anything that is none of these is a bug and flies.
 * Messages say what failed, with ids and `[METHOD] path`, then what to do; they never hold a secret, a token or personal data.
 */

/** The other side refused for good: trying again as it is cannot help. Nothing happened. */
export class Rejected extends Error {
  override name = 'Rejected'
  /** HTTP status of the refusal; 0 where the refusal is ours (an argument that must not be sent). */
  readonly status: number
  /** The server's own words, one entry a message, as plain text. */
  readonly details: readonly string[]
  constructor(message: string, options: { status: number; details?: readonly string[]; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.details = options.details ?? []
  }
}

/** Nothing happened (a read failed, or a write was provably not carried out): try again later. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  /** Earliest sensible time of the next try, epoch milliseconds; absent: the retry schedule decides. */
  readonly atMs: number | undefined
  /** True where the wait is nobody's fault (pace, sessions, no time left): the event gets its attempt back. */
  readonly deferral: boolean
  /** True where it only waits for slots of the pace: that may take as long as the queue is. */
  readonly queued: boolean
  constructor(message: string, options: { atMs?: number; deferral?: boolean; queued?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.atMs = options.atMs
    this.deferral = options.deferral ?? false
    this.queued = options.queued ?? false
  }
}

/** A write that may have happened. It is never repeated blindly: settle, then read back. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The login is closed (refused credentials, or too many login attempts): nothing may be sent until a person acts or the secret changes. */
export class LoginClosed extends Error {
  override name = 'LoginClosed'
}
