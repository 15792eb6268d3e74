import { externalOrderNumber } from '../../../sandbox/order-filters.ts'
import type { Order } from '../../../sandbox/records.ts'
import type { SentRequest } from '../town/sent-request.ts'
import type { Fact } from './fact.ts'

const returnReason = 35

export type Write = { kind: 'return' | 'order' | 'comment' | 'image'; tag: string; body: Record<string, unknown> }

/** Which fact a write is for; undefined: it is no write of a record. */
export function writeOf({ method, path, body }: SentRequest, facts: readonly Fact[]): Write | undefined {
  if (method !== 'POST' || path === '/rest/login') return undefined
  const sent = JSON.parse(body) as Record<string, unknown>
  if (path === '/rest/comments') return { kind: 'comment', tag: tagOfComment(String(sent.text), facts), body: sent }
  if (path.endsWith('/availabilities')) return { kind: 'image', tag: tagOfImage(path, facts), body: sent }
  if (path !== '/rest/orders') return undefined
  const order = sent as unknown as Order
  if (order.typeId === 3) return { kind: 'return', tag: tagOfReturn(order, facts), body: sent }
  const number = externalOrderNumber(order)
  const tag = facts.find(({ externalNumber }) => externalNumber === number)?.tag ?? 'nobody'
  return { kind: 'order', tag, body: sent }
}

const tagOfImage = (path: string, facts: readonly Fact[]): string =>
  facts.find(({ image }) => image && path.includes(`/images/${image.imageId}/`))?.tag ?? 'nobody'

/** Forms give a reason, which is the tag; a shop's refund is of a line of its own. */
export function tagOfReturn(order: Order, facts: readonly Fact[]): string {
  const [item] = order.orderItems
  const reason = Number(item?.properties.find(({ typeId }) => typeId === returnReason)?.value ?? 0)
  if (reason > 1_000) return `fact-${reason - 1_000}`
  const fitting = facts.find(
    ({ lines }) => lines !== 'all' && lines.some(({ line }) => line.variationId === item?.itemVariationId),
  )
  return fitting?.tag ?? 'nobody'
}

export function tagOfComment(text: string, facts: readonly Fact[]): string {
  const refund = /refund (\d+)/.exec(text)?.[1]
  const ofRefund = refund === undefined ? undefined : facts.find((fact) => refundOf(fact) === refund)?.tag
  return /fact-\d+/.exec(text)?.[0] ?? ofRefund ?? 'nobody'
}

const refundOf = ({ deliveries }: Fact): string | undefined => {
  const { id } = (deliveries[0]?.body ?? {}) as { id?: number }
  return id === undefined ? undefined : String(id)
}
