import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import type { EventList, EventRow } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { type Html, html } from '../html/html.ts'
import { showPage } from '../layout.ts'
import { resultOf } from '../result-of.ts'
import type { Stats } from '../stats-shape.ts'
import { loginPart } from './login.ts'
import { overviewNumbers } from './overview-numbers.ts'
import { pausedPart } from './paused-part.ts'

const shown = 10
/** Rows that one read of a list gives. */
const page = 100

/** What needs a person, first; then how the bridge is doing. One count and three to five lists, however much is stored. */
export const overviewPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const [stats, held, failed, newest] = await Promise.all([
    resultOf<Stats>(c.var.ask, 'stats'),
    stoppedOnes(c, 'held'),
    stoppedOnes(c, 'failed'),
    listOf(c, { limit: shown }),
  ])
  const { overview: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'overview',
    main: html`<div id="overview" data-live="5">
${pausedPart(c, stats.paused ?? [])}
${stats.login ? loginPart(c, stats.login) : ''}
${needsYou(c, stats, [...held, ...failed])}
${overviewNumbers(c, stats)}
<section class="card"><h2>${words.newest}</h2>
${newest.events.length === 0 ? html`<p>${words.noEvents}</p>` : eventRows(c, words.newest, newest.events)}
${newest.cursor === undefined ? '' : html`<p><a href="/console/search">${words.all}</a></p>`}</section>
<p><a href="/console">${words.reload}</a> · <a href="/console/doctor">${words.doctor}</a> · <a href="/console/pause">${words.pause}</a></p>
</div>`,
  })
})

const listOf = (c: ConsoleContext, filter: Record<string, unknown>): Promise<EventList> =>
  resultOf<EventList>(c.var.ask, 'event.list', filter)

/** The withdrawals among the events of this status, of which the time counts by law, and the newest others. */
async function stoppedOnes(c: ConsoleContext, status: 'held' | 'failed'): Promise<EventRow[]> {
  const { events, cursor } = await listOf(c, { status, limit: page })
  // Behind what was read there can be others: these are looked for.
  const withdrawals =
    cursor === undefined
      ? events.filter(({ withdrawal }) => withdrawal === true)
      : (await listOf(c, { status, withdrawal: true, limit: shown })).events
  return [...withdrawals.slice(0, shown), ...events.slice(0, shown)]
}

function needsYou(c: ConsoleContext, stats: Stats, stopped: readonly EventRow[]): Html {
  const { overview: words } = c.var.texts
  const events = inOrder(stopped)
  const waiting = stats.held + stats.failed
  const isMore = events.length < waiting || (stats.atLeast ?? []).some((name) => name === 'held' || name === 'failed')
  return html`<section class="card"><h2>${words.needsYou}</h2>
${events.length === 0 ? html`<p>${words.nothing}</p>` : eventRows(c, words.needsYouCaption, events)}
${isMore ? html`<p>${words.more(events.length)} <a href="/console/search?status=held">${words.allHeld}</a> <a href="/console/search?status=failed">${words.allFailed}</a></p>` : ''}</section>`
}

/** Each once, and withdrawals first. */
function inOrder(stopped: readonly EventRow[]): EventRow[] {
  const byId = new Map(stopped.map((event) => [event.id, event]))
  return [...byId.values()].sort((one, other) => Number(other.withdrawal ?? false) - Number(one.withdrawal ?? false))
}
