import { type Html, html } from './html.ts'

export type Fact = readonly [string, Html | Html[] | string | number | undefined]

/** Names and what they are; undefined ones are left out. */
export const facts = (all: readonly Fact[]): Html => html`
<dl class="facts">${all
  .filter(([, value]) => value !== undefined && value !== '')
  .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
