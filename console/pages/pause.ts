import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { Stats } from '../event-shapes.ts'
import { choice, field, postForm, tick } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { leave, showPage } from '../layout.ts'
import { pausedPart } from './paused-part.ts'

/** Pauses a source or, after a second question, all writes, with a reason; and resumes them. */
export const pausePage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { pause: words } = c.var.texts
    const stats = await resultOf<Stats>(c.var.ask, 'stats')
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`${pausedPart(c, stats)}
<section class="card"><h2>${words.ofSource}</h2><p>${words.explain}</p>${postForm(c, {
        action: '/console/pause',
        hidden: { do: 'pause' },
        body: html`<div class="fields">${sourceField(c, stats.sources)}${field({ label: words.reason, name: 'reason', isRequired: true })}</div><p><button class="risky">${words.button}</button></p>`,
      })}</section>
<section class="card"><h2>${words.ofAll}</h2><p>${words.explainAll}</p>${postForm(c, {
        action: '/console/pause',
        hidden: { do: 'pause-all' },
        body: html`<div class="fields">${field({ label: words.reasonOfAll, name: 'reason', id: 'reason-of-all', isRequired: true })}</div>${tick({ label: words.known, name: 'known', isRequired: true })}<p><button class="risky">${words.buttonAll}</button></p>`,
      })}</section>`,
    })
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const { pause: words } = texts
    const [source, reason, asked] = ['source', 'reason', 'do'].map((name) => form.get(name)?.trim() ?? '')
    const isResume = asked === 'resume'
    const refuse = (text: string) => leave(c, '/console/pause', { kind: 'problem', text })
    // No field that is left empty pauses everything.
    if (asked === 'pause-all' && form.get('known') !== 'yes') return refuse(words.notKnown)
    if (asked === 'pause' && !source) return refuse(words.noSource)
    const given = { ...(source && asked !== 'pause-all' && { source }), ...(reason && { reason }) }
    const answer = await orRefused(resultOf(c.var.ask, isResume ? 'bridge.resume' : 'bridge.pause', given))
    if (answer instanceof Refused) return refuse(answer.message)
    return leave(c, '/console', { kind: 'done', text: isResume ? words.resumed : words.paused })
  })

/** What is configured, what people do by hand, and what the address names; a bridge that names no sources takes a name. */
function sourceField(c: ConsoleContext, sources: Stats['sources']): Html {
  const { pause: words } = c.var.texts
  const value = c.req.query('source') ?? ''
  if (!sources) return field({ label: words.sourceLabel, name: 'source', value, max: 63, isRequired: true })
  const known = sources.map(({ source, title = source }) => {
    // Two of one title name their sources.
    return [source, title.includes(source) ? title : `${title} (${source})`] as const
  })
  const options = [...known, ['operator', words.byHand] as const]
  const isOther = value !== '' && options.every(([source]) => source !== value)
  const other = isOther ? [[value, value] as const] : []
  return choice({
    label: words.sourceLabel,
    name: 'source',
    value,
    options: [['', words.choose], ...options, ...other],
  })
}
