import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'

/** A text that people paste elsewhere, with a button that live.js shows where it can copy. */
export const copied = ({ var: { texts } }: ConsoleContext, text: string): Html =>
  html`<span class="id">${text}</span> <button type="button" data-copy="${text}" data-done="${texts.shell.copied}" hidden>${texts.shell.copy}</button>`
