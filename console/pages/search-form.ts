import { eventStatuses } from '../../lib/inbox/event.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import type { ConsoleContext } from '../console-env.ts'
import { choice, field, postForm, tick } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'

/** Whether the fields name a person: then they stay out of addresses. */
export const isPersonal = (fields: URLSearchParams): boolean =>
  (fields.get('q') ?? '').includes('@') || (fields.get('email') ?? '').trim() !== ''

/** The box for what the customer says, and the filters. */
export function searchForm(c: ConsoleContext, fields: URLSearchParams): Html {
  const { search: words } = c.var.texts
  const isFiltered = filterNames.some((name) => (fields.get(name) ?? '') !== '')
  return html`<section class="card">${postForm(c, {
    action: '/console/search',
    body: html`<div class="fields">${field({ label: words.box, name: 'q', type: 'search', value: fields.get('q') ?? '', hint: words.boxHint, isWide: true, isFirst: fields.size === 0 })}</div>
<details${isFiltered ? html` open` : ''}><summary>${words.filters}</summary>${filterFieldsOf(c, fields)}</details>
<p><button class="main">${words.button}</button></p>`,
  })}</section>`
}

const filterNames = ['status', 'source', 'reason', 'orderId', 'externalNumber', 'label', 'from', 'to', 'withdrawal']

/** The fields of a filter, as the search and the pages for many events have them. */
export function filterFieldsOf(c: ConsoleContext, fields: URLSearchParams): Html {
  const { search: words, statuses, reasons } = c.var.texts
  const fieldOf = (name: string) => fields.get(name) ?? ''
  const codes = (['held', 'failed', 'ignored'] as const).flatMap((status) =>
    reasonsByStatus[status].map((code) => [code, `${statuses[status]}: ${reasons[code]}`] as const),
  )
  return html`<div class="fields">
${choice({ label: words.fields.status, name: 'status', value: fieldOf('status'), options: [['', words.any], ...eventStatuses.map((status) => [status, statuses[status]] as const)] })}
${choice({ label: words.fields.reason, name: 'reason', value: fieldOf('reason'), options: [['', words.any], ...codes] })}
${field({ label: words.fields.source, name: 'source', value: fieldOf('source'), max: 63 })}
${field({ label: words.fields.orderId, name: 'orderId', value: fieldOf('orderId'), max: 16 })}
${field({ label: words.fields.externalNumber, name: 'externalNumber', value: fieldOf('externalNumber'), max: 200 })}
${field({ label: words.fields.label, name: 'label', value: fieldOf('label'), max: 200 })}
${field({ label: words.fields.from, name: 'from', type: 'date', value: fieldOf('from') })}
${field({ label: words.fields.to, name: 'to', type: 'date', value: fieldOf('to') })}
</div>${tick({ label: words.fields.withdrawal, name: 'withdrawal', isOn: fieldOf('withdrawal') === 'yes' })}`
}
