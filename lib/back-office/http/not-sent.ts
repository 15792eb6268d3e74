/** Proof that nothing of a request has left: no connection was made, or (`isBug`) the bridge failed before. For people, without secrets. */
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

/** Runs what comes before a connection. Whatever it throws is a bug of the bridge and never an answer of the back office. */
export function beforeSending<T>(prepare: () => T): T {
  try {
    return prepare()
  } catch (cause) {
    throw bug(cause)
  }
}

export const bug = (cause: unknown): NotSent =>
  new NotSent('the bridge failed before there was a connection, which is a bug', { isBug: true, cause })
