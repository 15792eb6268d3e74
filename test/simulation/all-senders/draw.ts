import type { Delivery } from '../facts/fact.ts'
import type { Chance } from '../random.ts'
import type { Ending, WideFact, WideOrder } from './fact.ts'
import { kindOf, publicUrl, type WideSource, wideSecrets } from './sources.ts'

/** `at`: which of the schedule's. */
export type WideDraw = { chance: Chance; at: number; faultyMs: number }

export const soon = ({ chance, faultyMs }: WideDraw): number =>
  chance.hits(0.5) ? chance.between(0, 5_000) : chance.between(0, faultyMs * 0.8)

export const emailOf = ({ id }: Pick<WideOrder, 'id'>): string => `kunde.${id}@example.com`

/** A delivery as its sender makes it, under the id that it gets in the inbox. */
export function deliveryOf(
  source: WideSource,
  { text, contentType = 'application/json', topic, sentId, atMs }: Sent,
): Delivery {
  const kind = kindOf(source)
  const [secret = ''] = wideSecrets()[source] ?? []
  const plain = { method: 'POST', path: `/${kind.family}/${source}`, body: Buffer.from(text), contentType, publicUrl }
  const signed = kind.sign({ ...plain, id: sentId, ...(topic !== undefined && { topic }), nowMs: 0 }, secret)
  const identity = kind.identify({ ...plain, query: '', headers: signed.headers }, { kind: kind.kind })
  if (identity.kind !== 'event') throw new TypeError(`${source} sends no event`)
  const raw = { text, contentType }
  return { source, id: identity.deliveryKey, sentId, raw, body: {}, atMs, ...(topic !== undefined && { topic }) }
}
type Sent = { text: string; contentType?: string; topic?: string; sentId: string; atMs: number }

/** Digits, because some senders have nothing else. */
export const idOf = ({ at, chance }: WideDraw): string =>
  String(7_000_000_000_000_000 + at * 1_000 + chance.between(0, 99))

export const wideFact = (
  name: WideFact['name'],
  orders: WideOrder[],
  given: { deliveries: Delivery[]; ending: Ending; contacts?: WideFact['contacts'] },
): WideFact => ({
  name,
  orders,
  contacts: orders.map((order) => ({ id: order.contactId, email: emailOf(order) })),
  ...given,
})
