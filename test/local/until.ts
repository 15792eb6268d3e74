import { setTimeout as sleep } from 'node:timers/promises'

/** Often at first, then more seldom: what is asked has other work to do, and nothing is noticed later than an eighth of its time. */
const pauseMs = (waitedMs: number): number => Math.min(1_000, Math.max(25, waitedMs / 8))

/** Waits for at most `withinMs`; rejects with what the check throws. */
export async function until<T>(what: string, check: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const startedAt = performance.now()
  for (;;) {
    const value = await check()
    if (value) return value
    const waitedMs = performance.now() - startedAt
    if (waitedMs > withinMs) throw new Error(`never came: ${what}`)
    await sleep(pauseMs(waitedMs))
  }
}
