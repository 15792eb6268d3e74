import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Short pauses at first, then longer ones, to leave the machine to the work: up to an eighth of the time waited so far.
 */
const pauseMs = (waitedMs: number): number => Math.min(1_000, Math.max(25, waitedMs / 8))

/** Waits for at most `withinMs`; rejects with what the check throws. */
export async function until<T>(what: string, check: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const startedAt = performance.now()
  for (;;) {
    const value = await check()
    if (value) return value
    const waitedMs = performance.now() - startedAt
    if (waitedMs > withinMs) throw new Error(`waited ${withinMs} ms in vain for ${what}`)
    await sleep(pauseMs(waitedMs))
  }
}

/** For what happens within the test's own process, in milliseconds. */
export async function untilSoon(reached: () => boolean): Promise<void> {
  for (let checks = 0; !reached(); checks++) {
    if (checks > 1_000) throw new Error('never reached')
    await sleep(2)
  }
}
