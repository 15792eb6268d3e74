import { carriesNumber } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { RetryLater } from '../../errors.ts'
import type { Looking } from '../workflow.ts'

const needed = ['orderItems', 'properties'] as const
/** Orders that are read one by one where the list did not bring what was asked for. */
const mostSingleReads = 20

/** Of any status: ours may have been cancelled since. `unrelated`: entries that were not asked for. */
export async function ordersOfNumber(
  looking: Looking,
  number: string,
): Promise<{ listed: Order[]; unrelated: number }> {
  const { constants } = looking.workflow
  const { orders } = looking.backOffice
  const filter = { externalNumber: number, typeId: constants.orderTypes.salesOrder, with: needed }
  const { entries: found, unrelated } = await orders.list(filter)
  if (found.filter((one) => !isLoaded(one)).length > mostSingleReads) {
    throw new RetryLater('[GET] /rest/orders answered orders without items: too many to read one by one')
  }
  const loaded: Order[] = []
  for (const one of found) loaded.push(isLoaded(one) ? one : await orders.read(one.id, { with: needed }))
  const bare = loaded.find((one) => !isLoaded(one))
  if (bare) throw new RetryLater(`[GET] /rest/orders/{orderId} does not load items and properties of order ${bare.id}`)
  const listed = loaded.filter((one) => carriesNumber(one, number, constants))
  return { listed, unrelated: unrelated + loaded.length - listed.length }
}

const isLoaded = ({ orderItems, properties }: Order): boolean => orderItems !== null && properties !== null
