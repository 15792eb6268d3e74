import type { Constants, ItemKind, ReturnableKind } from '../../back-office/constants.ts'
import type { Order, OrderItem } from '../../back-office/resources/schemas.ts'

/** `kind`: undefined where no table knows it. `number`, `marketSkus`: of the variation of a line without SKU. */
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

/** The lines of an order, each with its SKU, or with what its variation is called (docs/back-office.md 4.5). */
export const planItems = (order: Order, constants: Constants, marketSkus: MarketSkus = new Map()): PlanItem[] =>
  withOwnSkus(order, constants).map((item) =>
    item.sku === undefined ? { ...item, ...ofVariation(item, marketSkus) } : item,
  )

function ofVariation({ itemVariationId, variation }: PlanItem, marketSkus: MarketSkus) {
  const number = variation?.id === itemVariationId ? variation?.number.trim() : undefined
  const skus = marketSkus.get(itemVariationId ?? 0) ?? []
  return { ...(number && { number }), ...(skus.length > 0 && { marketSkus: skus }) }
}

/** The order's only free SKU is that of the only article or bundle without one (docs/back-office.md 4.5). */
function withOwnSkus({ orderItems, properties }: Order, constants: Constants): PlanItem[] {
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

/** By component: its bundle by reference, SKU or place (docs/back-office.md 5.4), none for one of a phantom. */
export function bundlesOf(items: readonly PlanItem[]): ReadonlyMap<number, PlanItem> {
  const masters = items.filter((item) => item.kind === 'bundleMaster')
  const components = items.filter((item) => item.kind === 'bundleComponent' && isReturnable(item))
  const bundles = new Map<number, PlanItem>()
  const join = (component: PlanItem, master: PlanItem | undefined): void => {
    if (master && isReturnable(master)) bundles.set(component.id, master)
  }
  const loose: PlanItem[] = []
  for (const component of components) {
    const master = referredTo(component, masters)
    if (master) join(component, master)
    else loose.push(component)
  }
  for (const [sku, alike] of Map.groupBy(loose, skuOf)) {
    const sharing = masters.filter((master) => sku !== undefined && skuOf(master) === sku)
    const dealt = deal(alike, sharing)
    for (const component of alike) {
      const near = sharing.length > 0 ? sharing : namesBundle(component) ? [] : masters
      join(component, dealt.get(component) ?? nearest(component, near, items))
    }
  }
  return bundles
}

const skuOf = ({ sku }: PlanItem): string | undefined => (sku === undefined ? undefined : folded(sku))

const bundleReferences = ({ references }: PlanItem) =>
  (references ?? []).filter(({ referenceType }) => referenceType === 'bundle')

const namesBundle = (component: PlanItem): boolean => bundleReferences(component).length > 0

function referredTo(component: PlanItem, masters: readonly PlanItem[]): PlanItem | undefined {
  const named = bundleReferences(component)
  return masters.find((master) => named.some(({ referenceOrderItemId }) => referenceOrderItemId === master.id))
}

/** One bundle bought on several lines: where each article occurs once for each, the first is the first one's, and so on. */
function deal(alike: readonly PlanItem[], masters: readonly PlanItem[]): ReadonlyMap<PlanItem, PlanItem | undefined> {
  const articles = [...Map.groupBy(alike, (component) => component.itemVariationId).values()]
  if (articles.some((lines) => lines.length !== masters.length)) return new Map()
  return new Map(articles.flatMap((lines) => lines.map((component, at) => [component, masters[at]] as const)))
}

/** The last one that stands before the component, as the back office lists bundles; else the first of all. */
function nearest(component: PlanItem, masters: readonly PlanItem[], items: readonly PlanItem[]): PlanItem | undefined {
  const at = items.indexOf(component)
  return masters.findLast((master) => items.indexOf(master) < at) ?? masters[0]
}
