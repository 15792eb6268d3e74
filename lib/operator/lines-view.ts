import type { Constants } from '../back-office/constants.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import { languages } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { toPlanItem } from '../workflow/plan-return/plan-item.ts'
import type { PlannedLine } from '../workflow/plan-return/plan-lines.ts'

/** Why each line of an order is in a return or out. */
export const linesView = (lines: readonly PlannedLine[]) =>
  lines.map(({ why, ...line }) => ({ ...line, why: say(languages.en.lineWhy, why) }))

/** The same with what the back office calls each article. */
export function namedLinesView(lines: readonly PlannedLine[], order: Order | undefined, constants: Constants) {
  const items = new Map(order?.orderItems?.map((item) => [item.id, toPlanItem(item, constants)]))
  return linesView(lines).map((line) => {
    const { orderItemName: name, sku } = items.get(line.orderItemId) ?? {}
    return { ...line, ...(name && { name }), ...(sku !== undefined && { sku }) }
  })
}
