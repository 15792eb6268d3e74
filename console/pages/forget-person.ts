import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import { field, postForm, tick } from '../html/form.ts'
import { type Html, html, problemPart } from '../html/html.ts'
import { leave, showPage } from '../layout.ts'
import type { Forgotten } from '../texts/en/forget-person.ts'

const path = '/console/forget-person'

/** Counts what would be forgotten about a person before it can be done. */
export const forgetPersonPage = new Hono<ConsoleEnv>()
  .get('/', (c) => show(c, new URLSearchParams(), html``))
  .post('/', async (c) => {
    const { form, texts } = c.var
    const { forgetPerson: words } = texts
    const [email, note, cursor] = ['email', 'note', 'cursor'].map((name) => form.get(name)?.trim() ?? '')
    // An address that was mended since was not counted.
    const dryRun = form.get('how') !== 'forget' || form.get('counted') !== email
    if (!dryRun && form.get('known') !== 'yes') return show(c, form, problemPart(words.notKnown), { counted: email })
    const asked = { email, note, dryRun, ...(!dryRun && cursor && { cursor }) }
    const counts = await orRefused(resultOf<Forgotten>(c.var.ask, 'person.forget', asked))
    if (counts instanceof Refused) return show(c, form, problemPart(counts.message))
    const text = words.counts(counts)
    if (!dryRun && !counts.more) return leave(c, path, { kind: 'done', text })
    const hidden = { counted: email, ...(!dryRun && { cursor: counts.cursor ?? '' }) }
    return show(c, form, html`<p class="notice" role="alert">${text}</p>`, hidden)
  })

/** `hidden`: it was counted, so it can be done. */
function show(
  c: ConsoleContext,
  form: URLSearchParams,
  result: Html,
  hidden?: { counted: string | undefined; cursor?: string },
) {
  const { forgetPerson: words, event } = c.var.texts
  const [email, note] = ['email', 'note'].map((name) => form.get(name) ?? '')
  const doIt = html`${tick({ label: words.known, name: 'known' })}<p><button class="risky" name="how" value="forget">${words.button}</button></p>`
  return showPage(c, {
    title: words.title,
    nav: 'search',
    main: html`${result}<section class="card"><p>${words.explain}</p>${postForm(c, {
      action: path,
      hidden: hidden ?? {},
      body: html`<div class="fields">${field({ label: words.email, name: 'email', type: 'email', value: email, isRequired: true, max: 320 })}
${field({ label: event.note, name: 'note', value: note, isRequired: true })}</div>
<p><button class="main" name="how" value="count">${words.count}</button></p>${hidden ? doIt : ''}`,
    })}</section>`,
  })
}
