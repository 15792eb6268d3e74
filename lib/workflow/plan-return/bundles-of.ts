import { folded, isReturnable, type PlanItem } from './plan-item.ts'

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
