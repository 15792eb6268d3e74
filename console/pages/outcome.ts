import type { ConsoleContext } from '../console-env.ts'
import { statusBadge } from '../html/badge.ts'
import { html } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { withLinks } from '../html/with-links.ts'
import { showPage } from '../layout.ts'

/** What a command that writes answers. */
export type Outcome = { id: string; status: string; reason?: { text: string }; returnId?: number; commentId?: number }

/** How a command that a person sent has ended, or that it goes on by itself. */
export function showOutcome(c: ConsoleContext, title: string, { id, status, reason, returnId, commentId }: Outcome) {
  const { outcome: words } = c.var.texts
  const isStopped = status === 'held' || status === 'failed'
  const made = returnId ?? commentId
  return showPage(c, {
    title,
    nav: 'orders',
    main: html`<section class="card"><p class="notice ${isStopped ? 'problem' : 'done'}" role="${isStopped ? 'alert' : 'status'}">${statusBadge(c, status)} ${made === undefined ? '' : words.made(made)} ${reason ? withLinks(c, reason.text, { id }) : ''}</p>
<p>${status === 'done' || isStopped ? '' : words.goesOn} <a class="id" href="${eventPath(id)}">${id}</a></p></section>`,
  })
}
