import * as z from 'zod'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder, orderWith } from '../../back-office/routes.ts'
import { createOrderData } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { bareNumber } from '../../order-label.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { askingOf } from '../../workflow/find-order/asking.ts'
import type { LookingUp } from '../../workflow/find-order/order-with-lines.ts'
import { ordersOfEmail } from '../../workflow/find-order/orders-of-email.ts'
import { numbersOfLabel } from '../../workflow/find-order/orders-of-number.ts'
import { newOrderProblem } from '../../workflow/kinds/new-order.ts'
import { requestId, submitted } from '../events/submit.ts'
import { defineCommand, email, externalNumber, id, type Operator, orNothing } from '../operator.ts'
import { ordersOfNumber } from '../search/orders-named.ts'
import { linksTo, orderLinks, orderView } from '../views/order-view.ts'

/** One order of the back office with everything nested in it, without purchase prices; of its addresses only ids and countries. */
export const orderGet = defineCommand({
  name: 'order.get',
  input: z.strictObject({ orderId: id }),
  run: async ({ workflow, deadlineMs }, { orderId }) => {
    const order = await workflow.openBackOffice({ deadlineMs }).orders.read(orderId, { with: orderWith })
    return { ...orderView(order, workflow.constants), ...orderLinks([order.id], workflow.config) }
  },
})

/** Creates a sales order through the inbox; its external number makes sure that it is created once. */
export const orderCreate = defineCommand({
  name: 'order.create',
  input: createOrderData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, body }) => {
    const { constants, config } = operator.workflow
    const command = { type: 'create-order', body } as const
    const problem = newOrderProblem([{ ...command, key: '' }], constants)
    if (problem !== undefined) throw new Rejected(sentencesOf(config).problem(problem), { status: 422 })
    return await submitted(operator, command, request, ({ createdOrderIds: [orderId] }) => ({ orderId }))
  },
})

/** A customer with more orders than this is a dealer: the newest ones are shown. */
const most = 50
const by = z.union([z.strictObject({ externalNumber }), z.strictObject({ email }), z.strictObject({ contactId: id })])

/** Newest first; cancelled ones only by their number, behind the others. `byId`: the order that has the number as its id. */
export const orderFind = defineCommand({
  name: 'order.find',
  input: by,
  run: async ({ workflow, deadlineMs }, input) => {
    const looking = { workflow, backOffice: workflow.openBackOffice({ deadlineMs }) }
    const found = await find(looking, input)
    const byId = 'externalNumber' in input ? await orderWithId(looking, input.externalNumber) : undefined
    const isOther = byId !== undefined && found.every(({ id }) => id !== byId.id)
    const shown = found.slice(0, most)
    return {
      orders: shown.map((order) => orderView(order, workflow.constants)),
      more: found.length > most,
      ...(isOther && { byId: orderView(byId, workflow.constants) }),
      ...linksTo(isOther ? [...shown, byId] : shown, workflow.config),
    }
  },
})

/** As the workflow finds them: a number that is none can be a shop's label, and the first contact that shows the address counts. */
async function find(looking: Pick<Operator, 'workflow'> & LookingUp, input: z.output<typeof by>): Promise<Order[]> {
  const { backOffice, workflow } = looking
  if ('contactId' in input) return (await backOffice.orders.ofContact(input.contactId)).entries
  if ('email' in input) return await ordersOfEmail(backOffice, input, workflow.constants)
  const direct = await ordersOfNumber(looking, bareNumber(input.externalNumber))
  if (direct.length > 0) return direct
  const { numbers } = await numbersOfLabel(looking, input.externalNumber, askingOf(workflow.config, undefined))
  return (await Array.fromAsync(numbers, (number) => ordersOfNumber(looking, number))).flat()
}

/** Of any type; undefined: no order has it as its id. */
const orderWithId = async ({ backOffice }: LookingUp, typed: string): Promise<Order | undefined> =>
  /^[1-9]\d{0,14}$/.test(typed)
    ? await orNothing(backOffice.orders.read(Number(typed), { with: fullOrder }))
    : undefined
