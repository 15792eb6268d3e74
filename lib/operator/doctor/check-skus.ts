import type { BackOffice } from '../../back-office/back-office.ts'
import { fullOrder } from '../../back-office/routes.ts'
import { LoginClosed, Rejected, RetryLater } from '../../errors.ts'
import { isReturnable, type MarketSkus, type PlanItem } from '../../workflow/plan-return/plan-item.ts'
import { planItems } from '../../workflow/plan-return/plan-items.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { type Finding, fine, notChecked, warning } from './check-rights.ts'

const check = 'the SKUs of lines'

type Asked = { backOffice: BackOffice; orderId: number | undefined; constants: Workflow['constants'] }

/** Which way an order shows the SKUs of its lines (docs/back-office.md 4.5). `needsVariations`: its lines carry none. */
export async function checkSkus(asked: Asked): Promise<{ finding: Finding; needsVariations: boolean }> {
  try {
    return await look(asked)
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof RetryLater || error instanceof LoginClosed)) throw error
    return { finding: notChecked(check, `${error.message.replace(/\.$/, '')}.`), needsVariations: false }
  }
}

async function look({ backOffice, orderId, constants }: Asked) {
  const { orders, variations } = backOffice
  const isOpen = (item: PlanItem) => isReturnable(item) && item.sku === undefined
  const order = orderId === undefined ? undefined : await orders.read(orderId, { with: fullOrder })
  const lines = order ? planItems(order, constants).filter(isReturnable) : []
  if (!order || lines.length === 0)
    return { finding: notChecked(check, 'No order was listed that has an article.'), needsVariations: false }
  const property = `property ${constants.propertyTypes.sku}`
  if (!lines.some(isOpen))
    return { finding: fine(check, `The lines of order ${order.id} carry them (${property}).`), needsVariations: false }
  const shown = await unlessRefused(orders.withVariations(order), order)
  const open = planItems(shown, constants).filter(isOpen)
  const ids = open.map(({ itemVariationId }) => itemVariationId ?? 0)
  const { referrerId } = order
  const ofMarket: MarketSkus =
    referrerId === null ? new Map() : await unlessRefused(variations.marketSkus(ids, { referrerId }), new Map())
  const ways = [
    open.some(({ number }) => number !== undefined) &&
      "by the numbers of their variations, which come with an order's read",
    [...ofMarket.values()].some((skus) => skus.length > 0) &&
      "by the SKUs of the order's referrer, for one more call each time",
  ].filter((way) => way !== false)
  const bare = `Lines of order ${order.id} carry none (${property}).`
  const says = `${bare} They are found ${ways.join(', or ')}.`
  const lost = `${bare} A request that names lines by SKU ends line_unknown there, unless a name beside it fits one line.`
  return { finding: ways.length > 0 ? fine(check, says) : warning(check, lost), needsVariations: true }
}

/** That way is not there: the check of its path says why. */
async function unlessRefused<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Rejected) return otherwise
    throw error
  }
}
