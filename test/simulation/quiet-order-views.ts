import { isDeepStrictEqual } from 'node:util'
import type { Order } from '../../sandbox/records.ts'
import { channels, countries } from './quiet-office.ts'
import type { Chance } from './random.ts'

export type Row = Record<string, unknown> & { id: number }

export const cancelled = 8

/** What is shown, in the order of what is wanted. */
export function idsDiffer(what: string, shown: readonly { id: number }[], wanted: readonly { id: number }[]): string[] {
  const [ids, right] = [shown.map(({ id }) => id), wanted.map(({ id }) => id)]
  return isDeepStrictEqual(ids, right) ? [] : [`${what} shows ${ids}, not ${right}`]
}

/** Cancelled ones only where they are asked for, or nothing else is (docs/operator.md, Lists of orders). */
export function isAskedFor({ statusId }: Order, { statusFrom, statusTo, cancelled: also }: Asked): boolean {
  if (statusId === cancelled) return also === true || (statusFrom === cancelled && statusTo === cancelled)
  return statusId >= (statusFrom ?? 0) && statusId <= (statusTo ?? 1_000)
}

export type Asked = { statusFrom?: number; statusTo?: number; cancelled?: boolean }
export type AskedOrders = Asked & {
  type?: number
  referrer?: number
  by?: 'created' | 'updated'
  from?: string
  to?: string
}

/** Ranges with and without cancelled ones. */
export function drawStatuses(chance: Chance): Asked {
  const [from, to] = chance.pick([
    [7, 9.1],
    [8, 8],
    [8, 9],
    [9.01, 9.02],
    [3, 7],
    [9.1, 10],
    [1, 8],
  ] as const)
  return {
    ...(chance.hits(0.4) && { statusFrom: from }),
    ...(chance.hits(0.4) && { statusTo: to }),
    ...(chance.hits(0.4) && { cancelled: chance.hits(0.8) }),
  }
}

/** What every answer shows of an order. */
export function wrongOrder(row: Row, orders: readonly Order[], { isWhole = true } = {}): string[] {
  const order = orders.find(({ id }) => id === row.id)
  if (!order) return [`order ${row.id} is not there`]
  const delivery = order.addresses[1] as { countryId?: number } | undefined
  const wanted: Record<string, unknown> = {
    ...{ typeId: order.typeId, statusId: order.statusId, referrerId: order.referrerId, ownerId: order.ownerId },
    ...{ plentyId: order.plentyId, locationId: order.locationId, channel: channels[String(order.referrerId)] },
    deliveryCountry: countries[delivery?.countryId ?? 0],
    addresses: order.addresses.map((one) => ({
      id: one.id,
      country: countries[(one as { countryId?: number }).countryId ?? 0],
    })),
    ...((isWhole || row.properties !== null) && {
      properties: order.properties.map(({ typeId, value }) => ({ typeId, value })),
    }),
  }
  const lines = (row.orderItems ?? []) as {
    id: number
    quantity: number
    itemVariationId: number
    orderItemName: string
  }[]
  const isLine = ({ id, quantity, itemVariationId, orderItemName }: (typeof lines)[number], index: number) => {
    const line = order.orderItems[index]
    return (
      line?.id === id &&
      line.quantity === quantity &&
      line.itemVariationId === itemVariationId &&
      line.orderItemName === orderItemName
    )
  }
  return [
    ...Object.entries(wanted)
      .filter(([name, value]) => !isDeepStrictEqual(row[name], value))
      .map(([name]) => `order ${row.id} shows ${name} as ${JSON.stringify(row[name])}`),
    ...(Date.parse(String(row.createdAt)) === order.createdAtMs &&
    Date.parse(String(row.updatedAt)) === order.updatedAtMs
      ? []
      : [`order ${row.id} shows wrong times`]),
    ...(lines.length === order.orderItems.length && lines.every(isLine) ? [] : [`order ${row.id} shows wrong lines`]),
  ]
}
