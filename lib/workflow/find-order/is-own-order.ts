import type { Constants } from '../../back-office/constants.ts'
import { startsWithReferrer } from '../../back-office/resources/channel.ts'
import { externalNumbersOf } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { OwnOrders } from '../../config/config.ts'

/** Whether an order is one of a source's own. What the order does not show, it does not have: then it is somebody else's. */
export function isOwnOrder(order: Order, own: OwnOrders | undefined, constants: Constants): boolean {
  if (own === undefined) return true
  const { referrer, plentyId, numberPrefix } = own
  return (
    (referrer === undefined || hasReferrer(order, referrer)) &&
    (plentyId === undefined || order.plentyId === plentyId) &&
    (numberPrefix === undefined ||
      externalNumbersOf(order, constants).some((number) => number.startsWith(numberPrefix)))
  )
}

const hasReferrer = ({ referrerId }: Order, referrer: number | string): boolean =>
  referrerId !== null &&
  (typeof referrer === 'number' ? referrerId === referrer : startsWithReferrer(referrerId, referrer))
