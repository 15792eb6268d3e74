import { constantsWith } from '../../lib/back-office/constants.ts'
import type { LineRef } from '../../lib/commands.ts'
import { planReturn, type ReturnFacts, type ReturnPlan } from '../../lib/workflow/plan-return/plan-return.ts'
import { type anItem, anOrder } from './an-order.ts'

/** What a return is planned from: an order of which nothing came back, for tables of tests. */
export const facts = (fields: Partial<ReturnFacts> = {}): ReturnFacts => ({
  parent: anOrder(),
  returns: [],
  remembered: {},
  ownerId: 77,
  reasons: { defective: '3' },
  waived: [],
  constants: constantsWith(),
  ...fields,
})

/** How many pieces of which line a plan returns, or the code of its ending. */
export const quantities = (plan: ReturnPlan) =>
  'body' in plan
    ? Object.fromEntries(plan.returnLines.map((line) => [line.orderItemId, line.quantity]))
    : plan.ending.reason.code

/** The sentence that a plan ends with; undefined where it returns something. */
export const sentence = (plan: ReturnPlan) => ('ending' in plan ? plan.ending.reason.text : undefined)

/** A plan for an order of these lines. */
export const planOf = (
  orderItems: readonly ReturnType<typeof anItem>[],
  lines: LineRef[] | 'all',
  fields: Partial<ReturnFacts> = {},
) => planReturn({ lines }, facts({ parent: anOrder({ orderItems: [...orderItems] }), ...fields }))
