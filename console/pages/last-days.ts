import { type ConsoleContext, Refused, resultOf } from '../console-env.ts'
import { type DayNumbers, daysChart } from '../html/days-chart.ts'
import { type Html, html } from '../html/html.ts'
import { ReaderGone } from '../http/turns.ts'

type Counts = Record<'reported' | 'returns' | 'linked' | 'held' | 'late' | 'delivered' | 'done', number>

/** What `month` answers. */
export type Month = {
  month?: string
  sources: (Counts & { source: string; title?: string })[]
  days?: { day: string; bySource: Readonly<Record<string, Counts>> }[]
  atLeast?: boolean
}

const count = 14
const keptMs = 60_000
/** Of each console. Today is counted live: pages that load themselves again would count all the time. */
const kept = new WeakMap<object, { at: number; answer: Promise<Month> }>()

/** The last days, as they were at most a minute ago. Undefined: the bridge is of a version that does not count them. */
export async function lastDays({ var: { ask, now, flashes } }: ConsoleContext): Promise<Month | undefined> {
  const known = kept.get(flashes)
  const isFresh = known !== undefined && Math.abs(now() - known.at) < keptMs
  const answer = isFresh ? known.answer : resultOf<Month>(ask, 'month', { lastDays: count })
  if (!isFresh) kept.set(flashes, { at: now(), answer })
  try {
    return await answer
  } catch (error) {
    kept.delete(flashes)
    // The one who asked first may have gone.
    if (error instanceof Refused || error instanceof ReaderGone) return undefined
    throw error
  }
}

/** Of one source, or of all. */
export const numbersOf = ({ days = [] }: Month, source?: string): DayNumbers[] =>
  days.map(({ day, bySource }) => {
    const counts = Object.entries(bySource).flatMap(([name, one]) =>
      source === undefined || name === source ? [one] : [],
    )
    const sum = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0)
    return { day, came: sum('delivered'), done: sum('done'), asked: sum('held') }
  })

/** The picture of the overview. */
export async function lastDaysPart(c: ConsoleContext): Promise<Html> {
  const { days: words } = c.var.texts
  const month = await lastDays(c)
  if (!month?.days) return html``
  return html`<section class="card"><h2>${words.title(count)}</h2>${daysChart(c, words.title(count), numbersOf(month))}
${month.atLeast ? html`<p class="hint">${words.atLeast}</p>` : ''}<p><a class="button" href="/console/month">${words.more}</a></p></section>`
}
