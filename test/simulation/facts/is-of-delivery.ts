import type { Source } from '../../../lib/sources/source.ts'
import type { Delivery } from './fact.ts'

/** Whether that is the event of the delivery. */
export const isOfDelivery = ({ source, id }: Pick<Delivery, 'source' | 'id'>, event: string): boolean =>
  event === `${source}/${id}`

/** As a shop that signs only its body is named by its source: by what it sends. */
export function deliveryIdOf({ kind, identify }: Source, topic: string, body: object): string {
  const headers = { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': 'any', 'x-shopify-topic': topic }
  const sent = Buffer.from(JSON.stringify(body))
  const identified = identify({ method: 'POST', path: '', query: '', headers, body: sent }, { kind })
  if (identified.kind !== 'event') throw new TypeError(`${topic} of ${kind} is an event`)
  return identified.deliveryKey
}
