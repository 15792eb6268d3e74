import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, resultOf } from '../console-env.ts'
import type { EventView, Stats, WhyView } from '../event-shapes.ts'
import { html } from '../html/html.ts'
import { ago } from '../html/moment.ts'
import { showPage } from '../layout.ts'
import { eventNow } from './event-now.ts'
import { moveIt } from './move-it.ts'
import { pausedPart } from './paused-part.ts'
import { revealForm } from './reveal.ts'

const open = new Set(['ready', 'running', 'waiting'])

/** One event: what happened, what it means, and the buttons that do what is to do. */
export const eventPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => await show(c))
  .post('/', async (c) => await moveIt(c))

async function show(c: ConsoleContext) {
  const id = c.req.query('id') ?? ''
  const [event, why] = await Promise.all([
    resultOf<EventView>(c.var.ask, 'event.get', { id }),
    resultOf<WhyView>(c.var.ask, 'why', { id }),
  ])
  const isOpen = open.has(event.status)
  // Nobody works on the event of a paused source, and its own story does not know of that.
  const stats: Partial<Stats> = isOpen ? await resultOf<Stats>(c.var.ask, 'stats') : {}
  const paused = stats.paused?.filter(({ source }) => source === undefined || source === event.source) ?? []
  const { texts } = c.var
  return showPage(c, {
    title: event.about?.text ?? texts.event.title(event.id),
    nav: 'search',
    ...(isOpen && { reloadAfter: 5 }),
    main: html`<p class="quiet">${event.about?.title ?? event.source} · ${ago(c, Date.parse(event.receivedAt))} · <small class="id">${event.id}</small></p>
<div id="event"${isOpen ? html` data-live="2"` : ''}>
${pausedPart(c, { ...stats, paused })}
${await eventNow(c, event, why)}
</div>
${revealForm(c, event.id)}`,
  })
}
