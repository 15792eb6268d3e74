import { isDeepStrictEqual } from 'node:util'
import type { HistoryEntry, InboxEvent } from '../../../lib/inbox/event.ts'

/** Ten attempts (docs/errors.md, attempts_used_up). */
const mostAttempts = 10
/** A lease (docs/reliability.md) is longer than the waits after the first two attempts, and shorter than those after that. */
const attemptsWithinLeases = 3

/** Waits that cost no attempt, whatever the event was doing (docs/glossary.md, deferral). */
const free: ReadonlySet<string> = new Set([
  ...[
    'settling',
    'second_look',
    'busy',
    'order_not_there_yet',
    'announcement_not_there_yet',
    'login_closed',
    'newer_version',
    'clock_in_doubt',
    'paused',
  ],
])
const freeCause = /\(429\)|twice with 401|was not sent: (?:too little time|its time)|No login was begun/
const costlyCause = /^\[GET\] .* was answered with 5\d\d/

type Counted = { attempts: number; unsaved: number }
const none: Counted = { attempts: 0, unsaved: 0 }

export type Attempts = { onClaimed(event: InboxEvent): void; onSaved(event: InboxEvent): void }

/** Counts the attempts of each event as the pages say, at each claim and each save, and says where the bridge counts otherwise. */
export function countAttempts(onWrong: (what: string) => void): Attempts {
  const counts = new Map<string, Counted>()
  const of = (id: string): Counted => counts.get(id) ?? none
  return {
    onClaimed({ id, epoch, attempts: stored }) {
      // One that has expired can come anew.
      const { attempts, unsaved } = epoch === 1 ? none : of(id)
      counts.set(id, { attempts: attempts + 1, unsaved: unsaved + 1 })
      if (stored !== attempts + 1) onWrong(`${id} is claimed for attempt ${stored}, not ${attempts + 1}`)
    },
    onSaved(next) {
      const before = of(next.id)
      const attempts = attemptsAfter(before, next)
      counts.set(next.id, { attempts, unsaved: 0 })
      for (const what of [...wrongCount(attempts, next), ...wrongEnd(before, next)]) onWrong(`${next.id} ${what}`)
    },
  }
}

/** How many count once this is saved. */
function attemptsAfter({ attempts, unsaved }: Counted, { history, status }: InboxEvent): number {
  const last = history.at(-1)
  if (last?.code === 'replayed') return 0
  if (last?.code === 'released' || last?.code === 'link_chosen')
    return status === 'ready' && isAnew(history) ? 0 : attempts
  if (last?.code !== 'deferred') return attempts
  const isSilence = last.why.code === 'ended_silently'
  if (!isSilence) return Math.max(0, attempts - 1)
  // Runs of which nobody heard are one attempt, and one more for each lease that was longer than a wait.
  return Math.max(attempts - unsaved + 1, Math.min(attempts - 1, attemptsWithinLeases))
}

/** What only waited goes on as it was. */
function isAnew(history: readonly HistoryEntry[]): boolean {
  const before = history.at(-2)?.code
  return before !== 'waiting' && before !== 'deferred'
}

function wrongCount(attempts: number, { attempts: stored, history }: InboxEvent): string[] {
  const last = history.at(-1)
  const isWait = last?.code === 'waiting' || last?.code === 'deferred'
  const cause = isWait && last.why.code === 'cause' ? last.why.cause : ''
  const isFree = isWait && (free.has(last.why.code) || freeCause.test(cause))
  return [
    ...(stored !== attempts ? [`counts ${stored} attempts, not ${attempts}`] : []),
    ...(last?.code === 'waiting' && isFree ? [`has paid for ${JSON.stringify(last.why)}`] : []),
    ...(last?.code === 'deferred' && costlyCause.test(cause) ? [`has not paid for ${cause}`] : []),
  ]
}

/** After ten attempts a claim only decides how the event ends. */
function wrongEnd({ attempts }: Counted, { history, reason, status }: InboxEvent): string[] {
  const claim = history.findLastIndex(({ code }) => code === 'claimed')
  const done = history.slice(claim + 1)
  const isOver = attempts > mostAttempts
  const isUsedUp = reason?.code === 'attempts_used_up'
  const isByPerson = status === 'ready' || status === 'discarded'
  const cause = history.findLast(({ code }) => code === 'waiting')
  const why = cause?.code === 'waiting' ? cause.why : undefined
  return [
    ...(isUsedUp && !isOver && !isByPerson ? [`has used up its attempts after ${attempts}`] : []),
    ...(isUsedUp && reason.attempts !== mostAttempts ? [`has used up ${reason.attempts} attempts`] : []),
    ...(isUsedUp && !isByPerson && !isDeepStrictEqual(reason.cause, why)
      ? [`was used up by ${JSON.stringify(reason.cause)}, not ${JSON.stringify(why)}`]
      : []),
    ...(isOver && !isByPerson && done.length > 1 ? [`did something after ten attempts: ${JSON.stringify(done)}`] : []),
    ...(isOver && status === 'waiting' && done.at(-1)?.code === 'waiting' ? ['waits after ten attempts'] : []),
  ]
}
