import type { HistoryEntry, InboxEvent } from '../../../lib/inbox/event.ts'
import type { Judged } from './judged.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Ten attempts over two days (docs/errors.md, attempts_used_up): what is between them, within a tenth. */
const schedule = [10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour]
const mostAttempts = schedule.length + 1
/** A pause of all calls, and of a login without an answer (docs/back-office.md 12.4); what settles waits for its end as well. */
const pauseMs = 15 * minute
const loginPauseMs = 5 * minute
const appearsWithinMs = hour

/** It can be over when it is saved. */
const never = Number.NEGATIVE_INFINITY

/** The shortest and the longest wait of a kind (docs/configuration.md, LOCAL_TIME_SCALE; docs/reliability.md). */
const waits: Partial<Record<string, [number, number]>> = {
  busy: [never, pauseMs],
  settling: [never, pauseMs],
  second_look: [never, 15 * minute + pauseMs],
  login_closed: [5 * minute, 5 * minute],
  order_not_there_yet: [never, appearsWithinMs],
  announcement_not_there_yet: [never, 10 * minute],
}

/** No event waits longer or shorter than the pages say, is tried more often, or waits for its order beyond `appearsWithin`. */
export function wrongWaits({ events, nature }: Judged): string[] {
  const tolerance = 2 * nature.clocks.mostApartMs + second
  return events.flatMap((event) =>
    event.history.flatMap((entry, at) =>
      [
        ...wrongWait(event, entry, tolerance),
        ...wrongAttempt(event.history, at, tolerance),
        ...oneTooMany(event.history, at),
      ].map((what) => `wrong wait: ${event.id} ${what}`),
    ),
  )
}

function wrongWait({ receivedAt }: InboxEvent, entry: HistoryEntry, tolerance: number): string[] {
  if (entry.code !== 'waiting' && entry.code !== 'deferred') return []
  const { why, until, at } = entry
  const [least = never, most = Number.POSITIVE_INFINITY] = waits[why.code] ?? []
  const isBeyond = why.code === 'order_not_there_yet' && until > receivedAt + appearsWithinMs + tolerance
  return [
    ...(isBeyond ? [`waits for its order until ${until - receivedAt} ms after its receipt`] : []),
    ...(until - at < least * 0.9 - tolerance || until - at > most * 1.1 + tolerance
      ? [`waits ${until - at} ms as ${why.code}`]
      : []),
  ]
}

/** Claims of which nobody heard count anew once one of them can save that it was deferred (watch-attempts.ts). */
function oneTooMany(history: readonly HistoryEntry[], index: number): string[] {
  const [entry, next] = [history[index], history[index + 1]]
  const isOver = entry?.code === 'claimed' && entry.attempt > mostAttempts + 1 && next?.code !== 'deferred'
  return isOver ? [`has attempt ${entry.attempt}`] : []
}

/** After a failed attempt as the schedule says. */
function wrongAttempt(history: readonly HistoryEntry[], index: number, tolerance: number): string[] {
  const entry = history[index]
  if (entry?.code !== 'waiting' || (entry.why.code !== 'cause' && entry.why.code !== 'broken_off')) return []
  const claim = history.slice(0, index).findLast(({ code }) => code === 'claimed')
  const delay = claim?.code === 'claimed' ? schedule[claim.attempt - 1] : undefined
  if (delay === undefined) return []
  const wait = entry.until - entry.at
  // Other commands of the event went on after the one that failed, before it was saved.
  return entry.until - (claim?.at ?? 0) < delay * 0.9 - tolerance ||
    wait > Math.max(delay * 1.1, loginPauseMs) + tolerance
    ? [`waits ${wait} ms after attempt ${claim?.code === 'claimed' ? claim.attempt : ''}, not ${delay} ms`]
    : []
}
