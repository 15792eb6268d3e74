import * as z from 'zod'
import { arrival, type CreateReturn, createReturnData } from '../../commands.ts'
import { tellsOf } from '../../config/source-family.ts'
import { Rejected } from '../../errors.ts'
import type { Reason } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import { askingOf } from '../../workflow/find-order/asking.ts'
import { lookUp } from '../../workflow/find-order/look-up.ts'
import { newStatusOf } from '../../workflow/kinds/return-kind.ts'
import { knownSkus } from '../../workflow/plan-return/known-skus.ts'
import { withTells } from '../../workflow/plan-return/parcels.ts'
import { notShipped, planRequest } from '../../workflow/plan-return/plan-request.ts'
import { operatorSource } from '../../workflow/translate/translate-event.ts'
import { requestId, submitted } from '../events/submit.ts'
import { defineCommand, type Operator } from '../operator.ts'
import { namedLinesView } from '../views/command-view.ts'
import { placesInReason, reasonView } from '../views/event-views.ts'
import { orderLinks, withoutPurchasePrices } from '../views/order-view.ts'

const input = createReturnData
  .omit({ email: true, requireEmail: true, parcel: true, parcelName: true, tells: true })
  .extend({ status: arrival.optional(), dryRun: z.boolean().default(false), requestId })
  .strict()

/** Creates a return through the inbox; `dryRun` shows the body that would be sent, and why each line is in or out. */
export const returnCreate = defineCommand({
  name: 'return.create',
  input,
  run: async (operator, { dryRun, requestId: request, ...data }) => {
    if (dryRun) return await plan(operator, data)
    const command = { type: 'create-return', ...data } as const
    return await submitted(operator, command, request, ({ returnIds: [returnId] }) => ({ returnId }))
  },
})

const report = { source: operatorSource, tells: 'hand' } as const

async function plan({ workflow, deadlineMs }: Operator, data: Omit<CreateReturn, 'type' | 'key'>) {
  const backOffice = workflow.openBackOffice({ deadlineMs })
  const { order, candidates } = await lookUp({ backOffice, workflow }, data.order, {
    ...askingOf(workflow.config, undefined),
    wanted: { lines: data.lines, report },
  })
  if (!order)
    throw new Rejected(notOne(candidates.map(({ id }) => id)), { status: candidates.length === 0 ? 404 : 409 })
  const { records = {} } = (await workflow.records.get(`order#${order.id}`)) ?? {}
  const facts = {
    ...(await knownSkus({ backOffice, workflow }, order, data.lines)),
    returns: (await backOffice.returns.ofOrder(order)).entries,
    ownerId: await backOffice.user.id(),
    statusId: newStatusOf(workflow, report, data),
    reasons: workflow.reasons,
    constants: workflow.constants,
  }
  // Without an event of its own, every other request for the same lines is another event's.
  const asked = { workflow, report, event: { id: '', approvals: [] }, key: '', keys: new Set<string>() }
  const { plan: planned, instead } = await planRequest(asked, data, {
    records: withTells(records, (name) => tellsOf(workflow.config, name)),
    facts,
  })
  const question = typeof instead === 'object' && 'status' in instead ? instead : undefined
  const ending = question ?? ('ending' in planned ? planned.ending : undefined)
  const sentences = sentencesOf(workflow.config)
  const lack = notShipped(order, workflow.config)
  return {
    orderId: order.id,
    body: 'body' in planned ? withoutPurchasePrices(planned.body) : null,
    ...(lack && { notShipped: say(sentences.reason, { code: 'not_shipped', key: '', ...lack }) }),
    ...(ending && { reason: withoutKey(ending.reason, sentences) }),
    lines: namedLinesView(planned.lines, order, workflow),
    reasons: Object.keys(workflow.reasons),
    ...orderLinks([order.id, ...placesInReason(ending?.reason)], workflow.config),
  }
}

/** A dry run has no idempotency key to name. */
const withoutKey = (reason: Reason, sentences: Sentences) =>
  Object.fromEntries(Object.entries(reasonView(reason, sentences)).filter(([name]) => name !== 'key'))

const notOne = (ids: number[]): string =>
  ids.length === 0
    ? 'The back office knows no such open sales order.'
    : `These orders may be meant: ${ids.slice(0, 20).join(', ')}. Name one by its id.`
