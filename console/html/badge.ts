import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'

/** The status in words, with a colour that says nothing which the words do not. */
export function statusBadge({ var: { texts } }: ConsoleContext, status: string): Html {
  const names: Readonly<Record<string, string>> = texts.statuses
  return html`<span class="badge ${status}">${Object.hasOwn(names, status) ? names[status] : status}</span>`
}

export const withdrawalBadge = ({ var: { texts } }: ConsoleContext, isWithdrawal: boolean | undefined): Html =>
  isWithdrawal ? html` <span class="badge withdrawal">${texts.event.withdrawal}</span>` : html``
