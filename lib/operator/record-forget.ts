import * as z from 'zod'
import type { BackOffice } from '../back-office/back-office.ts'
import { Rejected } from '../errors.ts'
import { numberItem } from '../workflow/kinds/new-order.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { forgetRecords, type Gone } from './forget-records.ts'
import { numberOfOrder } from './number-of-order.ts'
import { defineCommand } from './operator.ts'
import { orderId } from './order-get.ts'

const note = z.string().trim().min(1).max(500)
const ofReturn = z.strictObject({ returnId: z.int().positive(), orderId, note })
const ofOrder = z.strictObject({ orderId, externalNumber: z.string().min(1).max(200).optional(), note })

/**
 * Forgets a return of an order, or an order that the bridge has created, so that it can be made again: only if the back office shows that
 * it is gone. The note stays in the history of the events that had made it. Throws `Rejected` 404 where the bridge knows no such write,
 * 409 where it is still there or not settled.
 */
export const recordForget = defineCommand({
  name: 'record.forget',
  input: z.union([ofReturn, ofOrder]),
  run: async ({ workflow, deadlineMs }, input) => {
    const gone = await goneOf(workflow, input)
    await mustBeGone(workflow.openBackOffice({ deadlineMs }), gone, workflow)
    return await forgetRecords(workflow, gone, input.note)
  },
})

async function goneOf(workflow: Workflow, input: z.output<typeof ofReturn> | z.output<typeof ofOrder>): Promise<Gone> {
  if ('returnId' in input) return { kind: 'return', id: input.returnId, item: `order#${input.orderId}` }
  const number = input.externalNumber ?? (await numberOfOrder(workflow, input.orderId))
  return { kind: 'order', id: input.orderId, item: numberItem(number) }
}

async function mustBeGone({ orders }: BackOffice, { kind, id }: Gone, { constants }: Workflow): Promise<void> {
  const found = await orders.read(id).catch((error: unknown) => {
    if (error instanceof Rejected && error.status === 404) return undefined
    throw error
  })
  if (!found) return
  const { statuses, orderTypes } = constants
  // Under its id there is something else.
  if (kind === 'return' && found.typeId !== orderTypes.return) return
  const isCancelled = found.statusId === statuses.cancelled
  const why = isCancelled
    ? `${kind} ${id} is cancelled, and not gone. A cancelled one is in nobody's way: ${again[kind]}`
    : `${kind} ${id} is still in the back office (status ${found.statusId}). Only what is gone can be forgotten.`
  throw new Rejected(why, { status: 409 })
}

const again = {
  return: 'return.create creates another return.',
  order: 'order.create with its number is held, and a release of that creates the order once more.',
} as const
