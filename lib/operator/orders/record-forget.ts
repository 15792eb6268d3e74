import * as z from 'zod'
import type { BackOffice } from '../../back-office/back-office.ts'
import { isCancelled } from '../../back-office/constants.ts'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { orderIn } from '../../state/write-record.ts'
import { ordersOfNumber } from '../../workflow/find-order/orders-of-number.ts'
import { externalNumberOf, numberItem } from '../../workflow/kinds/new-order.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict, defineCommand, id, note, orNothing } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { forgetRecords, type Gone } from './forget-records.ts'
import { returnsOf } from './return-list.ts'

const ofReturn = z.strictObject({ returnId: id, orderId: id, note })
const ofOrder = z.strictObject({ orderId: id, externalNumber: z.string().min(1).max(200).optional(), note })

/** Forgets what is gone. Throws `Rejected` 404 where no such write is known, 409 where it is still there or not settled. */
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

async function mustBeGone(backOffice: BackOffice, gone: Gone, workflow: Workflow): Promise<void> {
  const { kind, id } = gone
  const { constants } = workflow
  const found = await orNothing(backOffice.orders.read(id))
  if (!found) return await mustNotBeListed(backOffice, gone, workflow)
  const { statuses, orderTypes } = constants
  // Under its id there is something else.
  if (kind === 'return' && found.typeId !== orderTypes.return) return
  const why = isCancelled(found.statusId, statuses)
    ? `${kind} ${id} is cancelled, and not gone. A cancelled one is in nobody's way: ${again[kind]}`
    : `${kind} ${id} is still in the back office (status ${found.statusId}). Only what is gone can be forgotten.`
  throw conflict(why)
}

/** One 404 proves too little: whoever creates it again looks into this list, and must not find it there. */
async function mustNotBeListed(backOffice: BackOffice, { kind, id, item }: Gone, workflow: Workflow): Promise<void> {
  const order = orderIn(item)
  const listed =
    order === undefined
      ? (await ordersOfNumber({ backOffice, workflow }, item.slice('number#'.length))).listed
      : ((await orNothing(returnsOf(backOffice, order)))?.entries ?? [])
  if (!listed.some((one) => one.id === id)) return
  const why = `${kind} ${id} is not found by its id, but its list shows it. Look into the back office, and ask again later.`
  throw conflict(why)
}

const again = {
  return: 'return.create creates another return.',
  order: 'order.create with its number is held, and a release of that creates the order once more.',
} as const

/** An order has a few events; the one that created it is among the oldest of them. */
const mostEvents = 100

/** From the event that created it; of that order alone. Throws `Rejected` 404 where none of its events says so. */
async function numberOfOrder(workflow: Workflow, orderId: number): Promise<string> {
  const { events } = await workflow.inbox.list({ orderId, limit: mostEvents })
  for (const { id } of events.toReversed()) {
    const event = await workflow.inbox.get(id)
    const number = event && numberIn(workflow, event, orderId)
    if (number !== undefined) return number
  }
  const why = `No event that is still stored has created order ${orderId}.`
  throw new Rejected(`${why} If the bridge created it, name its externalNumber too.`, { status: 404 })
}

function numberIn({ config, constants }: Workflow, event: InboxEvent, orderId: number): string | undefined {
  const found = commandsOf(event, config).find(({ key }) => event.progress[key]?.createdOrderId === orderId)
  return found?.command.type === 'create-order' ? externalNumberOf(found.command.body, constants) : undefined
}
