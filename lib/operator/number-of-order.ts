import { Rejected } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { externalNumberOf } from '../workflow/kinds/new-order.ts'
import { translateEvent } from '../workflow/translate-event.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** An order has a few events; the one that created it is among the oldest of them. */
const mostEvents = 100

/**
 * The external number of an order that the bridge has created, from the event that did. Reads the events of that order alone. Throws
 * `Rejected` 404 where none of them says so.
 */
export async function numberOfOrder(workflow: Workflow, orderId: number): Promise<string> {
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
  const translated = translateEvent(event, config)
  for (const { key, command } of Array.isArray(translated) ? translated : []) {
    if (command.type !== 'create-order' || event.progress[key]?.createdOrderId !== orderId) continue
    return externalNumberOf(command.body, constants)
  }
  return undefined
}
