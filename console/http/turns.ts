const mostAtOnce = 8
const mostWaiting = 64

/** Nobody waits for the answer any more. */
export class ReaderGone extends Error {}

/** So many wait already that one more is refused. */
export class TooManyWait extends Error {}

/**
 * At most eight questions to the operator run at once, and the others wait in order. One whose reader has gone gives its place in the queue
 * back and is never asked.
 */
export function createTurns() {
  let running = 0
  const waiting: (() => void)[] = []

  async function turn(gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) throw new ReaderGone()
    if (running < mostAtOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new TooManyWait()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = waiting.indexOf(resolve)
      if (at >= 0) waiting.splice(at, 1)
      reject(new ReaderGone())
    }
    gone?.addEventListener('abort', leave, { once: true })
    waiting.push(resolve)
    await promise
    gone?.removeEventListener('abort', leave)
  }

  return async <T>(ask: () => Promise<T>, gone?: AbortSignal): Promise<T> => {
    await turn(gone)
    try {
      return await ask()
    } finally {
      // The place goes to the next one, or is free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
