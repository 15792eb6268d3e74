import { createOrderData } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { newOrderProblem } from '../../workflow/kinds/new-order.ts'
import { requestId, submit } from '../events/submit.ts'
import { defineCommand } from '../operator.ts'
import { madeIds, outcomeView } from '../views/event-views.ts'

/** Creates a sales order through the inbox; its external number makes sure that it is created once. */
export const orderCreate = defineCommand({
  name: 'order.create',
  input: createOrderData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, body }) => {
    const command = { type: 'create-order', body } as const
    const problem = newOrderProblem([{ ...command, key: '' }], operator.workflow.constants)
    if (problem !== undefined)
      throw new Rejected(sentencesOf(operator.workflow.config).problem(problem), { status: 422 })
    const event = await submit(operator, command, request)
    const [orderId] = madeIds(event).createdOrderIds
    return outcomeView(event, { orderId }, operator.workflow.config)
  },
})
