import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, resultOf } from '../console-env.ts'
import { postForm } from '../html/form.ts'
import { type Html, html, table } from '../html/html.ts'
import { moment } from '../html/moment.ts'
import { orderPath } from '../html/paths.ts'
import { showPage } from '../layout.ts'

/** Asks for the comments of an order. */
export function commentsForm(c: ConsoleContext, orderId: number): Html {
  const { comments: words } = c.var.texts
  return html`<section class="card" id="comments"><h2>${words.heading}</h2><p>${words.explain}</p>${postForm(c, {
    action: '/console/comments',
    hidden: { orderId },
    body: html`<p><button>${words.button}</button></p>`,
  })}</section>`
}

type Comment = { id: number; createdAt?: string | null; isVisibleForContact?: boolean; text: string }

/** A page stays small, however much was written. */
const [mostComments, longestText] = [60, 1_000]

/** What stands in an order's comments: the answer to a POST, because customers' words are shown only to whoever asks for them. */
export const commentsPage = new Hono<ConsoleEnv>().get('/', toItsPage).post('/', async (c) => {
  const { form, texts } = c.var
  const { comments: words } = texts
  const orderId = Number(form.get('orderId'))
  const { comments } = await resultOf<{ comments: Comment[] }>(c.var.ask, 'comment.list', { orderId })
  const shown = comments.slice(-mostComments).reverse()
  return showPage(c, {
    title: words.title(orderId),
    nav: 'orders',
    main: html`<section class="card">${shown.length === 0 ? html`<p>${words.none}</p>` : commentTable(c, shown)}
${comments.length > shown.length ? html`<p>${words.more(shown.length, comments.length)}</p>` : ''}</section>
<p><a href="${orderPath(orderId)}">${words.back}</a></p>`,
  })
})

/** Once the page is no longer kept. */
function toItsPage(c: ConsoleContext) {
  return c.redirect(orderPath(Number(c.req.query('orderId'))), 303)
}

function commentTable(c: ConsoleContext, comments: readonly Comment[]): Html {
  const { comments: words } = c.var.texts
  return table({
    caption: words.heading,
    heads: [words.id, words.createdAt, words.visible, words.text],
    rows: comments.map(({ id, createdAt, isVisibleForContact, text }) => [
      id,
      createdAt ? moment(c, createdAt) : '',
      isVisibleForContact ? words.yes : words.no,
      html`<span class="words">${text.length > longestText ? `${text.slice(0, longestText)} …` : text}</span>`,
    ]),
  })
}
