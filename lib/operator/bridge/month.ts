import * as z from 'zod'
import { countWalked } from '../../audit/count-days.ts'
import { Rejected } from '../../errors.ts'
import { type CountsBySource, dayMs, dayOf, dayStart, sumBySource } from '../../state/day-counts.ts'
import { defineCommand, iso, type Operator } from '../operator.ts'
import { titleView } from '../views/event-views.ts'

/** Events that are counted live, of the days that no audit has counted. */
const mostLive = 1_000
const monthName = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'write a year and a month, such as 2026-10')

/** A month's numbers by source, or those of each of the last days. `atLeast`: today has more than were counted. */
export const month = defineCommand({
  name: 'month',
  input: z.strictObject({ month: monthName.optional(), lastDays: z.int().min(1).max(31).optional() }),
  run: async (operator, { month: asked, lastDays }) => {
    if (asked !== undefined && lastDays !== undefined)
      throw new Rejected('Give a month or lastDays, not both.', { status: 400 })
    const { config } = operator.workflow
    const now = operator.workflow.now()
    const name = asked ?? iso(now).slice(0, 7)
    const from = lastDays === undefined ? Date.parse(`${name}-01`) : dayStart(now) - (lastDays - 1) * dayMs
    if (from > now) throw new Rejected(`${name} has not begun yet.`, { status: 400 })
    const end = lastDays === undefined ? Math.min(now + 1, nextMonth(from)) : now + 1
    const { days, isWhole } = await daysBetween(operator, from, end)
    const all = Object.entries([...days.values()].reduce(sumBySource, {}))
    // A table of the command line shows as many columns as it has room for.
    const sources = all.toSorted().map(([source, { delivered, done, ...counts }]) => ({
      source,
      ...counts,
      delivered,
      done,
      title: titleView(source, config),
    }))
    return {
      ...(lastDays === undefined && { month: name }),
      ...{ from: iso(from), to: iso(end - 1), sources },
      ...(lastDays !== undefined && { days: [...days].map(([start, bySource]) => ({ day: dayOf(start), bySource })) }),
      ...(!isWhole && { atLeast: true }),
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
  const after = { at: Math.max(from, countedTo), id: '' }
  const isWhole = await countWalked(workflow.inbox, days, { after, isWanted: ({ at }) => at < end, most: mostLive })
  return { days, isWhole }
}
