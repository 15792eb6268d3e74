import { type Wait, waitCosts } from './reasons.ts'

/** An error class says what the caller must do; any other error is a bug. Messages never hold a secret, a token or personal data. */

/** The other side refused for good: the same request would be refused again. Nothing happened. */
export class Rejected extends Error {
  override name = 'Rejected'
  /** HTTP status of the refusal; 0 if the bridge refused to send it (a wrong argument). */
  readonly status: number
  /** The server's own words, one entry a message, as plain text. */
  readonly details: readonly string[]
  constructor(message: string, options: { status: number; details?: readonly string[]; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.details = options.details ?? []
  }
}

/** A person must say why, in a note. */
export class NoteRequired extends Rejected {
  constructor(message: string) {
    super(message, { status: 409 })
    this.name = 'NoteRequired'
  }
}

/** A look-up of a person found more than it reads. It would find as much again: somebody has to name what is meant. */
export class TooManyFound extends Rejected {
  constructor(message: string) {
    super(message, { status: 0 })
    this.name = 'TooManyFound'
  }
}

/** What an event waits for after the error. What that costs it stands in lib/reasons.ts. */
export type RetryCode = 'cause' | 'not_ready' | 'pace' | 'owner_unknown' | 'owner_refused' | 'clock_in_doubt'

type Retry = { code?: RetryCode; atMs?: number; why?: Wait; cause?: unknown }

/** Nothing happened (a read failed, or a write was provably not applied): retry later. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly code: RetryCode
  /** Earliest useful time of the next attempt, epoch milliseconds. Absent: the retry schedule decides. */
  readonly atMs: number | undefined
  /** What is waited for, in a code and facts for people. Absent: the message says it. It costs what `code` costs. */
  readonly why: Wait | undefined
  constructor(message: string, { code = 'cause', atMs, why, cause }: Retry = {}) {
    super(message, { cause })
    this.code = code
    this.atMs = atMs
    this.why = why
  }

  /** False for a login, a limit or a slot that is not there yet. */
  get isFailure(): boolean {
    return waitCosts[this.code] === 'attempt'
  }
}

/** The clock of this function is wrong, or has jumped: nothing is sent or judged by it. Another function goes on. */
export class ClockInDoubt extends RetryLater {
  /** By how much the clock is fast, at least; negative if it is slow, milliseconds. */
  readonly aheadMs: number
  constructor(aheadMs: number) {
    super('Nothing was sent: the clock of this function is wrong, or has jumped', { code: 'clock_in_doubt' })
    this.name = 'ClockInDoubt'
    this.aheadMs = aheadMs
  }
}

/** A write that may have happened. Wait until it has settled, then read back: never repeat it blindly. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The login is closed (refused credentials, or too many attempts). Send nothing until a person acts or the secret changes. */
export class LoginClosed extends Error {
  override name = 'LoginClosed'
}

/** The other side knows no such thing. */
export const isNotFound = (error: unknown): boolean => error instanceof Rejected && error.status === 404

type IsExpected = (error: unknown) => boolean

/** What the work answers, or `otherwise` where it fails with an expected error. Any other is thrown on. */
export const recovered = <T, Otherwise>(work: Promise<T>, isExpected: IsExpected, otherwise: Otherwise) =>
  work.catch((error: unknown): Otherwise => {
    if (!isExpected(error)) throw error
    return otherwise
  })
