import type { Chance } from '../random.ts'
import type { Timeline } from '../timeline.ts'
import { type Code, code } from './code.ts'

const minute = 60_000

/** Which version of the bridge a machine runs, and until when it is used for a next invocation, epoch ms. */
export type Version = { code: Code; until: number }
/** The version of a machine that starts now. */
export type Deployment = () => Version

/** In every fourth schedule the next version is rolled out while the weather is bad: for minutes machines of both work side by side. */
export const isDeployed = (seed: number): boolean => seed % 4 === 2

export function planDeployment({
  timeline,
  chance,
  next,
  withinMs,
}: {
  timeline: Timeline
  chance: Chance
  next: Code | undefined
  withinMs: number
}): Deployment {
  const forEver = Number.POSITIVE_INFINITY
  if (!next) return () => ({ code, until: forEver })
  const startsAt = timeline.now() + chance.between(0, withinMs)
  const endsAt = startsAt + chance.between(3, 30) * minute
  return () => {
    const share = (timeline.now() - startsAt) / (endsAt - startsAt)
    if (share > 0 && chance.hits(share)) return { code: next, until: forEver }
    return { code, until: chance.between(Math.max(startsAt, timeline.now()), endsAt) }
  }
}
