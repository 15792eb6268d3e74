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
  /** Of the source. Absent: as its kind. */
  name?: string
  body: Buffer | string
  secret: string
  topic?: string
  id?: string
  contentType?: string
  nowMs?: number
  publicUrl?: string
}

/** A delivery as its sender signs it. */
export function signed(source: Source, input: SignedInput) {
  const { secret, name = source.kind, ...rest } = input
  const path = `/${source.family}/${name}`
  const defaults = { method: 'POST', path, contentType: 'application/json', id: 'msg_1', nowMs }
  const body = Buffer.from(input.body)
  const made = source.sign({ ...defaults, ...rest, path, body }, secret)
  const token = source.tokenInPath ? { token: made.path.split('/')[3] ?? '' } : {}
  return { method: 'POST', path: made.path, query: '', headers: made.headers, body, ...token }
}

/** The stored event of a delivery. */
export function eventOf(source: Source, from: Delivery, more: Partial<SourceSettings> = {}): SourceEvent {
  const identity = source.identify(from, settings(more))
  if (identity.kind !== 'event') throw new Error('not an event')
  return {
    id: `${source.kind}/${identity.deliveryKey}`,
    source: source.kind,
    headers: identity.headers,
    body: from.body,
    receivedAt: nowMs,
  }
}
