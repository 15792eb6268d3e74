/** Undefined `reason`: all is well. */
export type Health = { reason?: string }

const mostMs = 3 * 60_000

/** What the bridge has seen of itself. It writes nothing: a full disk must not keep anybody from asking. `now`: ms that only go on. */
export function createHealth(now: () => number) {
  let hasWriteFailed = false
  let ranAt = now()
  return {
    wrote: (worked: boolean): void => {
      hasWriteFailed = !worked
    },
    ran: (): void => {
      ranAt = now()
    },
    read(): Health {
      if (hasWriteFailed) return { reason: 'the last write to the store failed' }
      if (now() - ranAt > mostMs) return { reason: 'the schedule has not run for three minutes' }
      return {}
    },
  }
}
