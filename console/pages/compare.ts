import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, Refused, resultOf } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { askedFor } from '../html/asked-for.ts'
import { eventName } from '../html/event-rows.ts'
import { type Html, html } from '../html/html.ts'
import { showPage } from '../layout.ts'
import { eventActions } from './event-actions.ts'
import { eventState } from './event-now.ts'

/** A possible duplicate beside the event that asked before: what each asks for, and the buttons of the later one. */
export const comparePage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const [id, otherId] = [c.req.query('id') ?? '', c.req.query('with') ?? '']
  const [event, why, other] = await Promise.all([
    resultOf<EventView>(c.var.ask, 'event.get', { id }),
    resultOf<WhyView>(c.var.ask, 'why', { id }),
    resultOf<EventView>(c.var.ask, 'event.get', { id: otherId }).catch(unlessGone),
  ])
  const { compare: words } = c.var.texts.event
  return showPage(c, {
    title: words.title,
    nav: 'search',
    main: html`<div class="cards">${column(c, words.one, event)}${other ? column(c, words.other, other) : html`<section class="card"><h2>${words.other}</h2><p>${words.gone}</p></section>`}</div>
<section class="card">${eventActions(c, { ...event, ...(event.reason && { reason: withoutOther(event.reason) }) }, why)}</section>`,
  })
})

/** It is compared already. */
const withoutOther = ({ by: _, ...reason }: NonNullable<EventView['reason']>) => reason

function column(c: ConsoleContext, heading: string, event: EventView): Html {
  return html`<section class="card"><h2>${heading}</h2><p>${eventName(c, event)}</p>
${eventState(c, event)}${askedFor(c, event)}</section>`
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Refused) || error.code !== 'not_found') throw error
}
