import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'

type Form = {
  /** The path that it is posted to. */
  action: string
  /** Fields that a person does not see. Undefined ones are left out. */
  hidden?: Readonly<Record<string, string | number | undefined>>
  body: Html | readonly Html[]
  /** Classes of style.css. */
  look?: 'inline' | 'stack'
}

/** A form that is posted, with the token that `ownForms` asks for. */
export const postForm = (c: ConsoleContext, { action, hidden = {}, body, look = 'stack' }: Form): Html => html`
<form method="post" action="${action}" class="form ${look}">
  <input type="hidden" name="token" value="${c.var.token}">
  ${hiddenFields(hidden)}${body}
</form>`

export const hiddenFields = (fields: NonNullable<Form['hidden']>): Html[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
