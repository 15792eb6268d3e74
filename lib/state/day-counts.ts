import type { ItemStore } from '../back-office/item-store.ts'
import type { InboxEvent } from '../inbox/event.ts'

export const dayMs = 24 * 60 * 60_000
const countNames = ['delivered', 'done', 'reported', 'returns', 'linked', 'held', 'late'] as const
/**
 * What became of deliveries. `reported`: what was not ignored; `returns`: made; `linked`: to one that was there, a label saved; `held`:
 * needed a person, held or failed; `late`: done more than a day after it came.
 */
type Counts = Record<(typeof countNames)[number], number>
export type CountsBySource = Readonly<Record<string, Counts>>

/** The numbers of one day, of what came on it (UTC). `expiresAt`: in seconds. */
export type DayItem = { writeId: string; expiresAt: number; sources: CountsBySource }
/** The item of a day, such as `2026-10-31`. */
export type DayStore = (day: string) => ItemStore<DayItem>

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
export const dayStart = (ms: number): number => Math.floor(ms / dayMs) * dayMs
/** The numbers are kept so long. */
export const expiryOfDay = (start: number): number => (start + 400 * dayMs) / 1_000

/** An event whose record cannot be read has come all the same. */
export function countsOf(event: InboxEvent | undefined): Counts {
  if (!event) return { ...noCounts, delivered: 1, reported: 1 }
  const { status, receivedAt, endedAt, history } = event
  const made = Object.values(event.progress).filter((one) => !('by' in one))
  const isDone = status === 'done'
  // A replay of what was done long ago has not been late.
  const doneAt = history.find(({ code }) => code === 'done')?.at ?? endedAt ?? receivedAt
  return {
    delivered: 1,
    done: Number(isDone),
    reported: Number(status !== 'ignored'),
    returns: made.filter(({ returnId, linked }) => returnId !== undefined && !linked).length,
    linked: made.filter(({ linked }) => linked).length,
    held: Number(history.some(({ code }) => code === 'held' || code === 'failed')),
    late: Number(isDone && doneAt - receivedAt > dayMs),
  }
}

const noCounts: Counts = { delivered: 0, done: 0, reported: 0, returns: 0, linked: 0, held: 0, late: 0 }

const sum = (one: Counts = noCounts, other: Counts = noCounts): Counts =>
  Object.fromEntries(countNames.map((name) => [name, one[name] + other[name]])) as Counts

export const sumBySource = (one: CountsBySource, other: CountsBySource): CountsBySource => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([source, counts]) => [source, sum(one[source], counts)])),
})
