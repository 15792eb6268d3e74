import { isDeepStrictEqual } from 'node:util'
import type { Order } from '../../sandbox/records.ts'
import type { createDesk } from '../operator/desk.ts'
import { cancelled, drawStatuses, idsDiffer, isAskedFor, type Row, wrongOrder } from './quiet-order-views.ts'
import type { Chance } from './random.ts'

type Desk = ReturnType<typeof createDesk>

/** Returns by status, and those of an order. */
export async function listedReturns({ ask }: Desk, orders: readonly Order[], chance: Chance): Promise<string[]> {
  const returns = orders.filter(({ typeId }) => typeId === 3)
  const asked = drawStatuses(chance)
  const hasRange = asked.statusFrom !== undefined || asked.statusTo !== undefined
  // Without a status: the active ones, 9.01 to 9.02 (docs/operator.md, docs/back-office.md 4.3).
  const range = hasRange ? asked : { ...asked, statusFrom: 9.01, statusTo: 9.02 }
  const wanted = returns.filter((one) => isAskedFor(one, range))
  const limit = chance.between(1, 12)
  const { result, error } = await ask('return.list', { ...asked, limit })
  if (!result) return [`return.list is refused: ${error?.message}`]
  const parent = chance.pick(orders.filter(({ typeId }) => typeId === 1))
  const also = chance.hits(0.5)
  const ofOrder = await ask('return.list', { orderId: parent.id, ...(also && { cancelled: true }) })
  const isOfParent = ({ orderReferences }: Order) =>
    orderReferences.some(({ referenceOrderId }) => referenceOrderId === parent.id)
  const what = `return.list ${JSON.stringify(asked)}`
  const rows = result.returns as Row[]
  return [
    ...idsDiffer(what, rows, wanted.slice(0, limit)),
    ...(result.more === wanted.length > limit ? [] : [`${what} says ${result.more} of ${wanted.length} by ${limit}`]),
    ...idsDiffer(
      `return.list of ${parent.id}`,
      ofOrder.result?.returns as Row[],
      returns.filter(isOfParent).filter(({ statusId }) => also || statusId !== cancelled),
    ),
    ...rows
      .slice(0, 4)
      .flatMap((row) => [...wrongOrder(row, orders, { isWhole: false }), ...wrongReasons(row, orders)]),
  ]
}

/** Each reason once, with the names that the configuration gives to its id. */
function wrongReasons({ id, reasons }: Row, orders: readonly Order[]): string[] {
  const lines = orders.find((order) => order.id === id)?.orderItems ?? []
  const ids = [...new Set(lines.flatMap(({ properties }) => properties.map(({ value }) => value)))]
  const wanted = ids.map((reason) => ({ id: reason, names: reason === '3' ? ['defective'] : [] }))
  return isDeepStrictEqual(reasons, wanted) ? [] : [`return ${id} shows reasons ${JSON.stringify(reasons)}`]
}
