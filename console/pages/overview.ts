import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import type { EventList } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { type Html, html } from '../html/html.ts'
import { showPage } from '../layout.ts'
import { resultOf } from '../result-of.ts'
import type { Stats } from '../stats-shape.ts'
import { lastDaysPart } from './last-days.ts'
import { loginPart } from './login.ts'
import { groupsPart, ungrouped } from './overview-groups.ts'
import { overviewNumbers } from './overview-numbers.ts'
import { pausedPart } from './paused-part.ts'

const shown = 10

/** What needs a person, first; then how the bridge is doing. One count and one list, however much is stored. */
export const overviewPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const [stats, newest, lastDays] = await Promise.all([
    resultOf<Stats>(c.var.ask, 'stats'),
    resultOf<EventList>(c.var.ask, 'event.list', { limit: shown }),
    lastDaysPart(c),
  ])
  const { overview: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'overview',
    count: stats.held + stats.failed,
    main: html`<div id="overview" data-live="5">
${pausedPart(c, stats)}
${stats.login ? loginPart(c, stats.login) : ''}
${stats.findings ? html`<p class="notice"><a href="/console/audit">${c.var.texts.audit.toPage(stats.findings)}</a></p>` : ''}
${[...(stats.down ?? []), ...(stats.silent ?? [])].map(({ says }) => html`<p class="notice">${says}</p>`)}
${needsYou(c, stats)}
${groupsPart(c, stats)}
</div>
${lastDays}
<div id="newest" data-live="5">
${overviewNumbers(c, stats)}
<section class="card"><h2>${words.newest}</h2>
${newest.events.length === 0 ? html`<p>${words.noEvents}</p>` : eventRows(c, words.newest, newest.events)}
${newest.cursor === undefined ? '' : html`<p><a href="/console/search">${words.all}</a></p>`}</section>
<p><a href="/console">${words.reload}</a> · <a href="/console/doctor">${words.doctor}</a> · <a href="/console/audit">${words.audit}</a> · <a href="/console/pause">${words.pause}</a></p>
</div>`,
  })
})

function needsYou(c: ConsoleContext, stats: Stats): Html {
  const { overview: words } = c.var.texts
  const events = ungrouped(stats)
  const waiting = stats.held + stats.failed
  const grouped = (stats.groups ?? []).reduce((all, { count }) => all + count, 0)
  const isMore =
    events.length + grouped < waiting || (stats.atLeast ?? []).some((name) => name === 'held' || name === 'failed')
  // All of it is in groups.
  if (waiting > 0 && events.length === 0 && !isMore) return html``
  return html`<section class="card"><h2>${words.needsYou}</h2>
${waiting === 0 ? html`<p>${words.nothing}</p>` : ''}
${events.length === 0 ? '' : eventRows(c, words.needsYouCaption, events)}
${isMore ? html`<p>${events.length === 0 ? '' : words.more(events.length)} <a href="/console/search?status=held">${words.allHeld}</a> · <a href="/console/search?status=failed">${words.allFailed}</a></p>` : ''}</section>`
}
