import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { BackOffice } from '../../back-office/back-office.ts'
import { type Constants, isCancelled } from '../../back-office/constants.ts'
import { type OrderRef, orderOf } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { linked } from '../../inbox/operator-transitions.ts'
import { processEvent } from '../../workflow/process-event.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { conflict, defineCommand, id, note, orNothing } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { eventView } from '../views/event-views.ts'
import { eventId, findEvent, movedMeanwhile, moveEvent, mustBeAsSeen, seen } from './move-event.ts'

/** Links a held or failed event to a return. Throws `Rejected` 404 without that return, 409 if it cannot be meant. */
export const eventLink = defineCommand({
  name: 'event.link',
  input: z.strictObject({ id: eventId, returnId: id, note: note.optional(), seen }),
  run: async (operator, input) => {
    const { workflow, deadlineMs } = operator
    const { returnId } = input
    const event = await findEvent(workflow.inbox, input.id)
    mustBeAsSeen(event, input.seen)
    const asked = requestOf(event, workflow.config)
    const parents = await ordersOf(workflow.openBackOffice({ deadlineMs }), returnId, workflow.constants)
    await moveEvent(operator, input, (found, how) => {
      // What it asks for may be corrected while the back office answers.
      if (found.writeId !== event.writeId) throw movedMeanwhile(event.id)
      return linked(found, how, { ...asked, orderId: orderFor(found, { ...asked, parents, returnId }), returnId })
    })
    await processEvent(workflow, input.id, deadlineMs)
    return eventView(await findEvent(workflow.inbox, input.id), workflow)
  },
})

/** `keys`: of all that the event asks for about the same order. */
type Request = { key: string; order: OrderRef; keys: readonly string[] }

/** The request that the event was held for, or its only one without a return. */
function requestOf(event: InboxEvent, config: Workflow['config']): Request {
  const commands = commandsOf(event, config).flatMap(({ key, command }) => {
    const order = orderOf(command)
    return order ? [{ key, type: command.type, order }] : []
  })
  const { progress, reason } = event
  const open = commands.filter(({ key, type }) => type === 'create-return' && progress[key]?.returnId === undefined)
  const asked = reason && 'key' in reason ? open.find(({ key }) => key === reason.key) : undefined
  const [only, ...others] = open
  if (!only) throw conflict(`event ${event.id} asks for no return that is not there yet. There is nothing to link.`)
  const { key, order } = asked ?? only
  const keys = commands.flatMap((one) => (isDeepStrictEqual(one.order, order) ? one.key : []))
  if (asked || others.length === 0) return { key, order, keys }
  const remedy = 'Release it; link it once it is held for one of them.'
  throw conflict(`event ${event.id} asks for ${open.length} returns. ${remedy}`)
}

async function ordersOf({ orders }: BackOffice, returnId: number, constants: Constants): Promise<number[]> {
  const found = await orNothing(orders.read(returnId, { with: ['orderReferences'] }))
  if (!found) throw new Rejected(`The back office has no return ${returnId}.`, { status: 404 })
  if (found.typeId !== constants.orderTypes.return) {
    const what = `${returnId} is an order of type ${found.typeId} and no return`
    throw conflict(`${what}. return.list shows an order's returns.`)
  }
  if (isCancelled(found.statusId, constants.statuses))
    throw conflict(`return ${returnId} is cancelled. Release the event to create a new one.`)
  return (found.orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId)
}

type LinkRequest = Request & { parents: readonly number[]; returnId: number }

function orderFor({ id, progress }: InboxEvent, { key, order, parents, returnId }: LinkRequest): number {
  const known = progress[key]?.orderId ?? ('id' in order ? order.id : undefined)
  const [first] = parents
  if (first === undefined) throw conflict(`return ${returnId} names no order. Complete it in the back office first.`)
  if (known === undefined) return first
  if (parents.includes(known)) return known
  throw conflict(`event ${id} is about order ${known}, and return ${returnId} belongs to order ${parents.join(', ')}.`)
}
