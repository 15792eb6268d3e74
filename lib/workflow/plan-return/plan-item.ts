import type { Constants } from '../../back-office/constants.ts'
import type { OrderItem } from '../../back-office/resources/schemas.ts'

type ItemKind = keyof Constants['itemTypes']

/** A line of the parent with its SKU beside it, and what its type means; undefined: nothing that the tables know. */
export type PlanItem = OrderItem & { sku?: string; kind: ItemKind | undefined }

/** SKUs and names are compared so: people type them. */
export const folded = (text: string): string => text.trim().toLowerCase()

/** The line's own SKU is in a property of it, the first that has one (docs/back-office.md 4.5). */
export function toPlanItem(item: OrderItem, { itemTypes, propertyTypes }: Constants): PlanItem {
  const sku = item.properties?.find(({ typeId, value }) => typeId === propertyTypes.sku && value.trim() !== '')?.value
  const kinds = Object.keys(itemTypes) as ItemKind[]
  const kind = kinds.find((name) => itemTypes[name] === item.typeId)
  return { ...item, kind, ...(sku === undefined ? {} : { sku }) }
}

const returnableKinds: readonly unknown[] = ['regular', 'bundleMaster', 'bundleComponent'] satisfies ItemKind[]

/** Types 1, 2 and 3 (docs/back-office.md 5.3, rule 4). */
export const isOfReturnableType = ({ kind }: Pick<PlanItem, 'kind'>): boolean => returnableKinds.includes(kind)

/** No shipping costs, no phantom lines (docs/back-office.md 5.3, rule 4). */
export const isReturnable = (item: PlanItem): boolean => isOfReturnableType(item) && !isPhantom(item)
export const isPhantom = ({ itemVariationId }: PlanItem): boolean => (itemVariationId ?? 0) <= 0

/** A line of which a read has shown all that is copied into a return. */
export type ShownItem = PlanItem & {
  [Field in 'itemVariationId' | 'orderItemName' | 'amounts' | 'properties']: NonNullable<OrderItem[Field]>
}
export const isShown = (item: PlanItem): item is ShownItem =>
  item.itemVariationId !== null && item.orderItemName !== null && item.amounts !== null && item.properties !== null

/** Quantities can be decimals (goods by the metre): differences below this are rounding. */
export const tolerance = 1e-6

/** Without the dust that subtracting and scaling decimals leaves behind. */
export const rounded = (quantity: number): number => Number(quantity.toFixed(6))
