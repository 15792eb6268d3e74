import { type ConsoleContext, orRefused, Refused, resultOf } from './console-env.ts'
import type { EventView, LoginView, OrderView, ReasonView } from './event-shapes.ts'
import { orderOf } from './found-order.ts'

/** What a person needs to answer the question of a held or failed event. */
export type Known = {
  /** The order that it is about, where the back office shows it now. */
  order?: OrderView | undefined
  orderId?: number | undefined
  /** One of these is meant. */
  orders: OrderView[]
  isCut?: boolean
  returns: OrderView[]
  /** Why nothing can be sent now. */
  closed?: string | undefined
}

const most = 10

/** A withdrawal that has no place is asked about as what keeps it from one. */
export const askedAbout = (reason: ReasonView | undefined): Omit<ReasonView, 'text'> | undefined =>
  reason?.because ?? reason

export async function whatIsKnown(c: ConsoleContext, event: EventView): Promise<Known> {
  const { ask } = c.var
  if (event.status !== 'held' && event.status !== 'failed') return { orders: [], returns: [] }
  const { code, ids = [], what, orderId = event.orderId } = askedAbout(event.reason) ?? {}
  const isAmbiguous = code === 'order_ambiguous'
  const meant = isAmbiguous ? ids.slice(0, most) : orderId === undefined ? [] : [orderId]
  const [found, returns, login] = await Promise.all([
    Promise.all(meant.map(async (id) => (await orderOf(ask, '', id)).order ?? unread(id))),
    code === 'same_parcel' && what !== 'gone' && orderId !== undefined ? returnsOf(c, orderId) : [],
    orRefused(resultOf<LoginView>(ask, 'login.status')),
  ])
  const isClosed = !(login instanceof Refused) && !['open', 'not-configured'].includes(login.state)
  const own = found.length === 1 ? found[0] : undefined
  return {
    // Of one that cannot be read its id is known.
    order: own?.orderItems === null ? undefined : own,
    orderId: own?.id,
    orders: isAmbiguous && found.length > 1 ? found : [],
    isCut: isAmbiguous && ids.length > most,
    returns: returns instanceof Refused ? [] : returns.filter(({ id }) => ids.includes(id)).slice(0, most),
    ...(isClosed && { closed: login.says }),
  }
}

const unread = (id: number): OrderView => ({ id, typeId: 1, statusId: 0, orderItems: null })

export async function returnsOf(c: ConsoleContext, orderId: number): Promise<OrderView[] | Refused> {
  const listed = await orRefused(resultOf<{ returns: OrderView[] }>(c.var.ask, 'return.list', { orderId }))
  return listed instanceof Refused ? listed : listed.returns
}
