import type { ConsoleContext } from '../console-env.ts'
import type { Plan, PlannedLine } from '../event-shapes.ts'
import { redacted } from './asked-for.ts'
import { type Html, html, table } from './html.ts'
import { withLinks } from './with-links.ts'

type Planned = {
  orderId?: number | undefined
  body: object | null
  reason?: { text: string } | undefined
  notShipped?: string | undefined
  lines?: readonly PlannedLine[] | undefined
}

const mostLines = 200

/** All that an event would send, by what it is. */
export function allPlanned(c: ConsoleContext, plan: Plan): Html {
  const types: Readonly<Record<string, string>> = c.var.texts.event.types
  const { commands = [] } = plan
  if (commands.length === 0) return planned(c, plan)
  return html`${commands.map((command) => {
    const isWritten = command.type === 'add-comment' && command.body !== null
    return html`<h2>${types[command.type] ?? command.type}</h2>${isWritten ? html`<p>${c.var.texts.correct.toThis}</p>` : ''}${planned(c, command)}`
  })}`
}

export const sendsNothing = ({ body, commands = [] }: Plan): boolean =>
  [body, ...commands.map((one) => one.body)].every((one) => one === null)

/** What would be sent: each line in or out and why, and the request itself. */
export function planned(c: ConsoleContext, { orderId, body, reason, notShipped, lines = [] }: Planned): Html {
  const { plan: words } = c.var.texts.event
  return html`${reason ? html`<p class="notice">${words.stops}: ${withLinks(c, reason.text, { orderId })}</p>` : ''}${notShipped ? html`<p class="notice">${notShipped}</p>` : ''}
${
  lines.length === 0
    ? ''
    : table({
        caption: words.caption(orderId),
        heads: [words.line, words.included, words.quantity, words.why],
        rows: lines.slice(0, mostLines).map(({ orderItemId, included, quantity, why, name, sku, reason }) => [
          [name ?? orderItemId, sku].filter((part) => part !== undefined).join(' · '),
          included ? words.in : words.out,
          quantity,
          // What the configuration does not know is in the customer's own words.
          included && reason === redacted ? `${why} ${c.var.texts.lines.unknownSaid}` : why,
        ]),
      })
}
${body === null ? html`<p>${words.nothing}</p>` : html`<details><summary>${words.body}</summary><pre>${JSON.stringify(body, null, 2).slice(0, 20_000)}</pre></details>`}`
}
