import type { Estimate } from './budget.ts'

const mostMeasured = 10
/** What took longer has waited for something else. */
const mostMs = 15_000
/** Work that begins too early waits for its write; work that begins too late misses it. */
const margin = 1.2

/** What this process has measured of how long things take: as long as the longest of the last few times. */
export function createEstimate() {
  const measured: Record<keyof Estimate, number[]> = { leadMs: [], gapMs: [] }
  return {
    add(what: keyof Estimate, ms: number): void {
      measured[what] = [...measured[what], Math.min(ms, mostMs)].slice(-mostMeasured)
    },
    /** Holds what was measured at all. */
    current: (): Estimate => ({
      ...(measured.leadMs.length > 0 && { leadMs: Math.ceil(margin * Math.max(...measured.leadMs)) }),
      ...(measured.gapMs.length > 0 && { gapMs: Math.max(...measured.gapMs) }),
    }),
  }
}
