import type { ConsoleContext } from '../console-env.ts'
import { orderNames } from '../order-ref.ts'
import { choice, field } from './field.ts'
import { type Html, html } from './html.ts'

type Order = {
  fields: URLSearchParams
  /** The first choice: the order stays as it is. Absent: one must be named. */
  keep?: string
}

/** The fields that name an order. */
export function orderFields(c: ConsoleContext, { fields, keep }: Order): Html {
  const { order: words } = c.var.texts
  const named = orderNames.map((name) => [name, words.by[name]] as const)
  const options = keep === undefined ? named : [['', keep] as const, ...named]
  const fieldOf = (name: string) => fields.get(name) ?? ''
  return html`<fieldset><legend>${words.legend}</legend><div class="fields">
${choice({ label: words.named, name: 'orderBy', value: fieldOf('orderBy'), options })}
${field({ label: words.value, name: 'orderValue', value: fieldOf('orderValue'), max: 320 })}
${field({ label: words.label, name: 'orderLabel', value: fieldOf('orderLabel'), max: 200 })}
</div></fieldset>`
}
