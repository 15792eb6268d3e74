import type { SourceConfig } from '../config/config.ts'
import type { Delivery, LabelDelivery, Source } from '../sources/source.ts'

/** What a verified delivery tells of an order's label, and whether it is an event. A configured translation may act on any delivery. */
export function toldBy(source: Source, settings: SourceConfig, delivery: Delivery): LabelDelivery {
  const told = source.family === 'shops' ? source.labels?.(delivery, settings) : undefined
  return { label: told?.label, isEvent: told?.isEvent !== false || settings.translate !== undefined }
}
