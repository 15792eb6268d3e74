import type { Guess } from './budget.ts'

const mostSeen = 10
/** What took longer has waited for something else. */
const mostMs = 15_000
/** Work that begins too early waits for its write; work that begins too late misses it. */
const margin = 1.2

/** What this process has found of how long things take: as long as the longest of the last few times. */
export function createGuess() {
  const seen: Record<keyof Guess, number[]> = { leadMs: [], gapMs: [] }
  return {
    saw(what: keyof Guess, ms: number): void {
      seen[what] = [...seen[what], Math.min(ms, mostMs)].slice(-mostSeen)
    },
    /** Holds what was seen at all. */
    is: (): Guess => ({
      ...(seen.leadMs.length > 0 && { leadMs: Math.ceil(margin * Math.max(...seen.leadMs)) }),
      ...(seen.gapMs.length > 0 && { gapMs: Math.max(...seen.gapMs) }),
    }),
  }
}
