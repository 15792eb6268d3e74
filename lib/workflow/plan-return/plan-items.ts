import type { Constants } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { folded, isReturnable, type MarketSkus, type PlanItem, toPlanItem } from './plan-item.ts'

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

/**
 * The SKU of the order counts for lines that have none, where only one SKU of the order stands on
 * no line, and only one article or one bundle lacks one (docs/back-office.md 4.5). Otherwise nothing shows whose it is: such lines have no
 * SKU.
 */
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

/**
 * The bundle of each returnable component, by the component's order item id. A component names its master by reference, else they share
 * a SKU, else the place in the order decides (docs/back-office.md 5.4). Each has at most one bundle, and none if its master is a phantom
 * or no line of the order: it is never returned with another bundle.
 */
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
