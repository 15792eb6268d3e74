import { type Html, html } from './html.ts'

/** What is wrong, read out at once; nothing where nothing is. */
export const problemPart = (text: string | Html[] | undefined): Html =>
  text === undefined ? html`` : html`<p class="notice problem" role="alert">${text}</p>`
