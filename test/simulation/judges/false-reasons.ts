import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Reason } from '../../../lib/reasons.ts'
import { externalOrderNumber } from '../../../sandbox/order-filters.ts'
import type { Call } from './economy.ts'
import type { Judged } from './judged.ts'

const dayMs = 24 * 60 * 60_000
const cancelled = 8
/** No run ends later after its look. */
const longestRunMs = 150_000

/** What a person is asked is the right question: its facts are so in the back office. */
export function falseReasons(judged: Judged): string[] {
  return judged.events.flatMap((event) => {
    const { id, status, reason } = event
    if (!reason || (status !== 'held' && status !== 'failed')) return []
    const why = wrongIn(event, reason, judged)
    return why === undefined ? [] : [`false reason: ${id} is ${status} as ${reason.code}, but ${why}`]
  })
}

/** Undefined: it may be so. */
function wrongIn(event: InboxEvent, reason: Reason, judged: Judged) {
  const { sandbox, truth, script, events, startedAt } = judged
  const { orders } = sandbox.world.store
  const isThere = (id: number) => orders.get(id) !== undefined
  switch (reason.code) {
    case 'possible_duplicate': {
      if (reason.what === 'same_lines')
        return events.some(({ id }) => id === reason.by) ? undefined : `there is no event ${reason.by}`
      const wrong = reason.ids.find((id) => {
        const order = orders.get(id)
        const isCancelled = order?.statusId === cancelled
        return (
          !order || externalOrderNumber(order) === undefined || isCancelled !== (reason.what === 'number_cancelled')
        )
      })
      return wrong === undefined ? undefined : `order ${wrong} has no such number, or is in another state`
    }
    case 'same_parcel': {
      if (reason.what === 'gone') return undefined
      if (reason.ids.length === 0) return 'it names no return'
      const wrong = reason.ids.find((id) => orders.get(id)?.typeId !== 3)
      return wrong === undefined ? undefined : `${wrong} is no return`
    }
    case 'too_many':
      return reason.left < reason.quantity ? undefined : 'as many are left as were asked for'
    case 'order_cancelled':
      return orders.get(reason.orderId)?.statusId === cancelled ? undefined : 'it is not'
    case 'order_unknown': {
      const { orderId } = reason
      const order = script.orders.find(({ id }) => id === orderId)
      if (!order || order.appearsAfter === undefined || order.anewId !== undefined) return undefined
      if (truth.cancelledAt.has(order.id)) return undefined
      const appearedAt = startedAt + order.appearsAfter * 60_000
      return appearedAt < lookedAt(event, order.id, judged) ? 'it was there' : undefined
    }
    case 'outcome_unclear': {
      const wrong = reason.ids.find((id) => reason.what !== 'list_incomplete' && !isThere(id))
      if (wrong !== undefined) return `there is no ${wrong}`
      if (reason.what === 'twice') return reason.ids.length > 1 ? undefined : 'it names one alone'
      if (reason.what !== 'missing') return undefined
      const made = truth.sends.find(
        ({ by, kind, made }) =>
          by === event.id && kind === reason.kind && made && made.at < event.updatedAt - longestRunMs,
      )
      return made ? `${reason.kind} ${made.made?.id} is there` : undefined
    }
    case 'deferred_too_long':
      return event.updatedAt - event.receivedAt >= dayMs ? undefined : 'it has waited for less than a day'
    case 'attempts_used_up':
      return reason.attempts >= 10 ? undefined : `it had only ${reason.attempts}`
    default:
      return undefined
  }
}

/**
 * When it was known last whether the order is there. A command that failed beside others is not tried again before a person says so: it
 * told what was so at its last look, however long the others went on (docs/errors.md). Who lets a waiting event go on says nothing of it.
 */
function lookedAt(
  { id, reason, history, updatedAt }: InboxEvent,
  orderId: number,
  { economy, nature }: Judged,
): number {
  const atLeast = updatedAt - longestRunMs
  if (!reason?.several) return atLeast
  const decided = history.findLast(
    ({ code }, index) => code === 'replayed' || (code === 'released' && history[index - 1]?.code === 'failed'),
  )
  const since = (decided?.at ?? 0) - nature.clocks.mostApartMs
  const isLook = ({ method, url, at }: Call) =>
    method === 'GET' && url.split('?')[0] === `/rest/orders/${orderId}` && at >= since
  const looks = economy.expenses.filter(({ event }) => event === id).flatMap(({ calls }) => calls.filter(isLook))
  return looks.at(-1)?.at ?? atLeast
}
