import type { World } from './world.ts'

/** The articles of the orders: the sandbox keeps no catalogue. Their SKU is what their lines were stored with. */
export const skuOf = (variationId: number, { store }: World): string | undefined => {
  const lines = store.orders.list().flatMap(({ orderItems }) => orderItems)
  const line = lines.find((one) => one.itemVariationId === variationId && one.properties.some(isSku))
  return line?.properties.find(isSku)?.value
}

const isSku = ({ typeId }: { typeId: number }): boolean => typeId === 98

/** The merchant's own number of a variation. */
export const numberOf = (id: number, world: World): string =>
  (world.options.skuIs === 'number' ? skuOf(id, world) : undefined) ?? `V-${id}`

/** What each market calls it: another one has another SKU. */
export const variationView = (id: number, world: World) => {
  const sku = world.options.skuIs === 'market' ? skuOf(id, world) : undefined
  const orders = world.store.orders.list().filter((order) => order.orderItems.some((one) => one.itemVariationId === id))
  const markets = sku === undefined ? [] : [...new Set(orders.map(({ referrerId }) => referrerId))]
  const variationSkus = [
    ...markets.map((marketId) => ({ variationId: id, marketId, accountId: 0, sku })),
    { variationId: id, marketId: 104.01, accountId: 0, sku: `OTHER-${id}` },
  ]
  return { id, number: numberOf(id, world), variationSkus }
}
