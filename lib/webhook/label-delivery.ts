import type { SourceConfig } from '../config/config.ts'
import type { Delivery, LabelDelivery, Source } from '../sources/source.ts'

/** What a verified delivery says of an order's label, and whether it is an event. A configured translation may act on any delivery. */
export function labelDelivery(source: Source, settings: SourceConfig, delivery: Delivery): LabelDelivery {
  const read = source.family === 'shops' ? source.labels?.(delivery, settings) : undefined
  return { label: read?.label, isEvent: read?.isEvent !== false || settings.translate !== undefined }
}
