import type { ConsoleContext } from '../console-env.ts'
import type { Given, Returnable } from '../line-rows.ts'
import { options } from './form.ts'
import { type Html, html, table } from './html.ts'

/** Choices of all reasons in all lines: with more the page would be too large, and a line keeps the reason that it has. */
const mostChoices = 500

/** The lines of an order with a number each. */
export function lineFields(c: ConsoleContext, { rows, reasons, stops }: Returnable, given: Given): Html {
  const { lines: words } = c.var.texts
  const isLong = rows.length * reasons.length > mostChoices
  const unknown = [...given.values()].some(({ isUnknown }) => isUnknown)
  return html`${stops === undefined ? '' : html`<p class="notice">${stops}</p>`}${table({
    caption: words.legend,
    heads: [words.article, words.left, words.pieces, words.reason],
    rows: rows.map(({ orderItemId, name, sku, included, quantity, why }) => {
      const named = html`${name}${sku ? html`<br><code>${sku}</code>` : ''}`
      if (!included) return [named, '', html`<span class="quiet">${why}</span>`, '']
      const own = given.get(orderItemId)
      const pieces = html`<input type="number" min="0" step="any" name="pieces${orderItemId}" value="${own?.quantity ?? ''}" aria-label="${words.piecesOf(name)}">`
      const first = ['', own?.isUnknown ? words.unknown : words.noReason] as const
      const shown = [first, ...reasons.map((one) => [one, one] as const)]
      const reason = isLong
        ? html`<input type="hidden" name="reason${orderItemId}" value="${own?.reason ?? ''}">${own?.reason ?? ''}`
        : html`<select name="reason${orderItemId}" aria-label="${words.reasonOf(name)}">${options(shown, own?.reason)}</select>`
      return [named, quantity, pieces, reason]
    }),
  })}${unknown ? html`<p class="notice">${words.unknownSaid}</p>` : ''}`
}
