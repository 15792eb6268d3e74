import * as z from 'zod'
import { createReturnData } from '../commands.ts'
import { Rejected } from '../errors.ts'
import { nothingRemembered } from '../state/order-memory.ts'
import { lookUp } from '../workflow/find-order.ts'
import { planUnlessDuplicate } from '../workflow/plan-unless-duplicate.ts'
import { defineCommand, type Operator } from './operator.ts'
import { requestId } from './request-id.ts'
import { submit } from './submit.ts'
import { withoutPurchasePrices } from './without-purchase-prices.ts'

const input = createReturnData
  .omit({ email: true })
  .extend({ dryRun: z.boolean().default(false), requestId })
  .strict()

/** Creates a return through the inbox; `dryRun` shows the body that would be sent, and why each line is in or out. */
export const returnCreate = defineCommand({
  name: 'return.create',
  input,
  run: async (operator, { dryRun, requestId: request, ...data }) => {
    if (dryRun) return await plan(operator, data)
    const event = await submit(operator, { type: 'create-return', ...data }, request)
    const returnId = event.ledger[0]?.return?.returnId
    return {
      id: event.id,
      status: event.status,
      ...(returnId === undefined ? {} : { returnId }),
      ...(event.reason && { reason: event.reason }),
    }
  },
})

async function plan({ workflow, deadlineMs }: Operator, data: z.output<typeof createReturnData>) {
  const backOffice = workflow.openBackOffice({ deadlineMs })
  const { order, candidates } = await lookUp({ backOffice, workflow }, data.order)
  if (!order)
    throw new Rejected(notOne(candidates.map(({ id }) => id)), { status: candidates.length === 0 ? 404 : 409 })
  const memory = (await workflow.orders.get(order.id)) ?? nothingRemembered(order.id)
  const facts = {
    parent: order,
    returns: (await backOffice.returns.ofOrder(order)).entries,
    ownerId: await backOffice.user.id(),
    reasons: workflow.reasons,
    constants: workflow.constants,
    waived: [],
  }
  // Without an event of its own: whoever asked for the same is another one.
  const asked = { workflow, event: () => ({ id: '' }) }
  const { plan: planned, duplicate } = await planUnlessDuplicate(asked, data, { memory, facts })
  const ending = duplicate ?? ('ending' in planned ? planned.ending : undefined)
  return {
    orderId: order.id,
    body: 'body' in planned ? withoutPurchasePrices(planned.body) : null,
    ...(ending && { reason: ending.reason }),
    lines: planned.lines,
  }
}

const notOne = (ids: number[]): string =>
  ids.length === 0
    ? 'The back office knows no such open sales order.'
    : `These orders may be meant: ${ids.slice(0, 20).join(', ')}. Name one by its id.`
