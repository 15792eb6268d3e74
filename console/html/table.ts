import { type Html, html } from './html.ts'

type Cell = Html | Html[] | string | number | undefined
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
