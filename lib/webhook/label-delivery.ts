import type { WebhookSource } from '../config/webhook-config.ts'
import type { Acceptor, Delivery, LabelDelivery } from '../sources/source.ts'

/** What a verified delivery says of an order's label, and whether it is an event. A configured translation may act on any delivery. */
export function labelDelivery(source: Acceptor, settings: WebhookSource, delivery: Delivery): LabelDelivery {
  const read = source.family === 'shops' ? source.labels?.(delivery, settings) : undefined
  return { label: read?.label, isEvent: read?.isEvent !== false || settings.translate !== undefined }
}
