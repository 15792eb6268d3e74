import type { Constants } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { bundlesOf } from './bundles-of.ts'
import { folded, isReturnable, type PlanItem, toPlanItem } from './plan-item.ts'

/**
 * The lines of an order, each with its SKU. The SKU of the order counts for lines that have none, where only one SKU of the order stands on
 * no line, and only one article or one bundle lacks one (docs/back-office.md 4.5). Otherwise nothing shows whose it is: such lines have no
 * SKU.
 */
export function planItems({ orderItems, properties }: Order, constants: Constants): PlanItem[] {
  const items = (orderItems ?? []).map((item) => toPlanItem(item, constants))
  const taken = new Set(items.flatMap(({ sku }) => (sku === undefined ? [] : [folded(sku)])))
  const ofOrder = (properties ?? []).filter(({ typeId }) => typeId === constants.propertyTypes.sku)
  const open = new Map(ofOrder.map(({ value }) => [folded(value), value.trim()] as const))
  const [sku, ...others] = [...open].flatMap(([key, value]) => (key === '' || taken.has(key) ? [] : [value]))
  if (sku === undefined || others.length > 0) return items
  const bare = items.filter((item) => isReturnable(item) && item.sku === undefined)
  if (!areOneThing(bare, items)) return items
  return items.map((item) => (bare.includes(item) ? { ...item, sku } : item))
}

/** One article, on however many lines, or one bundle with its components. Of what no read has shown nothing is known. */
function areOneThing(bare: readonly PlanItem[], items: readonly PlanItem[]): boolean {
  if (bare.some(({ properties }) => properties === null)) return false
  const master = bare.find(({ kind }) => kind === 'bundleMaster')
  const bundles = bundlesOf(items)
  if (master) return bare.every((item) => item === master || bundles.get(item.id) === master)
  const articles = new Set(bare.map(({ itemVariationId }) => itemVariationId))
  return articles.size === 1 && bare.every(({ kind }) => kind === 'regular')
}
