import type { Delivery, Source, SourceEvent, SourceSettings } from '../../lib/sources/source.ts'

/** The clock of these tests: 2026-10-01T09:30:00Z. */
export const nowMs = Date.UTC(2026, 9, 1, 9, 30)

export const settings = (more: Partial<SourceSettings> = {}): SourceSettings => ({ kind: 'test', ...more })

export const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  method: 'POST',
  path: '/forms/test',
  query: '',
  headers: {},
  body: Buffer.from('{}'),
  ...more,
})

type SignedInput = {
  body: Buffer | string
  secret: string
  topic?: string
  id?: string
  contentType?: string
  path?: string
  nowMs?: number
}

/** A delivery as the sender itself would sign it. */
export function signed(source: Source, input: SignedInput): Delivery {
  const body = Buffer.from(input.body)
  const contentType = input.contentType ?? 'application/json'
  const path = input.path ?? `/${source.family}/${source.kind}`
  const request = { method: 'POST', path, body, contentType, id: input.id ?? 'msg_1', nowMs: input.nowMs ?? nowMs }
  const made = source.sign({ ...request, ...(input.topic ? { topic: input.topic } : {}) }, input.secret)
  return {
    method: 'POST',
    path: made.path,
    query: '',
    headers: made.headers,
    body,
    ...(source.tokenInPath ? { token: made.path.split('/')[3] ?? '' } : {}),
  }
}

/** The event that the inbox would hold for a delivery. */
export function eventOf(source: Source, from: Delivery, more: Partial<SourceSettings> = {}): SourceEvent {
  const identity = source.identify(from, settings(more))
  if (identity.kind !== 'event') throw new Error('not an event')
  return {
    id: `${source.kind}/${identity.key}`,
    source: source.kind,
    headers: identity.headers,
    body: from.body,
    receivedAt: nowMs,
  }
}
