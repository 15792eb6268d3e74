import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { eventPath } from '../html/paths.ts'
import { table } from '../html/table.ts'
import type { Stats } from '../stats-shape.ts'

const counted = ['open', 'waiting', 'held', 'failed'] as const

/** How much is open, since when, until when, and how much of the back office's limits is used. */
export function overviewNumbers(c: ConsoleContext, stats: Stats): Html {
  const { overview: words } = c.var.texts
  const { oldestDue, backlog, atLeast = [] } = stats
  // Open events are counted together: where one of their statuses may have more, so does the sum.
  const isCut = (name: string) => atLeast.includes(name === 'open' ? 'ready' : name)
  return html`<section class="card"><h2>${words.state}</h2>
<ul class="numbers">${counted.map(
    (name) =>
      html`<li><strong>${isCut(name) ? words.atLeast(stats[name]) : stats[name]}</strong> ${words.counts[name]}</li>`,
  )}</ul>
<p>${oldestDue ? html`${words.oldest} <a class="id" href="${eventPath(oldestDue.id)}">${oldestDue.id}</a>, ${moment(c, oldestDue.dueSince)}` : atLeast.includes('oldestDue') ? words.oldestCut : words.noneDue}</p>
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
