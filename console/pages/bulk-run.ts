import type { Run } from '../bulk/runs.ts'
import type { ConsoleContext } from '../console-env.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { table } from '../html/table.ts'

const mostRefused = 100

/** How far a run is, the button that stops it, and what was not moved. */
export function runPart(c: ConsoleContext, run: Run, isAtWork: boolean): Html {
  const { bulk: words } = c.var.texts
  const { moved, refused, events } = run
  const done = moved + refused.length
  const stop = postForm(c, {
    action: '/console/bulk/stop',
    hidden: { run: run.id },
    body: html`<p><button class="risky">${words.stop}</button></p>`,
  })
  return html`<div id="run"${isAtWork ? html` data-live="1"` : ''}><section class="card">
<p class="notice${run.state === 'failed' ? ' problem' : isAtWork ? '' : ' done'}" role="status">${stateWords(c, run)} ${words.progress(moved, refused.length, events.length)}</p>
<p><progress max="${events.length}" value="${done}" aria-label="${words.bar}"></progress></p></section>
${refused.length === 0 ? '' : html`<section class="card">${refusedTable(c, refused)}</section>`}</div>
${run.state === 'running' ? html`<section class="card">${stop}</section>` : ''}`
}

function stateWords(c: ConsoleContext, { state, why, moved, refused, events }: Run): string {
  const { bulk: words } = c.var.texts
  switch (state) {
    case 'running':
      return words.running
    case 'stopping':
      return words.stopping
    case 'stopped':
      return words.stopped(events.length - moved - refused.length)
    case 'ended':
      return words.ended
    case 'failed':
      return words.failed(why ?? '')
    default:
      return state satisfies never
  }
}

function refusedTable(c: ConsoleContext, refused: Run['refused']): Html {
  const { bulk: words } = c.var.texts
  return table({
    caption: words.refused,
    heads: [words.event, words.why],
    rows: refused
      .slice(0, mostRefused)
      .map(({ id, why }) => [html`<a class="id" href="${eventPath(id)}">${id}</a>`, why]),
  })
}
