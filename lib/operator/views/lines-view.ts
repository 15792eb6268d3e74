import type { Order } from '../../back-office/resources/schemas.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { toPlanItem } from '../../workflow/plan-return/plan-items.ts'
import type { PlannedLine } from '../../workflow/plan-return/plan-lines.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { shownReason } from './command-view.ts'

type Shown = Pick<Workflow, 'constants' | 'config'>

/** Planned lines in words, with what the back office calls each article, and without the reasons that a customer wrote. */
export function namedLinesView(lines: readonly PlannedLine[], order: Order | undefined, workflow: Shown) {
  const { constants, config } = workflow
  const items = new Map(order?.orderItems?.map((item) => [item.id, toPlanItem(item, constants)]))
  const { lineWhy } = sentencesOf(config)
  return lines.map(({ why, ...line }) => {
    const { orderItemName: name, sku: own, variation } = items.get(line.orderItemId) ?? {}
    const sku = own ?? (variation?.number || undefined)
    const reason = 'reason' in line && line.reason !== undefined && shownReason(line.reason, config.reasons)
    return {
      ...line,
      why: say(lineWhy, why),
      ...(reason && { reason }),
      ...(name && { name }),
      ...(sku !== undefined && { sku }),
    }
  })
}
