import type { Order } from '../../sandbox/records.ts'
import type { createDesk } from '../operator/desk.ts'
import { type AskedOrders, drawStatuses, idsDiffer, isAskedFor, type Row, wrongOrder } from './quiet-order-views.ts'
import type { Chance } from './random.ts'

type Desk = ReturnType<typeof createDesk>

const iso = (ms: number) => new Date(ms).toISOString()

/** All pages of a list, with filters that all have to fit. */
export async function listedOrders({ ask, world }: Desk, orders: readonly Order[], chance: Chance): Promise<string[]> {
  const day = 24 * 60 * 60_000
  if (chance.hits(0.3)) world.sandbox.world.options.itemsPerPageMax = chance.between(2, 5)
  const [one, other] = [chance.pick(orders), chance.pick(orders)]
  const by = chance.pick(['created', 'updated'] as const)
  const timeOf = (order: Order) => (by === 'created' ? order.createdAtMs : order.updatedAtMs)
  const [from = 0, to = 0] = [timeOf(one), timeOf(other)].sort((a, b) => a - b)
  const asked: AskedOrders = {
    ...drawStatuses(chance),
    ...(chance.hits(0.35) && { type: chance.pick([1, 3, 4]) }),
    ...(chance.hits(0.3) && { referrer: chance.pick([9, 143, 143.2, 14]) }),
    ...(chance.hits(0.4) && {
      ...(by === 'updated' && { by }),
      from: iso(from),
      ...(chance.hits(0.7) && { to: iso(to + (chance.hits(0.5) ? 0 : day)) }),
    }),
  }
  const isOfReferrer = ({ referrerId }: Order) =>
    asked.referrer === undefined ||
    (asked.referrer === 143 ? String(referrerId).startsWith('143') : referrerId === asked.referrer)
  const wanted = orders.filter(
    (order) =>
      (asked.type === undefined || order.typeId === asked.type) &&
      isAskedFor(order, asked) &&
      isOfReferrer(order) &&
      (asked.from === undefined || timeOf(order) >= Date.parse(asked.from)) &&
      (asked.to === undefined || timeOf(order) <= Date.parse(asked.to)),
  )
  const what = `order.list ${JSON.stringify(asked)}`
  const limit = chance.hits(0.3) ? undefined : chance.pick([3, 7, 25])
  const given = { ...asked, ...(limit && { limit }) }
  const rows: Row[] = []
  let [cursor, pages, looked] = [undefined as unknown, 0, 0]
  do {
    const { result, error } = await ask('order.list', { ...given, ...(cursor !== undefined && { cursor }) })
    if (!result || pages > 30) return [`${what} ends with ${error?.message ?? 'no last page'}`]
    const page = result.orders as Row[]
    const { leftOut, unrelated, shorter } = result
    if (page.length + Number(leftOut) > (limit ?? 50)) return [`${what} shows more than ${limit} orders`]
    if (unrelated !== 0 || shorter !== undefined) return [`${what} says ${unrelated} unrelated, ${shorter}`]
    rows.push(...page)
    looked += page.length + Number(leftOut)
    cursor = result.cursor
    pages += 1
    if (cursor !== undefined && pages === 1) {
      const other = await ask('order.list', { ...given, limit: (limit ?? 50) + 1, cursor })
      if (other.error?.code !== 'rejected') return [`${what} takes the cursor of another list`]
    }
  } while (cursor !== undefined)
  if (looked < wanted.length || looked > orders.length) return [`${what} has looked at ${looked} orders`]
  return [...idsDiffer(what, rows, wanted), ...rows.slice(0, 2).flatMap((row) => wrongOrder(row, orders))]
}
