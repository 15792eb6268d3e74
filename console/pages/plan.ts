import { Hono } from 'hono'
import { type ConsoleEnv, Refused, resultOf } from '../console-env.ts'
import type { EventView, Plan } from '../event-shapes.ts'
import { html } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { allPlanned, sendsNothing } from '../html/planned.ts'
import { leave, showPage } from '../layout.ts'
import { moveForm } from './event-actions.ts'

/** What an event would send now, line by line, and the button that lets it. */
export const planPage = new Hono<ConsoleEnv>().get('/', async (c) => {
  const id = c.req.query('id') ?? ''
  const { event: words } = c.var.texts
  const [plan, event] = await Promise.all([
    resultOf<Plan>(c.var.ask, 'event.plan', { id }).catch(unlessUnknown),
    resultOf<EventView>(c.var.ask, 'event.get', { id }),
  ])
  if (plan instanceof Refused) return leave(c, eventPath(id), { kind: 'problem', text: plan.message })
  return showPage(c, {
    title: words.plan.title(event.about?.text ?? event.id),
    nav: 'search',
    main: html`<p class="notice done">${words.plan.explain}</p>
<section class="card">${allPlanned(c, plan)}</section>
${helps(event, plan) ? html`<section class="card">${moveForm(c, { event, action: 'release', isMain: true, label: words.plan.goOn })}</section>` : ''}
<p><a href="${eventPath(event.id)}">${words.plan.back}</a></p>`,
  })
})

/** What would send nothing stops again at once, unless the release itself says which order is meant. */
const helps = ({ status, reason }: EventView, plan: Plan): boolean =>
  ['held', 'failed', 'waiting'].includes(status) &&
  (!sendsNothing(plan) || (reason?.code === 'order_ambiguous' && reason.ids?.length === 1))

/** Why there is no plan now; its event says the rest. */
function unlessUnknown(error: unknown): Refused {
  if (error instanceof Refused && error.code !== 'not_found' && error.code !== 'invalid') return error
  throw error
}
