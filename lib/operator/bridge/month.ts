import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import { type CountsBySource, countsOf, dayMs, dayOf, dayStart, sumBySource } from '../../state/day-counts.ts'
import { defineCommand, iso, type Operator } from '../operator.ts'
import { readable } from '../views/pages.ts'

/** Events that are counted live, of the days that no audit has counted. */
const mostLive = 1_000
const pageSize = 100
const monthName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'write a year and a month, such as 2026-10')

/** A month's numbers by source, or those of each of the last days. `atLeast`: today has more than were counted. */
export const month = defineCommand({
  name: 'month',
  input: z.strictObject({ month: monthName.optional(), lastDays: z.int().min(1).max(31).optional() }),
  run: async (operator, { month: asked, lastDays }) => {
    if (asked !== undefined && lastDays !== undefined)
      throw new Rejected('Give a month or lastDays, not both.', { status: 400 })
    const now = operator.workflow.now()
    const name = asked ?? iso(now).slice(0, 7)
    const from = lastDays === undefined ? Date.parse(`${name}-01`) : dayStart(now) - (lastDays - 1) * dayMs
    if (from > now) throw new Rejected(`${name} has not begun yet.`, { status: 400 })
    const end = lastDays === undefined ? Math.min(now + 1, nextMonth(from)) : now + 1
    const { days, atLeast } = await daysBetween(operator, from, end)
    const all = Object.entries([...days.values()].reduce(sumBySource, {}))
    const sources = all.toSorted().map(([source, { reported, returns, linked, held, late, ...others }]) => ({
      ...{ source, reported, returns, linked, held, late },
      ...others,
    }))
    return {
      ...(lastDays === undefined && { month: name }),
      ...{ from: iso(from), to: iso(end - 1), sources },
      ...(lastDays !== undefined && { days: [...days].map(([start, bySource]) => ({ day: dayOf(start), bySource })) }),
      ...(atLeast && { atLeast }),
    }
  },
})

const nextMonth = (from: number): number => Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1)

/** Days that the audit has counted come from their items; all later ones are counted now. */
async function daysBetween({ workflow, days: store, audits }: Operator, from: number, end: number) {
  const starts = Array.from({ length: Math.ceil((end - from) / dayMs) }, (_, index) => from + index * dayMs)
  const countedTo = (await audits.read())?.countedTo ?? 0
  const stored = starts.map(async (start) => {
    const item = start < countedTo ? await store?.(dayOf(start)).read() : undefined
    return [start, item?.sources ?? {}] as const
  })
  const days = new Map<number, CountsBySource>(await Promise.all(stored))
  let after = { at: Math.max(from, countedTo), id: '' }
  for (let read = 0; after.at < end; read += pageSize) {
    if (read === mostLive) return { days, atLeast: true as const }
    const page = await workflow.inbox.walk({ after, limit: pageSize })
    for (const one of page.filter(({ at }) => at < end)) {
      const [event] = readable(one)
      const start = dayStart(one.at)
      const counts = { [one.id.slice(0, one.id.indexOf('/'))]: countsOf(event) }
      days.set(start, sumBySource(days.get(start) ?? {}, counts))
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = { at: last.at, id: last.id }
  }
  return { days, atLeast: undefined }
}
