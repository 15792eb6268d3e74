import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, Refused, resultOf } from '../console-env.ts'
import { type Correction, correctionOf, meantBy, planOf } from '../correction.ts'
import type { EventView, Plan } from '../event-shapes.ts'
import { askedFor } from '../html/asked-for.ts'
import { field, postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { lineFields } from '../html/line-fields.ts'
import { orderField } from '../html/order-card.ts'
import { eventPath } from '../html/paths.ts'
import { allPlanned, sendsNothing } from '../html/planned.ts'
import { withLinks } from '../html/with-links.ts'
import { leave, showPage } from '../layout.ts'
import { markOf } from '../mark-of.ts'

/** Says which order or lines an event means. It shows the order and what would be sent before the event goes on. */
export const correctPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const event = await resultOf<EventView>(c.var.ask, 'event.get', { id: c.req.query('id') ?? '' })
    return show(c, await correctionOf(c, event))
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const event = await resultOf<EventView>(c.var.ask, 'event.get', { id: form.get('id') ?? '' })
    const correction = await correctionOf(c, event, form)
    const problem = problemOf(c, correction)
    if (problem !== undefined) return show(c, { ...correction, problem })
    try {
      const mark = markOf({ key: correction.command?.key, ...correction.parts, of: correction.found.order?.id })
      const isGo = form.get('step') === 'go'
      if (isGo && form.get('mark') === mark) return await correct(c, correction)
      const problem = isGo ? { problem: texts.correct.changed } : {}
      return show(c, { ...correction, ...problem }, { mark, plan: await planOf(c, correction) })
    } catch (error) {
      if (error instanceof Refused) return show(c, { ...correction, problem: error.message })
      throw error
    }
  })

/** Why it cannot go on like this: above all, no order is known. An empty text: its place on the page says it. */
function problemOf(c: ConsoleContext, { found, parts, wrong, problem }: Correction): string | undefined {
  const { correct: words, lines } = c.var.texts
  if (problem !== undefined) return problem
  if (!found.order) return found.typed === '' ? words.noOrder : ''
  if (wrong) return lines.wrong(wrong)
  return Object.keys(parts).length === 0 ? words.nothing : undefined
}

async function correct(c: ConsoleContext, correction: Correction) {
  const { texts, ask, form } = c.var
  const path = eventPath(correction.event.id)
  const [note, seen] = [form.get('note')?.trim() ?? '', form.get('seen') ?? '']
  try {
    await resultOf(ask, 'event.correct', { ...meantBy(correction), note, ...(seen !== '' && { seen }) })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'conflict') throw error
    return leave(c, path, { kind: 'problem', text: texts.event.moved(error.message) })
  }
  return leave(c, path, { kind: 'done', text: texts.event.done.correct })
}

type Ready = { mark: string; plan: Plan | undefined }

/** The fields with what the event asks for, and, once asked, what it would send then. */
function show(c: ConsoleContext, { event, command, found, returnable, given, problem }: Correction, ready?: Ready) {
  const { correct: words } = c.var.texts
  const { form } = c.var
  const about = { id: event.id, orderId: event.orderId ?? event.reason?.orderId }
  // Where nothing would be sent, it would stop again at once.
  const go =
    ready && !(ready.plan && sendsNothing(ready.plan))
      ? html`<button name="step" value="go" class="main">${words.go}</button>`
      : ''
  return showPage(c, {
    title: words.title(event.about?.text ?? event.id),
    nav: 'search',
    main: html`${problem ? html`<p class="notice problem" role="alert">${withLinks(c, problem, about)}</p>` : ''}
<section class="card">${postForm(c, {
      action: '/console/correct',
      hidden: {
        id: event.id,
        seen: form?.get('seen') ?? event.updatedAt,
        key: command?.key,
        of: found.order?.id,
        mark: ready?.mark,
      },
      body: html`${orderField(c, found)}
${returnable ? lineFields(c, returnable, given) : ''}
<div class="fields">${field({ label: words.note, name: 'note', value: form?.get('note') ?? '', isRequired: ready !== undefined, isWide: true })}</div>
${ready ? planPart(c, ready.plan) : ''}
<p class="buttons"><button name="step" value="preview"${go === '' ? html` class="main"` : ''}>${words.preview}</button>${go}</p>`,
    })}</section>
<section class="card"><h2>${words.asked}</h2>${askedFor(c, event)}</section>
<p><a href="${eventPath(event.id)}">${c.var.texts.event.link.back}</a></p>`,
  })
}

function planPart(c: ConsoleContext, plan: Plan | undefined): Html {
  const { correct: words } = c.var.texts
  if (!plan) return html`<p class="notice" role="status">${words.toThis}</p>`
  return html`<section role="status"><h2>${words.plan}</h2>${allPlanned(c, plan)}</section>`
}
