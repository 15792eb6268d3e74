import { ClockInDoubt, LoginClosed, RetryLater } from '../../../lib/errors.ts'
import { NewerFormat } from '../../../lib/inbox/format.ts'
import type { Chance } from '../random.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** After each attempt that counts (docs/reliability.md). */
export const schedule = [10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day]

export type Series = { attempts: number; since: number | undefined }
type Wait = { until: number; code: 'waiting' | 'deferred'; why: object; after: Series }

type Now = { now: number; series: Series }

/** An error of the back office, and how an event waits after it. */
export function drawWait(chance: Chance, { now, series: { attempts, since } }: Now) {
  const kinds = ['slot', 'slot', 'login', 'version', 'clock', 'pause', 'pause at', 'read', 'read at', 'owner'] as const
  const kind = chance.pick(kinds)
  const later = now + chance.pick([minute, hour, 30 * hour]) + chance.between(0, 999)
  const waited = now - (since ?? now)
  const grown = now + Math.min(15 * minute, Math.max(10 * second, waited / 2))
  const retry = now + (schedule[attempts] ?? 0)
  const deferral = (until: number, why: object): Wait => ({
    until,
    code: 'deferred',
    why,
    after: { attempts, since: since ?? now },
  })
  const counted = (until: number, why: object): Wait => ({
    until,
    code: 'waiting',
    why,
    after: { attempts: attempts + 1, since: undefined },
  })
  const cause = (words: string) => ({ code: 'cause', cause: words })
  const free = (wait: Wait): Wait => ({ ...wait, after: { attempts, since } })
  const aheadMs = chance.pick([-4_000, 5_000])
  const all: Record<(typeof kinds)[number], { error: Error; wait: Wait }> = {
    slot: {
      error: new RetryLater('a slot', { queued: true, deferral: true, atMs: later }),
      wait: free(deferral(later, cause('a slot'))),
    },
    login: { error: new LoginClosed('closed'), wait: deferral(now + 5 * minute, { code: 'login_closed' }) },
    version: { error: new NewerFormat('newer'), wait: deferral(grown, { code: 'newer_version' }) },
    clock: {
      error: new ClockInDoubt(aheadMs),
      wait: free(deferral(now - aheadMs + 10 * second, { code: 'clock_in_doubt' })),
    },
    pause: { error: new RetryLater('a pause', { deferral: true }), wait: deferral(grown, cause('a pause')) },
    'pause at': {
      error: new RetryLater('until then', { deferral: true, atMs: later }),
      wait: deferral(later, cause('until then')),
    },
    read: { error: new RetryLater('a read'), wait: counted(retry, cause('a read')) },
    'read at': {
      error: new RetryLater('not before', { atMs: later }),
      wait: counted(Math.max(retry, later), cause('not before')),
    },
    owner: {
      error: new RetryLater('no owner', { ownerUnknown: true }),
      wait: counted(retry, { code: 'owner_unknown', cause: 'no owner' }),
    },
  }
  return { ...all[kind], isFree: kind === 'slot' || kind === 'clock', isQueued: kind === 'slot' }
}
