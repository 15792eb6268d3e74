import type { Pause } from '../state/pauses.ts'
import { iso } from './iso.ts'

/** What is paused, the longest first; an entry without `source`: all writes. */
export const pausedView = (paused: readonly Pause[]) =>
  paused
    .toSorted((one, other) => one.since - other.since)
    .map(({ source, since, reason }) => ({ ...(source !== undefined && { source }), since: iso(since), reason }))
