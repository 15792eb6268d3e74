import type { ConsoleContext } from '../console-env.ts'
import type { CommandView, EventView } from '../event-shapes.ts'
import { redacted } from '../html/asked-for.ts'
import { type Html, html } from '../html/html.ts'
import { orderPath, returnLink } from '../html/paths.ts'

/** What became of an event in sentences, with links: returns, comments, orders, images. Nothing where nothing was written. */
export function whatWasDone(c: ConsoleContext, event: EventView): Html {
  const { did: words } = c.var.texts
  const { status, links, history } = event
  const { returnIds = [], commentIds = [], createdOrderIds = [], publishedImageIds = [] } = event
  const asked = event.commands.find(({ type }) => type === 'create-return')
  const linked = new Set(history.flatMap(({ code, facts }) => (code.startsWith('link') ? (facts?.returnId ?? []) : [])))
  const isOne = returnIds.length === 1
  const sentences = [
    ...returnIds.map((id) => {
      const what = linked.has(id)
        ? words.linked
        : words.returned(isOne ? piecesOf(asked) : undefined, asked?.status === 'received')
      return html`${what} ${order(c, event)}: ${words.return} ${returnLink(c, id, links)}`
    }),
    ...(commentIds.length === 0 ? [] : [html`${words.commented(commentIds.length)} ${order(c, event, '#comments')}.`]),
    ...createdOrderIds.map((id) => html`${words.ordered} <a href="${orderPath(id)}">${words.order(String(id))}</a>.`),
    ...(publishedImageIds.length === 0 ? [] : [html`${words.published(publishedImageIds.length)}`]),
  ]
  const all = sentences.length === 0 && status === 'done' ? [html`${words.nothing}`] : sentences
  return html`${all.map((one) => html`<p>${one}</p>`)}`
}

/** By the number that was named, where it may be shown. */
function order(c: ConsoleContext, { orderId, about, commands }: EventView, part = ''): Html {
  const { did: words } = c.var.texts
  if (orderId === undefined) return html`${words.anOrder}`
  const typed = commands
    .map((one) => one.order?.label ?? one.order?.externalNumber)
    .find((one) => one && one !== redacted)
  return html`<a href="${orderPath(orderId)}${part}">${words.order(about?.label ?? about?.number ?? typed ?? String(orderId))}</a>`
}

const piecesOf = (command: CommandView | undefined): number | undefined =>
  Array.isArray(command?.lines) ? command.lines.reduce((sum, { quantity }) => sum + quantity, 0) : undefined
