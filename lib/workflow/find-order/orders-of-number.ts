import { carriesNumber } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { RetryLater } from '../../errors.ts'
import { bareNumber } from '../../order-label.ts'
import type { Looking, Workflow } from '../workflow.ts'
import { type Asking, isOwnOrder, shopsWithOwnNumbers } from './asking.ts'
import { type LookingUp, type Meant, meantOf } from './order-with-lines.ts'

const needed = ['orderItems', 'properties'] as const
/** Orders that are read one by one where the list did not bring what was asked for. */
const mostSingleReads = 20

/** Orders of a number, of any status: ours may have been cancelled. `unrelated`: entries that were not asked for. */
export async function ordersOfNumber(looking: Looking, number: string) {
  const { constants } = looking.workflow
  const { orders } = looking.backOffice
  const filter = { externalNumber: number, typeId: constants.orderTypes.salesOrder, with: needed }
  const { entries: found, unrelated } = await orders.list(filter)
  if (found.filter((one) => !isLoaded(one)).length > mostSingleReads)
    throw new RetryLater('[GET] /rest/orders answered orders without items: too many to read one by one')
  const loaded: Order[] = []
  for (const one of found) loaded.push(isLoaded(one) ? one : await orders.read(one.id, { with: needed }))
  const bare = loaded.find((one) => !isLoaded(one))
  if (bare) throw new RetryLater(`[GET] /rest/orders/{orderId} does not load items and properties of order ${bare.id}`)
  const listed = loaded.filter((one) => carriesNumber(one, number, constants))
  return { listed, unrelated: unrelated + loaded.length - listed.length }
}

const isLoaded = ({ orderItems, properties }: Order): boolean => orderItems !== null && properties !== null

/** Orders of one label that are read, at most: of more none is certain. */
const mostSharing = 5

/** The order of a number, of which several can be; cancelled ones never count (docs/back-office.md 7.4). */
export async function meantByNumber(looking: LookingUp, number: string, asking: Asking): Promise<Meant> {
  const { entries } = await looking.backOffice.orders.findByExternalNumber(number)
  const own = entries.filter((order) => isOwnOrder(order, asking.own, looking.workflow.constants))
  const isOfTwo = new Set(own.map(({ referrerId }) => referrerId)).size > 1
  if (asking.sharesNumbers && own.length > 0 && (isOfTwo || (await isNamedByTwo(looking, number))))
    return { doubt: 'shared_number', parts: own.map((parent) => ({ parent, marketSkus: new Map() })) }
  return await meantOf(looking, own, asking.wanted)
}

/** Whether two shops that count their orders for themselves have named the number, though the order of one may not be there yet. */
async function isNamedByTwo({ workflow: { inbox, config } }: LookingUp, number: string): Promise<boolean> {
  const named = await Promise.all(shopsWithOwnNumbers(config).map((shop) => inbox.numbersOfLabel(shop, number)))
  return named.filter((numbers) => numbers.includes(number)).length > 1
}

type Labels = { workflow: Pick<Workflow, 'inbox'> }

/** The external numbers that the shops' labels lead to, but the label itself. `isShared`: the label has stood for several. */
export async function numbersOfLabel({ workflow }: Labels, label: string, { shops }: Pick<Asking, 'shops'>) {
  const { inbox } = workflow
  const learnt = await Promise.all(shops.map((shop) => inbox.numbersOfLabel(shop, label)))
  const all = [...new Set(learnt.flat())]
  const isShared = all.length > 1
  return { numbers: all.filter((number) => number !== bareNumber(label)).slice(0, mostSharing), isShared }
}

/** The orders of these numbers, and where one of them is in doubt all that may be meant by those. */
export async function ordersOfLabel(looking: LookingUp, label: string, asking: Asking) {
  const { numbers, isShared } = await numbersOfLabel(looking, label, asking)
  const orders = new Map<number, Order>()
  const unclear: Meant[] = []
  for (const number of numbers) {
    const meant = await meantByNumber(looking, number, asking)
    if (meant.order) orders.set(meant.order.id, meant.order)
    if (meant.doubt) unclear.push(meant)
  }
  const { doubt } = unclear.find((one) => one.doubt === 'shared_number') ?? unclear[0] ?? {}
  return { orders: [...orders.values()], doubt, parts: unclear.flatMap(({ parts = [] }) => parts), numbers, isShared }
}
