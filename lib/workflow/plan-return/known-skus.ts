import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import { Rejected, RetryLater } from '../../errors.ts'
import type { Looking } from '../workflow.ts'
import { areAllKnown, hasUnknownSku } from './match-lines.ts'
import { isReturnable, type MarketSkus, planItems } from './plan-items.ts'

type Wanted = 'all' | readonly LineRef[]
export type KnownSkus = { parent: Order; marketSkus: MarketSkus }

/** Asks only while a SKU is unknown (docs/back-office.md 4.5), and throws a refusal only where one still is. */
export async function knownSkus({ backOffice, workflow }: Looking, order: Order, wanted: Wanted): Promise<KnownSkus> {
  const { constants } = workflow
  if (!hasUnknownSku(planItems(order, constants), wanted)) return { parent: order, marketSkus: new Map() }
  const refusals: unknown[] = []
  /** Of a server that does not know what it is asked for, unless it said so in another way. */
  const unlessRefused = async <T>(asked: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (!(error instanceof Rejected || (error instanceof RetryLater && error.isFailure))) throw error
      refusals.push(error)
      return otherwise
    }
  }
  const parent = await unlessRefused(backOffice.orders.withVariations(order), order)
  const items = planItems(parent, constants)
  if (!hasUnknownSku(items, wanted)) return { parent, marketSkus: new Map() }
  const { referrerId } = parent
  const ids = items.flatMap((item) => (isReturnable(item) && item.sku === undefined ? [item.itemVariationId ?? 0] : []))
  const isOnlyWay = refusals.some((error) => error instanceof Rejected && [400, 422].includes(error.status))
  const marketSkus: MarketSkus =
    referrerId === null
      ? new Map()
      : await unlessRefused(backOffice.variations.marketSkus(ids, { referrerId, isOnlyWay }), new Map())
  const [refusal] = refusals.toReversed()
  if (refusal && !areAllKnown(planItems(parent, constants, marketSkus), wanted)) throw refusal
  return { parent, marketSkus }
}
