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

/** What needs a person, first; then how the bridge is doing. One count and five short lists, however much is stored. */
export const overviewPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const list = (filter: object) => resultOf<EventList>(c.var.ask, 'event.list', { ...filter, limit: shown })
  const [stats, withdrawals, lost, held, failed, newest] = await Promise.all([
    resultOf<Stats>(c.var.ask, 'stats'),
    list({ status: 'held', withdrawal: true }),
    list({ status: 'failed', withdrawal: true }),
    list({ status: 'held' }),
    list({ status: 'failed' }),
    list({}),
  ])
  const { overview: words } = c.var.texts
  return showPage(c, {
    title: words.title,
    nav: 'overview',
    main: html`<div id="overview" data-live="5">
${pausedPart(c, stats.paused ?? [])}
${stats.login ? loginPart(c, stats.login) : ''}
${needsYou(c, stats, { withdrawals, lost, held, failed })}
${overviewNumbers(c, stats)}
<section class="card"><h2>${words.newest}</h2>
${newest.events.length === 0 ? html`<p>${words.noEvents}</p>` : eventRows(c, words.newest, newest.events)}
${newest.cursor === undefined ? '' : html`<p><a href="/console/search">${words.all}</a></p>`}</section>
<p><a href="/console">${words.reload}</a> · <a href="/console/doctor">${words.doctor}</a> · <a href="/console/pause">${words.pause}</a></p>
</div>`,
  })
})

type Lists = Record<'withdrawals' | 'lost' | 'held' | 'failed', EventList>

function needsYou(c: ConsoleContext, stats: Stats, lists: Lists): Html {
  const { overview: words } = c.var.texts
  const events = inOrder(lists)
  const waiting = stats.held + stats.failed
  const isMore = events.length < waiting || (stats.atLeast ?? []).some((name) => name === 'held' || name === 'failed')
  return html`<section class="card"><h2>${words.needsYou}</h2>
${events.length === 0 ? html`<p>${words.nothing}</p>` : eventRows(c, words.needsYouCaption, events)}
${isMore ? html`<p>${words.more(events.length)} <a href="/console/search?status=held">${words.allHeld}</a> <a href="/console/search?status=failed">${words.allFailed}</a></p>` : ''}</section>`
}

/** The time of a withdrawal counts by law. */
function inOrder({ withdrawals, lost, held, failed }: Lists): EventRow[] {
  const all = [...withdrawals.events, ...lost.events, ...held.events, ...failed.events]
  const byId = new Map(all.map((event) => [event.id, event]))
  return [...byId.values()].sort((one, other) => Number(other.withdrawal ?? false) - Number(one.withdrawal ?? false))
}
