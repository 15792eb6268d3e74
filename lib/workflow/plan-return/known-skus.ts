import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import { RetryLater } from '../../errors.ts'
import type { Looking } from '../workflow.ts'
import { hasUnknownSku } from './match-lines.ts'
import { isReturnable, type MarketSkus } from './plan-item.ts'
import { planItems } from './plan-items.ts'

/** A parent with what is known of its articles' SKUs. */
export type KnownSkus = { parent: Order; marketSkus: MarketSkus }

/**
 * Reads what shows the SKUs of a request where the parent's lines do not (docs/back-office.md 4.5): the numbers of their variations, then
 * the SKUs that its referrer has for them. Each only while one of the request is unknown: at most one call, and one more where nothing is
 * known yet of this back office.
 */
export async function knownSkus(
  { backOffice, workflow: { constants } }: Looking,
  order: Order,
  wanted: 'all' | readonly LineRef[],
): Promise<KnownSkus> {
  if (!hasUnknownSku(planItems(order, constants), wanted)) return { parent: order, marketSkus: new Map() }
  let parent = order
  let failed: unknown
  try {
    parent = await backOffice.orders.withVariations(order)
  } catch (error) {
    // Some servers answer a name that they do not know as if they had failed.
    if (!(error instanceof RetryLater) || error.deferral) throw error
    failed = error
  }
  const items = planItems(parent, constants)
  if (!hasUnknownSku(items, wanted)) return { parent, marketSkus: new Map() }
  const ids = items.filter((item) => isReturnable(item) && item.sku === undefined)
  const marketSkus =
    parent.referrerId === null
      ? new Map()
      : await backOffice.variations.marketSkus(
          ids.map(({ itemVariationId }) => itemVariationId ?? 0),
          parent.referrerId,
        )
  if (failed && hasUnknownSku(planItems(parent, constants, marketSkus), wanted)) throw failed
  return { parent, marketSkus }
}
