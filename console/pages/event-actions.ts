import { type Action, actionsOf } from '../actions-of.ts'
import type { ConsoleContext } from '../console-env.ts'
import type { EventView, WhyView } from '../event-shapes.ts'
import { field, tick } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { eventPart, orderPath } from '../html/paths.ts'
import { isRisky } from '../is-risky.ts'

/** What the advice names as buttons, and beneath it what else the state allows. */
export function eventActions(c: ConsoleContext, event: EventView, why: WhyView): Html {
  const { event: words } = c.var.texts
  const { advised, also } = actionsOf(event)
  const needsNote = why.writes.some(({ by, state }) => by === event.id && state !== 'done')
  const show = (actions: readonly Action[], isMain: boolean) =>
    actions.map((action, index) => actionPart(c, { event, action, needsNote, isMain: isMain && index === 0 }))
  return html`<section class="card" id="do"><h2>${words.actions}</h2>
${advised.length + also.length === 0 ? html`<p>${words.nothingToDo}</p>` : ''}
<div class="cards">${show(advised, true)}</div>
${also.length === 0 ? '' : html`<details${advised.length === 0 ? html` open` : ''}><summary>${words.also}</summary><div class="cards">${show(also, false)}</div></details>`}
</section>`
}

type Part = { event: EventView; action: Action; needsNote: boolean; isMain: boolean }

function actionPart(c: ConsoleContext, part: Part): Html {
  const { event, action } = part
  const { event: words } = c.var.texts
  const does = action === 'release' && event.status === 'waiting' ? words.does.releaseWaiting : words.does[action]
  const target = linkOf(event, action)
  const button =
    target === undefined
      ? moveForm(c, part)
      : html`<p><a class="button${part.isMain ? ' main' : ''}" href="${target}">${words.buttons[action]}</a></p>`
  return html`<div><h3>${words.buttons[action]}</h3><p>${does}</p>${button}</div>`
}

/** Of what is done on a page of its own. */
function linkOf({ id, source, orderId, reason }: EventView, action: Action): string | undefined {
  const order = orderId ?? reason?.orderId
  switch (action) {
    case 'link':
    case 'correct':
      return eventPart(action, id)
    case 'compare':
      return `${eventPart('compare', id)}&with=${encodeURIComponent(reason?.by ?? '')}`
    case 'return':
    case 'comment':
      return order === undefined ? `/console/${action}` : `/console/${action}?order=${order}`
    case 'order':
      return order === undefined ? '/console/orders' : orderPath(order)
    case 'pause':
      return `/console/pause?source=${encodeURIComponent(source)}`
    case 'login':
      return '/console/login'
    case 'release':
    case 'replay':
    case 'discard':
      return undefined
    default:
      return action satisfies never
  }
}

function moveForm(c: ConsoleContext, { event, action, needsNote, isMain }: Part): Html {
  const { event: words } = c.var.texts
  const binds = action === 'discard' && event.withdrawal === true
  const isRequired = binds || (action === 'discard' && needsNote)
  const risky = action === 'release' && isRisky(event)
  const look = risky || action === 'discard' ? 'risky' : isMain ? 'main' : ''
  return postForm(c, {
    action: '/console/event',
    hidden: { id: event.id, seen: event.updatedAt, action },
    body: html`${risky ? html`<p class="notice">${words.risk}</p>${tick({ label: words.riskKnown, name: 'known', isRequired: true })}` : ''}
${binds ? html`<p class="notice">${words.law}</p>${tick({ label: words.lawKnown, name: 'known', isRequired: true })}` : ''}
${noteField(action, { isRequired, label: binds ? words.noteAnswered : isRequired ? words.noteRequired : words.note })}
<p><button class="${look}">${words.buttons[action]}</button></p>`,
  })
}

/** Several forms of a page have one: each label names its own. */
const noteField = (action: Action, { isRequired, label }: { isRequired: boolean; label: string }): Html =>
  field({ label, name: 'note', id: `note-${action}`, isRequired })
