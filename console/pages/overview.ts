import { Hono } from 'hono'
import { moveOfMany } from '../actions-of.ts'
import { type ConsoleContext, type ConsoleEnv, resultOf } from '../console-env.ts'
import type { EventList, EventRow, Stats, TroubleGroup } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { type Html, html, table } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { eventPath } from '../html/paths.ts'
import { showPage } from '../layout.ts'
import { loginPart } from './login.ts'
import { lastDaysPart } from './month.ts'
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

/** Trouble that is the same, each with one button for all of it; and what waits, and for what. */
function groupsPart(c: ConsoleContext, stats: Stats): Html {
  const { groups: words } = c.var.texts
  const { groups = [], waits = [] } = stats
  const looked = waits.reduce((all, { count }) => all + count, 0)
  return html`${groups.length === 0 ? '' : html`<section class="card"><h2>${words.title}</h2>${groups.map((group) => groupPart(c, group, stats))}</section>`}
${waits.length === 0 ? '' : html`<section class="card"><h2>${words.waits}</h2><ul>${waits.map(({ count, text }) => html`<li>${count} × ${text}</li>`)}</ul>${looked < stats.waiting ? html`<p class="hint">${words.looked(looked)}</p>` : ''}</section>`}`
}

/** What stands for a reason of its own; and withdrawals, each of which has its time by law. */
const ungrouped = ({ stopped = [], groups = [] }: Stats): EventRow[] =>
  stopped.filter(
    ({ status, source, reason, withdrawal }) =>
      withdrawal ||
      !groups.some((one) => one.status === status && one.source === source && one.reason === reason?.code),
  )

function groupPart(c: ConsoleContext, group: TroubleGroup, stats: Stats): Html {
  const { groups: words, reasons, statuses } = c.var.texts
  const questions: Readonly<Record<string, string>> = c.var.texts.questions
  const { status, source, title = source, reason, count, since, newest, text } = group
  const named = (reasons as Readonly<Record<string, string>>)[reason] ?? reason
  // What one of them asks, without its own ids.
  const says = status === 'held' ? questions[reason] : text
  const shown = stats.atLeast?.includes(status) ? `${count}+` : `${count}`
  const action = moveOfMany(group)
  const filter = new URLSearchParams({ status, source, reason, ...(action && { action }) })
  const [page, label] = action ? ['bulk', words.all(shown)] : ['search', words.each(shown)]
  return html`<div class="group"><p><strong>${shown} × ${title}: ${named}</strong> <span class="badge ${status}">${(statuses as Readonly<Record<string, string>>)[status] ?? status}</span></p>
${says === undefined ? '' : html`<p>${says}</p>`}<p class="hint">${words.since} ${moment(c, since)} · ${words.newest} ${moment(c, newest)}</p>
<p><a class="button" href="/console/${page}?${filter.toString()}">${label}</a></p></div>`
}

const counted = ['open', 'waiting', 'held', 'failed'] as const

/** How much is open, since when, until when, and how much of the back office's limits is used. */
function overviewNumbers(c: ConsoleContext, stats: Stats): Html {
  const { overview: words } = c.var.texts
  const { oldestDue, backlog, atLeast = [] } = stats
  // Open events are counted together: where one of their statuses may have more, so does the sum.
  const isCut = (name: string) => atLeast.includes(name === 'open' ? 'ready' : name)
  return html`<section class="card"><h2>${words.state}</h2>
<ul class="numbers">${counted.map(
    (name) =>
      html`<li><strong>${isCut(name) ? words.atLeast(stats[name]) : stats[name]}</strong> ${words.counts[name]}</li>`,
  )}</ul>
<p>${oldestDue ? html`${words.oldest} <a href="${eventPath(oldestDue.id)}">${oldestDue.about?.text ?? oldestDue.id}</a>, ${moment(c, oldestDue.dueSince)}` : atLeast.includes('oldestDue') ? words.oldestCut : words.noneDue}</p>
${backlog ? html`<p>${words.backlog(backlog.events, backlog.atLeast === true)} ${whenDone(c, stats)}</p>` : ''}
${Object.keys(stats.budgets ?? {}).length > 0 ? budgetTable(c, stats) : ''}</section>`
}

/** A pause or a closed login ends by a person, at no time that anybody knows. */
function whenDone(c: ConsoleContext, { backlog, login, paused = [] }: Stats): Html {
  const { doneAbout, notDone } = c.var.texts.overview
  if (backlog?.endsAt !== undefined) return html`${doneAbout} ${moment(c, backlog.endsAt)}`
  if (login !== undefined && login.state !== 'open') return html`${notDone.login}`
  return html`${paused.length > 0 ? notDone.paused : notDone.unknown}`
}

function budgetTable(c: ConsoleContext, { budgets = {} }: Stats): Html {
  const { pace: words } = c.var.texts.overview
  const names: Readonly<Record<string, string>> = words.budgets
  return table({
    caption: words.caption,
    heads: [words.budget, words.limit, words.used, words.others, words.endsAt],
    rows: Object.entries(budgets).map(([budget, { limit, used, others, until, usedUp }]) => [
      `${names[budget] ?? budget}${usedUp ? ` (${words.usedUp})` : ''}`,
      limit ?? words.noLimit,
      used,
      others ?? words.unknown,
      until === undefined ? '' : moment(c, until),
    ]),
  })
}
