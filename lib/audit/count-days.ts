import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../inbox/event.ts'
import type { Place } from '../inbox/inbox.ts'
import { type CountsBySource, countsOf, dayMs, dayOf, dayStart, expiryOfDay, sumBySource } from '../state/day-counts.ts'
import type { Auditor } from './auditor.ts'

const pageSize = 100
/** An event is kept for `retention.days` after its end. With fewer, the audit counts the day before all the same. */
const leastKeptMs = 2 * dayMs

/** The numbers of the days that a walk of all events has gone through. Those of a day are stored as a whole, so storing them again changes nothing. */
export function createDayCounts({ workflow, days }: Auditor) {
  const { inbox, config, now, newId } = workflow
  const counted = new Map<number, CountsBySource>()
  let last = 0

  function add({ at, id }: Place, event: InboxEvent | undefined): void {
    const source = event?.source ?? id.slice(0, id.indexOf('/'))
    last = dayStart(at)
    counted.set(last, sumBySource(counted.get(last) ?? {}, { [source]: countsOf(event) }))
  }

  /** False: another run was faster, and has counted the same. */
  async function storeDay(store: NonNullable<Auditor['days']>, start: number, sources: CountsBySource) {
    const { read, replace } = store(dayOf(start))
    const previous = await read()
    const before = previous?.sources ?? {}
    // Where events have expired since, what was counted before is right.
    const news = Object.entries(sources).filter(([name, { delivered }]) => delivered >= (before[name]?.delivered ?? 0))
    const next = { ...before, ...Object.fromEntries(news) }
    if (isDeepStrictEqual(next, before)) return
    await replace({ writeId: newId(), expiresAt: expiryOfDay(start), sources: next }, { previous })
  }

  return {
    add,
    /** Counts the part of its day that lies before the place where a walk goes on. */
    async begin(place: Place) {
      let after: Place = { at: dayStart(place.at), id: '' }
      for (;;) {
        const page = await inbox.walk({ after, limit: pageSize })
        for (const walked of page) {
          if (isBehind(walked, place)) return
          add(walked, readOr(walked.read))
          after = { at: walked.at, id: walked.id }
        }
        if (page.length < pageSize) return
      }
    },
    /** Of all days before that of `until`, or before the last one that was walked through; answers where it begins, epoch ms. */
    async store(until: number | undefined): Promise<number> {
      const end = until === undefined ? last : dayStart(until)
      const from = now() - Math.max(leastKeptMs, config.retention.days * dayMs)
      for (const [start, sources] of counted)
        if (days && start >= from && start < end) await storeDay(days, start, sources)
      return end
    },
  }
}

export type DayCountsOfWalk = ReturnType<typeof createDayCounts>

const isBehind = (one: Place, place: Place): boolean => one.at > place.at || (one.at === place.at && one.id > place.id)

function readOr(read: () => InboxEvent): InboxEvent | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
