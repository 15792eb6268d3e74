import * as z from 'zod'
import { brief } from '../../plain-text.ts'
import { hashKey } from '../shared/delivery-parts.ts'
import { optional, partsOf, quantity } from '../shared/payload-parts.ts'
import { commentParcel, endParcel } from '../shared/requests.ts'
import { unreadable } from '../shared/translation.ts'
import { notMapped, type SourceSettings, type Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { identified } from './values.ts'

export type Asked = { topic: string; body: Buffer; settings: SourceSettings }

/** A return of the shop is a parcel, whichever message names it. */
export const parcelOf = (returnId: string): string => `return/${returnId}`
export const fieldMissing = (field: string): Translation => notMapped({ problem: 'field_missing', field })
const removal = identified.extend({ delta: optional(quantity) })
const changed = identified.extend({ return_line_items: optional(z.object({ removals: partsOf(removal) })) })

/** returns/update: pieces that were removed. It names neither the order nor its lines. */
export function translateChanged(payload: unknown, { body }: Asked): Translation {
  const parsed = changed.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  const removals = parsed.data?.return_line_items ? parsed.data.return_line_items.removals : []
  const removed = removals?.flatMap((one) => {
    const parcelLine = one && exactId(one)
    return parcelLine && one.delta ? [{ parcelLine, quantity: one.delta }] : []
  })
  if (!id || !removed || removed.length < (removals?.length ?? 0))
    return unreadable('admin_graphql_api_id', 'return_line_items.removals')
  if (removed.length === 0) return fieldMissing('return_line_items.removals')
  const parcel = parcelOf(id)
  const text = `Shopify return ${id} was changed in the shop.`
  return endParcel(`${parcel}/update/${hashKey(body)}`, { parcel, removed, text })
}

const tracking = z.object({ carrier_name: optional(z.string()), tracking_number: optional(z.string()) })
const deliverable = identified.extend({
  return: optional(identified),
  shipping_deliverable: optional(z.object({ tracking: optional(tracking) })),
})

/** reverse_deliveries/attach_deliverable: how the parcel comes. The address of a label opens it for anybody, so it is never repeated. */
export function translateDeliverable(payload: unknown): Translation {
  const parsed = deliverable.safeParse(payload)
  const [id, returnId] = [parsed.data, parsed.data?.return].map((one) => one && exactId(one))
  if (!id || !returnId) return unreadable('id', 'return.id')
  const { carrier_name, tracking_number } = parsed.data?.shipping_deliverable?.tracking ?? {}
  const [carrier, number] = [brief(carrier_name, 60), brief(tracking_number, 100)]
  const how = `${carrier ? `with ${carrier}` : 'with a label of the shop'}${number ? `, number ${number}` : ''}`
  const key = `reverse-delivery/${id}/${hashKey(number ?? '')}`
  return commentParcel(key, parcelOf(returnId), `Shopify return ${returnId} comes back ${how}.`)
}
