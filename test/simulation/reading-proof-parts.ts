import { json, type Reading, type Step } from './reading.ts'

export const refund = json({ id: 1, order_id: 2, refund_line_items: [] })
export const form = json({
  id: '9',
  submission: { submissionId: '9', sku: 'A' },
  event_type: 'x',
  eventType: 'x',
  answers: [],
})
const asked = json({ type: 'comment.submitted', data: { order: { id: 1 }, text: 't' } })
const shopware = json({ data: { event: 'e' }, source: { shopId: 'a1', eventId: 'e' } })
const bodies: Record<string, string> = { shopify: refund, bigcommerce: refund, standard: asked, shopware }

const shops = new Set(['shopify', 'bigcommerce', 'woocommerce', 'shopware'])
export const familyOf = (kind: string) => (shops.has(kind) ? ('shops' as const) : ('forms' as const))
export const bodyOf = (kind: string): string => bodies[kind] ?? form
export const reading = (name: string, kind: string, steps: readonly Step[], more: Partial<Reading> = {}): Reading => ({
  ...{ name: `${name} (${kind})`, family: familyOf(kind), settings: { kind }, steps, ...more },
})
/** Whatever it is, it is stored or names a label. */
export const good = (kind: string, more: Partial<Step> = {}): Step => ({
  ...{ text: bodyOf(kind), hears: 'accepted', topic: kind === 'woocommerce' ? 'a.b' : 'refunds/create' },
  ...more,
})
