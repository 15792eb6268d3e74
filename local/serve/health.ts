/** Undefined `reason`: all is well. */
export type Health = { reason?: string }

const mostMs = 3 * 60_000

type Options = {
  /** Whether the last write was stored. */
  isWriting: () => boolean
  /** ms of a clock that only goes on. */
  now: () => number
}

/** What the bridge has seen of itself. It writes nothing: whoever asks must not be kept waiting by a full disk. */
export function createHealth({ isWriting, now }: Options) {
  let ranAt = now()
  return {
    /** The schedule's run has worked. */
    ran: (): void => {
      ranAt = now()
    },
    read(): Health {
      if (!isWriting()) return { reason: 'the last write to the store failed' }
      if (now() - ranAt > mostMs) return { reason: 'the schedule has not run for three minutes' }
      return {}
    },
  }
}
