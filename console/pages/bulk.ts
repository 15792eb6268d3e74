import { Hono } from 'hono'
import { lookAtEnds } from '../bulk/look-at-ends.ts'
import { type BulkAction, bulkActions, type Run, type Runs } from '../bulk/runs.ts'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import { eventFilter } from '../event-filter.ts'
import type { EventRow } from '../event-shapes.ts'
import { eventRows } from '../html/event-rows.ts'
import { choice, field, postForm, tick } from '../html/form.ts'
import { type Html, html, problemPart } from '../html/html.ts'
import { mustKnowWho } from '../http/who.ts'
import { showPage } from '../layout.ts'
import { endsPart, runPart } from './bulk-run.ts'
import { filterFieldsOf } from './search.ts'

/** A release of these may make a return that is there already. */
const risky: ReadonlySet<string> = new Set(['possible_duplicate', 'same_parcel'])

const mostShown = 100
const mostMoved = 500

/** Moves many events: a filter, the list of what fits, and a run that shows how far it is and can be stopped. */
export const bulkPage = (runs: Runs) =>
  new Hono<ConsoleEnv>()
    .get('/', (c) => show(c, runs, new URL(c.req.url).searchParams, html``))
    .post('/', async (c) => await preview(c, runs))
    .post('/begin', (c) => begin(c, runs))
    .post('/stop', (c) => {
      const id = c.var.form.get('run') ?? ''
      runs.stop(id)
      return c.redirect(`/console/bulk/run?id=${encodeURIComponent(id)}`, 303)
    })
    .post('/go-on', (c) => {
      const id = c.var.form.get('run') ?? ''
      mustKnowWho(c)
      runs.goOn(id, c.var.ask)
      return c.redirect(`/console/bulk/run?id=${encodeURIComponent(id)}`, 303)
    })
    .get('/run', (c) => showRun(c, runs.get(c.req.query('id') ?? '')))

const actionOf = (fields: URLSearchParams): BulkAction =>
  bulkActions.find((one) => one === fields.get('action')) ?? 'replay'

async function preview(c: ConsoleContext, runs: Runs) {
  const { form, texts } = c.var
  const where = eventFilter(form)
  if (Object.keys(where).length === 0) return show(c, runs, form, problemPart(texts.bulk.needsFilter))
  const action = actionOf(form)
  // What is no number of events is refused, never taken for all.
  const limit = Math.min(mostMoved, Number(form.get('limit')?.trim() || mostMoved))
  const asked = { where, limit, dryRun: true }
  const found = await orRefused(resultOf<Found>(c.var.ask, `event.${action}`, asked))
  return show(
    c,
    runs,
    form,
    found instanceof Refused ? problemPart(found.message) : previewPart(c, runs, action, found),
  )
}

type Found = { events: readonly EventRow[]; more?: true }

function previewPart(c: ConsoleContext, runs: Runs, action: BulkAction, { events, more }: Found): Html {
  const { form, texts } = c.var
  const { bulk: words } = texts
  const count = events.length
  if (count === 0) return html`<p class="notice" role="status">${words.nothing}</p>`
  const name =
    form.get('name')?.trim() || `${words.actions[action]} ${new Date(c.var.now()).toISOString().slice(0, 16)}`
  const note = form.get('note')?.trim() ?? ''
  const isRisk = action === 'release' && events.some(({ reason }) => risky.has(reason?.code ?? ''))
  const left = action === 'discard' ? events.filter(({ withdrawal }) => withdrawal).length : 0
  const list = runs.keep({ action, name, note, events, isRisky: isRisk })
  const shown = events.slice(0, mostShown)
  return html`<section class="card" role="status"><h2>${words.actions[action]}: ${words.previewCaption(count)}</h2>
${more ? html`<p class="notice">${words.more}</p>` : ''}${left > 0 ? html`<p class="notice">${words.withdrawals(left)}</p>` : ''}
${postForm(c, {
  action: '/console/bulk/begin',
  hidden: { list },
  body: html`${isRisk ? html`<p class="notice">${texts.event.risk}</p>${tick({ label: texts.event.riskKnown, name: 'known', isRequired: true })}` : ''}<p><button class="${isRisk || action === 'discard' ? 'risky' : 'main'}">${words.begin(count)}</button></p>`,
})}
${eventRows(c, words.previewCaption(count), shown)}${count > shown.length ? html`<p>… ${count - shown.length}</p>` : ''}</section>`
}

function begin(c: ConsoleContext, runs: Runs) {
  const { form, texts } = c.var
  const list = form.get('list') ?? ''
  if (runs.shown(list)?.isRisky && form.get('known') !== 'yes')
    return show(c, runs, new URLSearchParams(), problemPart(texts.event.riskAsked))
  mustKnowWho(c)
  const run = runs.begin(list, c.var.ask)
  if (run) return c.redirect(`/console/bulk/run?id=${encodeURIComponent(run.id)}`, 303)
  return show(c, runs, new URLSearchParams(), problemPart(texts.bulk.expired))
}

function show(c: ConsoleContext, runs: Runs, fields: URLSearchParams, result: Html) {
  const { bulk: words } = c.var.texts
  const options = bulkActions.map((one) => [one, words.actions[one]] as const)
  return showPage(c, {
    title: words.title,
    nav: 'bulk',
    main: html`${result}<section class="card"><p>${words.explain}</p>${postForm(c, {
      action: '/console/bulk',
      body: html`<div class="fields">${choice({ label: words.action, name: 'action', value: actionOf(fields), options })}
${field({ label: words.limit, name: 'limit', type: 'number', step: '1', value: fields.get('limit') ?? mostMoved })}
${field({ label: words.name, name: 'name', value: fields.get('name') ?? '', max: 100 })}
${field({ label: words.note, name: 'note', value: fields.get('note') ?? '' })}</div>
${filterFieldsOf(c, fields)}
<p><button class="main">${words.preview}</button></p>`,
    })}</section>${runList(c, runs.list())}`,
  })
}

function runList(c: ConsoleContext, runs: readonly Run[]): Html {
  const { bulk: words } = c.var.texts
  if (runs.length === 0) return html``
  return html`<section class="card"><h2>${words.runs}</h2><ul>${runs.map(
    ({ id, name, moved, refused, events }) =>
      html`<li><a href="/console/bulk/run?id=${encodeURIComponent(id)}">${name}</a>: ${words.progress(moved, refused.length, events.length)}</li>`,
  )}</ul></section>`
}

async function showRun(c: ConsoleContext, run: Run | undefined) {
  const { bulk: words } = c.var.texts
  if (!run) return showPage(c, { title: words.title, nav: 'bulk', main: problemPart(words.expired), status: 404 })
  const isAtWork = run.state === 'running' || run.state === 'stopping'
  const isOpen = await lookAtEnds(run, c.var.ask)
  return showPage(c, {
    title: words.runTitle(run.name),
    nav: 'bulk',
    ...((isAtWork || isOpen) && { reloadAfter: isAtWork ? 2 : 5 }),
    main: html`${runPart(c, run, isAtWork)}${endsPart(c, run, isAtWork || isOpen)}<p><a href="/console/bulk">${words.again}</a></p>`,
  })
}
