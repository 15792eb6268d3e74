import type { LineName } from '../../reasons.ts'
import type { LineAsked, LineTaken } from '../../workflow/plan-return/line-why.ts'
import type { Sentences } from '../sentences.ts'

export const lineWhy: Sentences['lineWhy'] = {
  all_lines: asked,
  named: asked,
  with_bundle: asked,
  shipping_costs: () => 'shipping costs are not returned',
  type_not_returned: ({ typeId }) => `lines of type ${typeId} are not returned`,
  phantom: () => 'a phantom line (no variation) is not returned',
  not_asked_for: () => 'not asked for',
  nothing_left: (facts) => `${facts.asked ? `${asked(facts.asked)}, but ` : ''}nothing of it is left to return`,
  request_unfulfilled: (facts) =>
    `${asked(facts.asked)}${facts.quantity === undefined ? '' : ` (${facts.quantity})`}, but the request as a whole cannot be fulfilled`,
}

function asked(facts: LineTaken | LineAsked): string {
  const more = 'hasSeveralReasons' in facts ? '; several reasons, the first counts' : ''
  return `${what(facts)}${more}`
}

function what(facts: LineTaken | LineAsked): string {
  switch (facts.code) {
    case 'all_lines':
      return 'all lines are returned'
    case 'named':
      return `named by its ${inWords(facts.name)}`
    case 'perhaps_named':
      return `may be meant by its ${inWords(facts.name)}`
    case 'with_bundle':
      return `comes along with its bundle${facts.cut ? `, as far as it is left (${facts.cut.came} of ${facts.cut.due})` : ''}`
    case 'of_bundle':
      return 'belongs to a bundle that is asked for'
    default:
      return facts satisfies never
  }
}

/** Never the SKU or the name itself: a customer typed it. */
function inWords(name: LineName): string {
  if (name.by === 'orderItemId') return `order item id ${name.id}`
  if (name.by === 'itemVariationId') return `variation id ${name.id}`
  return name.by === 'sku' ? 'SKU' : 'name'
}
