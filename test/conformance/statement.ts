import { it } from 'vitest'
import { type Target, variableOf } from './target.ts'

/** `fields`: of a record whose fields are not stated. `lineSku`: lines that show property 98. */
type Need = keyof Target['may'] | keyof Target['known'] | 'fields' | 'lineSku'
export type Statement = (title: string, needs: Need[], run: () => Promise<void> | void) => void

/** How each need is met in a run against another server; the sandbox meets all of them. */
const met = (need: Need): string => {
  if (need === 'lineSku') return 'lines with property 98'
  if (need === 'fields') return 'availabilities on images'
  if (need === 'sandbox') return "the sandbox's seed and controls"
  return need === 'writes' ? 'TARGET_WRITES=1' : variableOf(need)
}

/** A test for what docs/back-office.md has as stated; what cannot be asked of this target is skipped and says why. */
export const createStatement =
  ({ known, may }: Target): Statement =>
  (title, needs, run) => {
    const has: Record<string, unknown> = {
      ...known,
      sandbox: may.sandbox || undefined,
      writes: may.writes || undefined,
      fields: true,
      lineSku: true,
    }
    const missing = needs.filter((need) => has[need] === undefined).map(met)
    it.skipIf(missing.length > 0)(missing.length > 0 ? `${title} (skipped, needs ${missing.join(', ')})` : title, run)
  }
