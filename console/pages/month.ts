import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, Refused, resultOf } from '../console-env.ts'
import { type DayNumbers, daysChart } from '../html/days-chart.ts'
import { type Html, html, table } from '../html/html.ts'
import { ReaderGone } from '../http/turns.ts'
import { showPage } from '../layout.ts'

const columns = ['reported', 'returns', 'linked', 'held', 'late'] as const
/** Pictures of a page: of the sources that send most. */
const mostPictures = 10

/** What the bridge was worth in a month, by source. */
export const monthPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const { month: words } = c.var.texts
  const asked = c.req.query('month')?.trim()
  const [month, days] = await Promise.all([
    resultOf<Month>(c.var.ask, 'month', asked ? { month: asked } : {}),
    lastDays(c),
  ])
  const { month: name = '', atLeast } = month
  return showPage(c, {
    title: words.title(monthName(c, name)),
    nav: 'month',
    main: html`<section class="card">${numbersPart(c, month)}
${atLeast ? html`<p class="notice">${words.atLeast}</p>` : ''}
<p>${otherMonth(c, name, -1)}${isLast(c, name) ? '' : html` · ${otherMonth(c, name, 1)}`}</p>
<p class="hint">${words.hint}</p></section>
${days ? html`<div class="cards">${picturesOf(c, days)}</div>` : ''}`,
  })
})

function numbersPart(c: ConsoleContext, { sources }: Month): Html {
  const { month: words } = c.var.texts
  if (sources.length === 0) return html`<p>${words.nothing}</p>`
  const sum = (name: (typeof columns)[number]) => sources.reduce((all, one) => all + one[name], 0)
  const rows = sources.map((one) => [html`${one.title ?? one.source}`, ...columns.map((name) => one[name])])
  return html`<p>${words.worth(sum('linked'), sum('returns'))}</p>${table({
    caption: words.caption,
    heads: [words.source, ...columns.map((name) => words.columns[name])],
    rows: sources.length > 1 ? [...rows, [words.all, ...columns.map(sum)]] : rows,
  })}`
}

function picturesOf(c: ConsoleContext, days: Month): Html[] {
  const { days: words } = c.var.texts
  const byNumber = days.sources.toSorted((one, other) => other.delivered - one.delivered)
  return byNumber.slice(0, mostPictures).map(({ source, title = source }) => {
    const caption = words.ofSource(title, days.days?.length ?? 0)
    return html`<section class="card"><h2>${caption}</h2>${daysChart(c, caption, numbersOf(days, source))}</section>`
  })
}

const monthName = ({ var: { language } }: ConsoleContext, name: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${name}-01`),
  )

const isLast = (c: ConsoleContext, name: string): boolean => name >= new Date(c.var.now()).toISOString().slice(0, 7)

function otherMonth(c: ConsoleContext, name: string, by: number): Html {
  const [year = 0, month = 0] = name.split('-').map(Number)
  const other = new Date(Date.UTC(year, month - 1 + by)).toISOString().slice(0, 7)
  return html`<a href="/console/month?month=${other}">${monthName(c, other)}</a>`
}

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
