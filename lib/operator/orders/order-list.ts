import * as z from 'zod'
import type { OrderFilter } from '../../back-office/back-office.ts'
import type { Constants } from '../../back-office/constants.ts'
import { startsWithReferrer } from '../../back-office/resources/order-filter.ts'
import { askedStatuses } from '../../back-office/resources/returns.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import { RetryLater } from '../../errors.ts'
import { toCursor } from '../../inbox/merge-partitions.ts'
import { defineCommand, isoTime } from '../operator.ts'
import { linksTo, orderView } from '../views/order-view.ts'
import { placeIn } from '../views/pages.ts'
import { isInOrder, notInOrder, statusRange } from './return-list.ts'

const input = z
  .strictObject({
    type: z.int().min(1).max(1_000).optional(),
    ...statusRange,
    by: z.enum(['created', 'updated']).default('created'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    referrer: z.number().min(0).max(1_000_000).optional(),
    limit: z.int().min(1).max(250).default(50),
    cursor: z.string().max(5_000).optional(),
  })
  .refine(isInOrder, notInOrder)
  .refine(({ from, to }) => !(Date.parse(to ?? '') < Date.parse(from ?? '')), {
    path: ['to'],
    error: 'must not be before from',
  })
type ListRequest = Omit<z.output<typeof input>, 'cursor' | 'limit'>

/** Cancelled ones only where asked for. One call reads one page: few or no orders can come although a `cursor` does. */
export const orderList = defineCommand({
  name: 'order.list',
  input,
  run: async ({ workflow, deadlineMs }, { cursor, ...given }) => {
    const { constants } = workflow
    const { limit, ...asked } = given
    const listed = JSON.stringify(given)
    const ofList = place.extend({ asked: z.literal(listed) })
    const { page, total, first } =
      cursor === undefined ? { page: 1, total: undefined, first: undefined } : placeIn(ofList, cursor, noneOfList)
    const { filter, has } = selection(asked, constants)
    const { orders } = workflow.openBackOffice({ deadlineMs })
    const { entries, ids, isLastPage, totalsCount } = await orders.page({ ...filter, with: fullOrder }, page, limit)
    if (first !== undefined && ids[0] === first)
      throw new RetryLater(`[GET] orders answered page ${page - 1} again as page ${page}: start without a cursor`)
    const shown = entries.filter(has)
    return {
      orders: shown.map((order) => orderView(order, constants)),
      leftOut: entries.length - shown.length,
      unrelated: ids.length - entries.length,
      ...(total !== undefined && totalsCount !== undefined && totalsCount < total && { shorter: true }),
      ...linksTo(shown, workflow.config),
      ...(!isLastPage && { cursor: toCursor({ page: page + 1, total: totalsCount, first: ids[0], asked: listed }) }),
    }
  },
})

/** `filter`: what the back office is asked for. `has`: what of its answer was meant, where it cannot be asked exactly. */
function selection(asked: ListRequest, constants: Constants): { filter: OrderFilter; has(order: Order): boolean } {
  const { type, by, from, to, referrer } = asked
  const statuses = askedStatuses(asked, constants.statuses)
  const times = by === 'created' ? { createdFrom: from, createdTo: to } : { updatedFrom: from, updatedTo: to }
  const prefix = prefixOf(referrer, constants)
  const filter = { typeId: type, ...statuses.filter, ...times, ...(prefix === undefined && { referrerId: referrer }) }
  const isOfPrefix = ({ referrerId }: Order) =>
    prefix === undefined || (referrerId !== null && startsWithReferrer(referrerId, prefix))
  return { filter, has: (order) => statuses.has(order.statusId) && isOfPrefix(order) }
}

/** Some channels are all ids that start in the same way (docs/back-office.md 4.9). The back office only filters by one whole id. */
const prefixOf = (referrer: number | undefined, { referrers }: Pick<Constants, 'referrers'>): string | undefined =>
  referrers.flatMap((one) => ('prefix' in one && one.prefix === String(referrer) ? [one.prefix] : []))[0]

const place = z.strictObject({
  page: z.int().min(2).max(20_000),
  /** How many entries the list had when the cursor was given, where the back office shows it. */
  total: z.int().min(0).optional(),
  /** The first entry of the page before. */
  first: z.int().optional(),
  /** The filters and the size of the pages. On another list the same page would hold other entries. */
  asked: z.string(),
})

const noneOfList =
  'the cursor is none of this list: repeat the filters and the limit that it came with, or start without one'
