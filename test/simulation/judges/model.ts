import type { Comment, Order } from '../../../sandbox/records.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import type { WantedLine, WideOrder } from '../all-senders/fact.ts'
import { addressIds, amountOf } from '../all-senders/orders.ts'

/**
 * What the back office must hold of a return, as the specification has it (docs/back-office.md 5.2, 5.3): written from there and not from
 * the code, so that the two can disagree.
 */
export const modelOfReturn = (order: WideOrder, goods: readonly WantedLine[]) => ({
  ...{ typeId: 3, statusId: 9.01, ownerId: apiUser.id },
  ...{ plentyId: order.plentyId, locationId: order.locationId, referrerId: order.referrerId },
  orderReferences: [{ referenceType: 'parent', referenceOrderId: order.id }],
  properties: [7, 1, 2, 995].flatMap((typeId) => order.properties.filter((one) => one.typeId === typeId)),
  addressRelations: [
    { typeId: 1, addressId: addressIds(order).billing },
    { typeId: 2, addressId: addressIds(order).delivery },
  ],
  orderItems: goods
    .toSorted((one, other) => one.line.id - other.line.id)
    .map(({ line, quantity, reason }) => ({
      ...{ typeId: line.typeId, itemVariationId: line.variationId, quantity, orderItemName: line.name },
      amounts: [amountOf(line)],
      references: [{ referenceType: 'parent', referenceOrderItemId: line.id }],
      properties: [{ typeId: 35, value: reason }],
    })),
})

type ReturnModel = ReturnType<typeof modelOfReturn>

/** A return as the back office has it, without what it assigned itself, in the model's order. */
export function shapeOfReturn(order: Order): ReturnModel {
  const { typeId, statusId, plentyId, referrerId } = order
  const byType = (one: { typeId: number }, other: { typeId: number }) => rank(one.typeId) - rank(other.typeId)
  const rank = (type: number) => [7, 1, 2, 995].indexOf(type)
  return {
    ...{ typeId, statusId, ownerId: order.ownerId as 77, plentyId, locationId: order.locationId ?? -1, referrerId },
    orderReferences: order.orderReferences.map(({ referenceType, referenceOrderId }) => ({
      ...{ referenceType, referenceOrderId },
    })),
    properties: order.properties.map(({ typeId, value }) => ({ typeId, value })).sort(byType),
    addressRelations: order.addressRelations
      .map(({ typeId, addressId }) => ({ typeId, addressId }))
      .sort((one, other) => one.typeId - other.typeId),
    orderItems: order.orderItems
      .toSorted((one, other) => parentOf(one) - parentOf(other))
      .map((item) => ({
        ...{ typeId: item.typeId as 1, itemVariationId: item.itemVariationId, quantity: item.quantity },
        orderItemName: item.orderItemName,
        amounts: item.amounts.map(({ id: _, orderItemId: __, ...amount }) => amount as ReturnType<typeof amountOf>),
        references: item.references,
        properties: item.properties,
      })),
  }
}

const parentOf = ({ references }: Pick<Order['orderItems'][number], 'references'>): number =>
  references[0]?.referenceOrderItemId ?? 0

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" }

/** At its start; at its end where customers see it. */
export const markerOf = (text: string): string | undefined =>
  /^\[bridge:\w+\](?= )|(?<=<br>)\[bridge:\w+\]$/.exec(text)?.[0]

/**
 * The lines of a comment as a browser shows them, without its marker. Undefined: it has no marker, or markup other than line breaks, so
 * that something that people typed came through as HTML.
 */
export function linesOfComment({
  text,
  isVisibleForContact,
}: Pick<Comment, 'text' | 'isVisibleForContact'>): string[] | undefined {
  const marked = isVisibleForContact ? /^(.*)<br>\[bridge:[A-Z2-7]{12}\]$/s : /^\[bridge:[A-Z2-7]{12}\] (.*)$/s
  const html = marked.exec(text)?.[1]
  if (html === undefined) return undefined
  const lines = html.split('<br>')
  if (lines.some((line) => /[<>"'\r\n]|&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(line))) return undefined
  return lines.map((line) => line.replace(/&([a-z]+|#39);/g, (_, name: string) => entities[name] ?? ''))
}
