import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, resultOf } from '../console-env.ts'
import { daysChart } from '../html/days-chart.ts'
import { type Html, html, table } from '../html/html.ts'
import { showPage } from '../layout.ts'
import { lastDays, type Month, numbersOf } from './last-days.ts'

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
