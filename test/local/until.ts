import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for at most `withinMs`; rejects with what the check throws. */
export async function until<T>(what: string, check: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > giveUpAt) throw new Error(`never came: ${what}`)
    await sleep(25)
  }
}
