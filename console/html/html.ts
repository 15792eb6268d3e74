import { html } from 'hono/html'

export { html }

/** A part of a page. Whatever a template puts in is escaped, unless it is itself such a part. */
export type Html = ReturnType<typeof html>
type Cell = Html | Html[] | string | number | undefined

/** What is wrong, read out at once; nothing where nothing is. */
export const problemPart = (text: string | Html[] | undefined): Html =>
  text === undefined ? html`` : html`<p class="notice problem" role="alert">${text}</p>`

export type Fact = readonly [string, Cell]

/** Names and what they are; undefined ones are left out. */
export const facts = (all: readonly Fact[]): Html => html`
<dl class="facts">${all
  .filter(([, value]) => value !== undefined && value !== '')
  .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`

type Table = {
  caption: string
  heads: readonly string[]
  /** The first cell names its row. */
  rows: readonly (readonly Cell[])[]
}

/** A table that becomes cards on a telephone: there each cell says what it is. */
export const table = ({ caption, heads, rows }: Table): Html => html`
<table class="rows"><caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(
    (cell, index) => html`<td data-name="${heads[index + 1] ?? ''}">${cell}</td>`,
  )}</tr>
`,
)}</tbody></table>`
