import * as z from 'zod'
import { createReturnData } from '../commands.ts'
import { Rejected } from '../errors.ts'
import { refuseDuplicate } from '../workflow/claim-wish.ts'
import { lookUp } from '../workflow/find-order.ts'
import { planReturn } from '../workflow/plan-return.ts'
import { fingerprint } from '../workflow/send-return.ts'
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
  const memory = await workflow.orders.get(order.id)
  const facts = {
    parent: order,
    returns: await backOffice.returns.ofOrder(order),
    remembered: memory?.returns ?? {},
    ownerId: await backOffice.user.id(),
    reasons: workflow.reasons,
    constants: workflow.constants,
    waived: [],
  }
  const planned = planReturn(data, facts)
  if ('ending' in planned) return { orderId: order.id, body: null, reason: planned.ending.reason, lines: planned.lines }
  // Without an event of its own: whoever asked for the same is another one.
  const asked = { workflow, event: () => ({ id: '' }) }
  const duplicate = memory && (await refuseDuplicate(asked, memory, fingerprint(planned.body)))
  return {
    orderId: order.id,
    body: withoutPurchasePrices(planned.body),
    ...(duplicate?.kind === 'end' && { reason: duplicate.ending.reason }),
    lines: planned.lines,
  }
}

const notOne = (ids: number[]): string =>
  ids.length === 0
    ? 'The back office knows no such open sales order.'
    : `These orders may be meant: ${ids.slice(0, 20).join(', ')}. Name one by its id.`
