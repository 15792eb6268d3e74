import type { ConsoleContext } from '../console-env.ts'
import type { CommandView, EventView, LineView, OrderRefView } from '../event-shapes.ts'
import { type Html, html, table } from './html.ts'
import { orderLink } from './paths.ts'
import { withLinks } from './with-links.ts'

/** What operators show in place of what people wrote (lib/typed-text.ts). */
export const redacted = '[redacted]'

/** The commands of an event in words: what, about which order, which lines. */
export function askedFor(c: ConsoleContext, event: Pick<EventView, 'commands' | 'links'>): Html {
  const { event: words } = c.var.texts
  if (event.commands.length === 0) return html`<p>${words.askedNothing}</p>`
  const types: Readonly<Record<string, string>> = words.types
  return table({
    caption: words.asked,
    heads: [words.command.type, words.command.order, words.command.lines, words.command.state],
    rows: event.commands.map((command) => [
      types[command.type] ?? command.type,
      orderOf(c, command.order, event.links),
      linesOf(c, command.lines),
      withLinks(c, endOf(command)),
    ]),
  })
}

/** The same in short. */
export function askedInShort(c: ConsoleContext, { commands }: Pick<EventView, 'commands'>): Html {
  const { types, allLines }: { types: Readonly<Record<string, string>>; allLines: string } = c.var.texts.event
  return html`${commands.slice(0, 10).map(({ type, lines }) => {
    const named = lines === 'all' ? allLines : lines?.map((line) => `${line.quantity} × ${nameOf(c, line)}`).join(', ')
    return html`<div>${types[type] ?? type}${named === undefined ? '' : `: ${named}`}</div>`
  })}`
}

const endOf = ({ reason }: CommandView): string => (typeof reason === 'object' ? reason.text : '')

function orderOf(c: ConsoleContext, order: OrderRefView | undefined, links: EventView['links']): Html {
  if (order?.id !== undefined) return orderLink(c, order.id, links)
  const named = [order?.externalNumber, order?.label, order?.email].filter((name) => name !== undefined)
  return html`${named.map((name) => shown(c, name)).join(', ')}`
}

function linesOf(c: ConsoleContext, lines: CommandView['lines']): Html {
  if (lines === undefined) return html``
  if (lines === 'all') return html`${c.var.texts.event.allLines}`
  return html`<ul>${lines.map((line) => html`<li>${line.quantity} × ${nameOf(c, line)}</li>`)}</ul>`
}

function nameOf(c: ConsoleContext, { sku, name, orderItemId, itemVariationId }: LineView): string {
  return shown(c, sku ?? name ?? String(orderItemId ?? itemVariationId ?? ''))
}

const shown = (c: ConsoleContext, text: string): string => (text === redacted ? c.var.texts.event.hidden : text)
