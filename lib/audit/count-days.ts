import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../inbox/event.ts'
import type { Inbox, Place } from '../inbox/inbox.ts'
import { type CountsBySource, countsOf, dayMs, dayOf, dayStart, expiryOfDay, sumBySource } from '../state/day-counts.ts'
import type { Auditor } from './auditor.ts'

const pageSize = 50
/** An event is kept for `retention.days` after its end. With fewer, the audit counts the day before all the same. */
const leastKeptMs = 2 * dayMs

/** By the begin of the day, epoch ms. */
type Days = Map<number, CountsBySource>

function count(days: Days, { at, id }: Place, event: InboxEvent | undefined): void {
  const start = dayStart(at)
  const source = id.slice(0, id.indexOf('/'))
  days.set(start, sumBySource(days.get(start) ?? {}, { [source]: countsOf(event) }))
}

type Walk = { after: Place; isWanted: (one: Place) => boolean; most?: number }

/** Counts events by receipt as long as they are wanted. False: it has read so many, and there may be more. */
export async function countWalked({ walk }: Pick<Inbox, 'walk'>, days: Days, { after, isWanted, most }: Walk) {
  let place = after
  for (let read = 0; read !== most; read += pageSize) {
    const page = await walk({ after: place, limit: pageSize })
    for (const walked of page) {
      if (!isWanted(walked)) return true
      count(days, walked, readOr(walked.read))
      place = { at: walked.at, id: walked.id }
    }
    if (page.length < pageSize) return true
  }
  return false
}

function readOr(read: () => InboxEvent): InboxEvent | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The numbers of the days that a walk of all events has gone through. A day is stored as a whole, so storing it again changes nothing. */
export function createDayCounts({ workflow, days: store }: Auditor) {
  const { inbox, config, now, newId } = workflow
  const days: Days = new Map()

  /** Where another run was faster, it has counted the same. */
  async function storeDay(start: number, sources: CountsBySource) {
    const item = store?.(dayOf(start))
    const previous = await item?.read()
    const before = previous?.sources ?? {}
    // Where events have expired since, what was counted before is right.
    const news = Object.entries(sources).filter(([name, { delivered }]) => delivered >= (before[name]?.delivered ?? 0))
    const next = { ...before, ...Object.fromEntries(news) }
    if (isDeepStrictEqual(next, before)) return
    await item?.replace({ writeId: newId(), expiresAt: expiryOfDay(start), sources: next }, { previous })
  }

  return {
    add: (place: Place, event: InboxEvent | undefined) => count(days, place, event),
    /** Counts the part of its day that lies before the place where a walk goes on. */
    async begin({ at, id }: Place) {
      const isWanted = (one: Place) => one.at < at || (one.at === at && one.id <= id)
      if (store && at > 0) await countWalked(inbox, days, { after: { at: dayStart(at), id: '' }, isWanted })
    },
    /** Of all days before that of `until`, or before the last one that was walked through; answers where it begins, epoch ms. */
    async store(until: number | undefined): Promise<number> {
      const end = until === undefined ? Math.max(0, ...days.keys()) : dayStart(until)
      const from = now() - Math.max(leastKeptMs, config.retention.days * dayMs)
      const whole = [...days].filter(([start]) => start >= from && start < end)
      // Side by side: what was reached is kept behind them, and little time is left.
      await Promise.all(whole.map(([start, sources]) => storeDay(start, sources)))
      return end
    },
  }
}

export type DayCountsOfWalk = ReturnType<typeof createDayCounts>
