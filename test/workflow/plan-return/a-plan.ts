import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { LineRef } from '../../../lib/commands.ts'
import { planReturn, type ReturnFacts, type ReturnPlan } from '../../../lib/workflow/plan-return/plan-return.ts'
import { anItem, anOrder } from '../an-order.ts'

/** What a return is planned from: an order of which nothing came back, for tables of tests. */
export const facts = (fields: Partial<ReturnFacts> = {}): ReturnFacts => ({
  parent: anOrder(),
  returns: [],
  returnedByUs: new Map(),
  ownerId: 77,
  statusId: 9.01,
  reasons: { defective: '3' },
  key: 'standard/1',
  isCapped: false,
  constants: constantsWith(),
  ...fields,
})

/**
 * The lines of an order as a text: `1 MUG x2, 2 POT` are two pieces of one SKU on line 1 and one of another on line 2. `b` is the master
 * of a bundle, `c` a component, `>10` the master that it refers to, `@5` the variation (without it, one that no other line has).
 */
export const itemsOf = (text: string) =>
  text.split(', ').map((line) => {
    const [, id, kind = '', rest = ''] = /^(\d+)([bc]?) ?(.*)$/.exec(line) ?? []
    const words = rest.split(' ').filter((word) => word !== '')
    const number = (sign: string) => words.flatMap((word) => (word.startsWith(sign) ? [Number(word.slice(1))] : []))[0]
    const [sku, itemVariationId, master] = [words.find((word) => /^[^x@>]/.test(word)), number('@'), number('>')]
    return anItem({
      id: Number(id),
      typeId: { '': 1, b: 2, c: 3 }[kind] ?? 1,
      quantity: number('x') ?? 1,
      ...(sku && { sku }),
      ...(itemVariationId && { itemVariationId }),
      ...(master && { references: [{ referenceType: 'bundle', referenceOrderItemId: master }] }),
    })
  })

/** What is asked for as a text: `MUG x2` by SKU, `#12` by the id of a line, `@5` by variation, `"Item 1"` by name, each with a `(reason)`. */
export const asked = (text: string): LineRef[] =>
  text.split(', ').map((line) => {
    const [, name = '', pieces = '1', reason] = /^(.*?)(?: x([\d.]+))?(?: \((.*)\))?$/.exec(line) ?? []
    const ref = { quantity: Number(pieces), ...(reason && { reason }) }
    if (name.startsWith('#')) return { ...ref, orderItemId: Number(name.slice(1)) }
    if (name.startsWith('@')) return { ...ref, itemVariationId: Number(name.slice(1)) }
    return name.startsWith('"') ? { ...ref, name: name.slice(1, -1) } : { ...ref, sku: name }
  })

/** What comes back of which line, or why nothing does. */
export const planned = (order: string, request: string, fields: Partial<ReturnFacts> = {}) =>
  quantities(planOf(itemsOf(order), request === 'all' ? 'all' : asked(request), fields))

/** How many pieces of which line a plan returns, or the code of its ending. */
export const quantities = (plan: ReturnPlan) =>
  'body' in plan
    ? Object.fromEntries(plan.returnLines.map((line) => [line.orderItemId, line.quantity]))
    : plan.ending.reason.code

/** The code and the facts that a plan ends with; undefined where it returns something. */
export const reasonOf = (plan: ReturnPlan) => ('ending' in plan ? plan.ending.reason : undefined)

/** A plan for an order of these lines. */
export const planOf = (
  orderItems: readonly ReturnType<typeof anItem>[],
  lines: LineRef[] | 'all',
  fields: Partial<ReturnFacts> = {},
) => planReturn({ lines }, facts({ parent: anOrder({ orderItems: [...orderItems] }), ...fields }))
