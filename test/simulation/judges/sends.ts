import type { Fact } from '../facts/fact.ts'
import { type Write, writeOf } from '../facts/tags.ts'
import type { SentRequest } from '../town/sent-request.ts'
import { markerOf } from './model.ts'

/** A request to write that has left a machine, as it truly went. Times are epoch milliseconds. */
export type Send = Write & {
  request: SentRequest
  /** What it is for: the same for every try of one fact, and of a comment for every try of one marker. */
  about: string
  orderId: number
  sentAt: number
  /** When its client gave it up or had its answer; unknown: still under way. */
  endedAt?: number
  /** The status that the back office answered, heard or not; absent: it was lost on its way, or is still under way. */
  status?: number
  isUnheard?: true
  isFarTooLate?: true
  /** What it has stored. */
  made?: { id: number; at: number }
  /** The event that had the lock of its item, as far as it has one. */
  by?: string
}

/** Answers that prove that nothing was carried out. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 422, 429])

export const isRefused = ({ status }: Send): boolean => status !== undefined && refusals.has(status)

/** A new entry for a request, if it is one to write. */
export function toSend(facts: readonly Fact[], request: SentRequest, sentAt: number): Send | undefined {
  const write = writeOf(request, facts)
  return write && { ...write, request, about: aboutOf(write), orderId: orderOf(write), sentAt }
}

function aboutOf({ kind, tag, body }: Write): string {
  const marker = kind === 'comment' ? markerOf(String(body.text)) : undefined
  return `${kind} ${marker ?? tag}`
}

function orderOf({ kind, body }: Write): number {
  if (kind === 'comment') return Number(body.referenceValue)
  const [parent] = (body.orderReferences ?? []) as { referenceOrderId: number }[]
  return parent?.referenceOrderId ?? 0
}
