import type { LineName } from '../../reasons.ts'
import type { LineAsked, LineTaken } from '../../workflow/plan-return/line-why.ts'
import type { Sentences } from '../sentences.ts'

export const lineWhy: Sentences['lineWhy'] = {
  all_lines: asked,
  named: asked,
  with_bundle: asked,
  shipping_costs: () => 'nicht zu retournieren, weil es Versandkosten sind',
  type_not_returned: ({ typeId }) => `nicht zu retournieren, weil die Position vom Typ ${typeId} ist`,
  phantom: () => 'nicht zu retournieren, weil die Position keine Variante hat (Phantom)',
  not_asked_for: () => 'nicht angefragt',
  nothing_left: (facts) => `${facts.asked ? `${asked(facts.asked)}, aber ` : ''}davon ist nichts mehr zu retournieren`,
  request_unfulfilled: (facts) =>
    `${asked(facts.asked)}${facts.quantity === undefined ? '' : ` (${facts.quantity})`}, aber die Anfrage als Ganzes ist nicht zu erfüllen`,
}

function asked(facts: LineTaken | LineAsked): string {
  const more = 'hasSeveralReasons' in facts ? '; mehrere Gründe, der erste zählt' : ''
  return `${what(facts)}${more}`
}

function what(facts: LineTaken | LineAsked): string {
  switch (facts.code) {
    case 'all_lines':
      return 'alle Positionen werden retourniert'
    case 'named':
      return `mit ${inWords(facts.name)} benannt`
    case 'perhaps_named':
      return `vielleicht mit ${inWords(facts.name)} gemeint`
    case 'with_bundle':
      return `kommt mit dem Bundle zurück${facts.cut ? `, soweit es noch da ist (${facts.cut.came} von ${facts.cut.due})` : ''}`
    case 'of_bundle':
      return 'gehört zu einem Bundle, das angefragt ist'
    default:
      return facts satisfies never
  }
}

/** Never the SKU or the name itself: a customer typed it. */
function inWords(name: LineName): string {
  if (name.by === 'orderItemId') return `der Auftragsposition ${name.id}`
  if (name.by === 'itemVariationId') return `der Varianten-ID ${name.id}`
  return name.by === 'sku' ? 'der SKU' : 'dem Namen'
}
