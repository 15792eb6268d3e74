import { canGoOn, type Run } from '../bulk/runs.ts'
import type { ConsoleContext } from '../console-env.ts'
import type { EventRow } from '../event-shapes.ts'
import { eventName, eventRows } from '../html/event-rows.ts'
import { postForm } from '../html/form.ts'
import { type Html, html, table } from '../html/html.ts'

const mostRefused = 100

/** How far a run is, the button that stops it, and what was not moved. */
export function runPart(c: ConsoleContext, run: Run, isAtWork: boolean): Html {
  const { bulk: words } = c.var.texts
  const { moved, refused, events } = run
  const done = moved + refused.length
  return html`<div id="run"${isAtWork ? html` data-live="1"` : ''}><section class="card">
<p class="notice${run.state === 'failed' ? ' problem' : isAtWork ? '' : ' done'}" role="status">${stateWords(c, run)} ${words.progress(moved, refused.length, events.length)}</p>
<p><progress max="${events.length}" value="${done}" aria-label="${words.bar}"></progress></p></section>
${refused.length === 0 ? '' : html`<section class="card">${refusedTable(c, run)}</section>`}</div>
<div id="run-do"${isAtWork ? html` data-live="1"` : ''}>${button(c, run)}</div>`
}

/** First what needs a person, last what is done. */
const order = ['held', 'failed', 'waiting', 'running', 'ready', 'ignored', 'discarded', 'done']
const mostEnds = 100

/** How the events ended that were moved, with links to them. */
export function endsPart(c: ConsoleContext, { ends }: Run, isOpen: boolean): Html {
  const { statuses, ends: own } = c.var.texts
  if (ends.size === 0) return html``
  const named = (status: string) => (statuses as Readonly<Record<string, string>>)[status] ?? status
  const rank = ({ status }: EventRow) => order.indexOf(status)
  const sorted = [...ends.values()].toSorted((one, other) => rank(one) - rank(other))
  const counts = [...Map.groupBy(sorted, ({ status }) => status)]
  return html`<section class="card" id="run-ends"${isOpen ? html` data-live="5"` : ''}><h2>${isOpen ? own.open : own.title}</h2>
<ul class="numbers">${counts.map(([status, some]) => html`<li><strong>${some.length}</strong> ${named(status)}</li>`)}</ul>${eventRows(c, own.caption(Math.min(mostEnds, ends.size), ends.size), sorted.slice(0, mostEnds))}</section>`
}

/**
 * Stops it, or lets it go on with what is left. A part of its own: while the keyboard is on the button, the progress still moves.
 */
function button(c: ConsoleContext, run: Run): Html {
  const { bulk: words } = c.var.texts
  const isRunning = run.state === 'running'
  if (!isRunning && !canGoOn(run)) return html``
  const does = isRunning ? words.stop : words.goOn(run.left.length)
  return html`<section class="card">${postForm(c, {
    action: isRunning ? '/console/bulk/stop' : '/console/bulk/go-on',
    hidden: { run: run.id },
    body: html`<p><button class="${isRunning ? 'risky' : 'main'}">${does}</button></p>`,
  })}</section>`
}

function stateWords(c: ConsoleContext, { state, why, left }: Run): string {
  const { bulk: words } = c.var.texts
  const said: Record<Run['state'], string> = {
    running: words.running,
    stopping: words.stopping,
    stopped: words.stopped(left.length),
    ended: words.ended,
    failed: words.failed(why || words.noAnswer, left.length),
  }
  return said[state]
}

function refusedTable(c: ConsoleContext, { refused, events }: Run): Html {
  const { bulk: words } = c.var.texts
  return table({
    caption: words.refused,
    heads: [words.event, words.why],
    rows: refused.slice(0, mostRefused).map(({ id, why }) => {
      const shown = events.find((one) => one.id === id)
      return [shown ? eventName(c, shown) : id, why]
    }),
  })
}
