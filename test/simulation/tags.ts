import { externalOrderNumber } from '../../sandbox/order-filters.ts'
import type { Order } from '../../sandbox/records.ts'
import type { Fact } from './fact.ts'
import type { SentRequest } from './network.ts'
import { tagOfComment, tagOfReturn } from './truth.ts'

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
