import type { ConsoleContext } from '../console-env.ts'
import type { ReasonView } from '../event-shapes.ts'
import { html } from './html.ts'
import { withLinks } from './with-links.ts'

/** This case in a sentence: the page's own, where the bridge's lists ids, or what other tools do about it. */
export function caseOf(c: ConsoleContext, reason: ReasonView, about: { id: string; orderId?: number | undefined }) {
  const { cases, reasons } = c.var.texts
  const { because } = reason
  const own = ownCase(cases, reason)
  if (!because) return own === undefined ? withLinks(c, reason.text, about) : html`${own}`
  const short: Readonly<Record<string, string>> = reasons
  return html`${own} ${ownCase(cases, because) ?? short[because.code] ?? ''}`
}

const ownCase = (cases: Readonly<Record<string, string>>, { code, what, named }: Omit<ReasonView, 'text'>) =>
  cases[`${code}.${what ?? named}`] ?? cases[code]
