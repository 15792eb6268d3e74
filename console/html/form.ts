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

type Field = {
  label: string
  name: string
  /** Where a page has several fields of one name. */
  id?: string
  value?: string | number | undefined
  type?: 'text' | 'number' | 'email' | 'date' | 'datetime-local' | 'search'
  /** Said below, and read with the field. */
  hint?: string
  isRequired?: boolean
  /** The one field that a page is opened for. */
  isFirst?: boolean
  isWide?: boolean
  /** Of numbers; `any` for parts of pieces. */
  step?: string
  max?: number
}

/** One line of text with its label. */
export function field({ label, name, id = name, value, hint, step, max = 500, ...looks }: Field): Html {
  const { type = 'text', isRequired, isFirst, isWide } = looks
  return html`
<div class="field${isWide ? ' wide' : ''}"><label for="f-${id}">${label}</label>
<input id="f-${id}" name="${name}" type="${type}" value="${value ?? ''}" maxlength="${max}" autocomplete="off"${step ? html` step="${step}" min="0"` : ''}${isRequired ? html` required` : ''}${isFirst ? html` autofocus` : ''}${hint ? html` aria-describedby="h-${id}"` : ''}>
${hint ? html`<span class="hint" id="h-${id}">${hint}</span>` : ''}</div>`
}

type Area = Pick<Field, 'label' | 'name' | 'hint' | 'isRequired'> & { value?: string; rows?: number; max?: number }

export const area = ({ label, name, value = '', hint, isRequired, rows = 4, max = 5_000 }: Area): Html => html`
<div class="field wide"><label for="f-${name}">${label}</label>
<textarea id="f-${name}" name="${name}" rows="${rows}" maxlength="${max}"${isRequired ? html` required` : ''}${hint ? html` aria-describedby="h-${name}"` : ''}>${value}</textarea>
${hint ? html`<span class="hint" id="h-${name}">${hint}</span>` : ''}</div>`

type Choice = {
  label: string
  name: string
  /** Where a page has several of one name. */
  id?: string
  value?: string | undefined
  options: readonly (readonly [string, string])[]
}

/** One of several, each as its value and its words. */
export const choice = ({ label, name, id = name, value = '', options: all }: Choice): Html => html`
<div class="field"><label for="f-${id}">${label}</label>
<select id="f-${id}" name="${name}">${options(all, value)}</select></div>`

export const options = (all: Choice['options'], value = ''): Html[] =>
  all.map(([one, words]) => html`<option value="${one}"${one === value ? html` selected` : ''}>${words}</option>`)

type Tick = { label: string; name: string; isOn?: boolean; isRequired?: boolean }

export const tick = ({ label, name, isOn, isRequired }: Tick): Html => html`
<label class="choice"><input type="checkbox" name="${name}" value="yes"${isOn ? html` checked` : ''}${isRequired ? html` required` : ''}> ${label}</label>`

type Radios = { legend: string; name: string; isRequired?: boolean; all: readonly (readonly [number, string])[] }

/** One of several, all of them to be seen. */
export const radios = ({ legend, name, isRequired, all }: Radios): Html => html`
<fieldset><legend>${legend}</legend>${all.map(
  ([one, words]) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${one}"${isRequired ? html` required` : ''}> <span>${words}</span></label>`,
)}</fieldset>`
