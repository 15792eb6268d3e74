import type { ConsoleContext } from '../console-env.ts'
import type { OrderLine } from '../event-shapes.ts'
import { lineNames, type Row } from '../line-rows.ts'
import { choice, field, tick } from './field.ts'
import { type Html, html } from './html.ts'

type Lines = { rows: readonly Row[]; isAll: boolean; items: readonly OrderLine[] }

const mostChoices = 400

/** The fields of lines: one is chosen from the order where that is known, or named as somebody would write it. */
export function lineFields(c: ConsoleContext, { rows, isAll, items }: Lines): Html {
  const { lines: words } = c.var.texts
  // With many of both, choosing among all lines in each row would make the page too large: then a row names one by its id.
  const isLong = rows.length * items.length > mostChoices
  return html`<fieldset><legend>${words.legend}</legend>
${tick({ label: words.all, name: 'all', isOn: isAll })}
<p class="hint">${words.hint}</p>
<input type="hidden" name="rows" value="${rows.length}">
${rows.map((row, index) => rowFields(c, { row, index, items: isLong ? [] : items }))}
${isLong ? html`<details><summary>${words.ids}</summary><ul>${items.map(({ id, orderItemName, quantity }) => html`<li>${id}: ${orderItemName ?? ''} (${quantity} ×)</li>`)}</ul></details>` : ''}
<p><button name="step" value="more">${words.more}</button></p></fieldset>`
}

function rowFields(
  c: ConsoleContext,
  { row, index, items }: { row: Row; index: number; items: readonly OrderLine[] },
): Html {
  const { lines: words } = c.var.texts
  const chosen = items.map(
    ({ id, orderItemName, quantity }) => [String(id), `${orderItemName ?? id} (${quantity} ×)`] as const,
  )
  const known =
    items.length === 0
      ? ''
      : choice({ label: words.item, name: `item${index}`, value: row.item, options: [['', words.asNamed], ...chosen] })
  return html`<fieldset><legend>${words.row(index + 1)}</legend><div class="fields">
${known}
${choice({ label: words.by, name: `by${index}`, value: row.by, options: lineNames.map((name) => [name, words.names[name]] as const) })}
${field({ label: words.value, name: `value${index}`, value: row.value })}
${field({ label: words.quantity, name: `quantity${index}`, type: 'number', value: row.quantity, step: 'any' })}
${field({ label: words.reason, name: `reason${index}`, value: row.reason, max: 200 })}
</div></fieldset>`
}
