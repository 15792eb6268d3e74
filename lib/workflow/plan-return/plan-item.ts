import type { Constants, ItemKind, ReturnableKind } from '../../back-office/constants.ts'
import type { OrderItem } from '../../back-office/resources/schemas.ts'

/**
 * A line of the parent with its SKU beside it, and what its type means; undefined: nothing that the tables know. `number` and `marketSkus`:
 * of its variation, for a line without a SKU.
 */
export type PlanItem = OrderItem & {
  sku?: string
  number?: string
  marketSkus?: readonly string[]
  kind: ItemKind | undefined
}

/** The SKUs that the order's referrer has for its articles, by variation; what was not asked for is not there. */
export type MarketSkus = ReadonlyMap<number, readonly string[]>

/** SKUs and names are compared so: people type them. */
export const folded = (text: string): string => text.trim().toLowerCase()

/** The line's own SKU is in a property of it, the first that has one (docs/back-office.md 4.5). */
export function toPlanItem(item: OrderItem, { itemTypes, propertyTypes }: Constants): PlanItem {
  const sku = item.properties?.find(({ typeId, value }) => typeId === propertyTypes.sku && value.trim() !== '')?.value
  const kinds = Object.keys(itemTypes) as ItemKind[]
  const kind = kinds.find((name) => itemTypes[name] === item.typeId)
  return { ...item, kind, ...(sku === undefined ? {} : { sku }) }
}

const returnableKinds: readonly unknown[] = ['regular', 'bundleMaster', 'bundleComponent'] satisfies ReturnableKind[]

/** Types 1, 2 and 3 (docs/back-office.md 5.3, rule 4). */
export const isOfReturnableType = ({ kind }: Pick<PlanItem, 'kind'>): boolean => isReturnableKind(kind)
export const isReturnableKind = (kind: ItemKind | undefined): kind is ReturnableKind => returnableKinds.includes(kind)

/** No shipping costs, no phantom lines (docs/back-office.md 5.3, rule 4). */
export const isReturnable = (item: PlanItem): boolean => isOfReturnableType(item) && !isPhantom(item)
export const isPhantom = ({ itemVariationId }: PlanItem): boolean => (itemVariationId ?? 0) <= 0

/** A line of which a read has shown all that is copied into a return. */
export type ShownItem = PlanItem & {
  [Field in 'typeId' | 'itemVariationId' | 'orderItemName' | 'amounts' | 'properties']: NonNullable<OrderItem[Field]>
}
const copied = ['typeId', 'itemVariationId', 'orderItemName', 'amounts', 'properties'] as const
export const isShown = (item: PlanItem): item is ShownItem =>
  copied.every((field) => item[field] !== null) && item.id > 0 && !Number.isNaN(item.quantity)

/** Goods, as far as the line shows: what is none of them need not be readable. */
export const mayBeGoods = (item: PlanItem): boolean =>
  (item.typeId === null || isOfReturnableType(item)) && (item.itemVariationId === null || !isPhantom(item))

/** Quantities can be decimals (goods by the metre): differences below this are rounding. */
export const tolerance = 1e-6

/** Without the dust that subtracting and scaling decimals leaves behind. */
export const rounded = (quantity: number): number => Number(quantity.toFixed(6))
