import * as z from 'zod'
import { type LineRef, lineRef } from '../../commands.ts'
import { hashKey } from '../shared/delivery-parts.ts'
import { optional, partsOf, quantity } from '../shared/payload-parts.ts'
import {
  addComment,
  brief,
  clip,
  commentParcel,
  createReturn,
  declareWithdrawal,
  endParcel,
  unreadable,
} from '../shared/translation.ts'
import { notMapped, type SourceSettings, type Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { describeReturn, type ReturnLine, reasonOf, type ShopReturn, shopReturn } from './return-text.ts'
import { identified, shopifyId } from './values.ts'

export type Asked = { topic: string; body: Buffer; settings: SourceSettings }

export const parcelOf = (returnId: string): string => `return/${returnId}`

const said = {
  request: 'was requested by the customer',
  approve: 'was approved',
  decline: 'was declined',
  cancel: 'was cancelled',
  close: 'was closed',
  reopen: 'was reopened',
  process: 'was received in the shop',
}
type Step = keyof typeof said

/** A message may be written after its return went on: its status says what it reports, not its topic. */
const steps: Readonly<Record<string, Step>> = {
  requested: 'request',
  open: 'approve',
  closed: 'approve',
  declined: 'decline',
  canceled: 'cancel',
  cancelled: 'cancel',
}

/** What each step becomes. Not each is one of a parcel that is known. */
const translations: Readonly<Record<Step, (told: Told) => Translation>> = {
  request: ({ parcel, order, text }) => addComment(`${parcel}/request`, { order, text }),
  approve: toReturn,
  decline: ({ parcel, named, text }) => endParcel(`${parcel}/decline`, { parcel, ...named, text }),
  cancel: ({ parcel, named, text }) => endParcel(`${parcel}/cancel`, { parcel, ...named, text }),
  close: toNews,
  reopen: toNews,
  process: toReceipt,
}

type Order = { externalNumber: string }
type Told = Asked & {
  step: Step
  content: ShopReturn
  parcel: string
  order: Order
  named: { order?: Order; parcelName?: string }
  text: string
}

/** returns/request, approve, decline, cancel, close, reopen and process. */
export function translateReturn(payload: unknown, asked: Asked): Translation {
  const parsed = shopReturn.safeParse(payload)
  const own = asked.topic.slice('returns/'.length) as Step
  const isFixed = own === 'close' || own === 'reopen' || own === 'process'
  const id = parsed.data && exactId(parsed.data)
  if (own === 'process' && !parsed.data?.return_line_items?.some(isProcessed)) return fieldMissing('processed_quantity')
  if (!parsed.success || !id) return unreadable('id', 'order')
  const content = parsed.data
  const step = (isFixed ? undefined : steps[content.status ?? '']) ?? own
  const number = orderIdOf(content)
  // Before API version 2024-07 a declined return names no order: then it is that of its parcel.
  if (!number && step !== 'decline' && step !== 'cancel') return unreadable('id', 'order')
  const [order, name] = [{ externalNumber: number ?? '' }, brief(content.name, 60)]
  const text = [`Shopify return ${name ?? id} ${said[step]}.`, ...describeReturn(content)].join('\n')
  const named = { ...(number && { order }), ...(name && { parcelName: name }) }
  const told: Told = { ...asked, step, content, parcel: parcelOf(id), order, named, text }
  const isRequested = own === 'request' && (step === 'request' || step === 'approve')
  return isRequested && asked.settings.tells === 'withdrawal' ? toWithdrawal(told) : translations[step](told)
}

function orderIdOf({ order, order_id }: ShopReturn): string | undefined {
  const named = identified.safeParse(order).data
  return (named && exactId(named)) ?? shopifyId.safeParse(order_id).data
}

/** Its return has the key of the approval: whichever makes it, it is one. */
function toWithdrawal({ content, parcel, order }: Told): Translation {
  const { lines } = linesOf(content.return_line_items)
  const words = content.return_line_items?.flatMap((line) => clip(line?.customer_note, 1_000) ?? []) ?? []
  return declareWithdrawal(
    `${parcel}/request`,
    { order, ...(lines && { lines }), ...(words.length > 0 && { text: words.join('\n') }) },
    { returnAs: { key: `${parcel}/approve`, parcel } },
  )
}

/** What was approved is on its way. Without its lines nobody knows what: the refund says it. */
function toReturn({ content, parcel, order, named, text, settings }: Told): Translation {
  const { returns = 'approved' } = settings
  const key = `${parcel}/approve`
  const { lines, lack } = linesOf(content.return_line_items)
  const isMissing = returns === 'approved' && content.total_return_line_items !== 0
  const advice = 'Wait for the refund of this return, or create it by hand.'
  if (!lines)
    return addComment(key, { order, text: isMissing ? `${text}\nNo return was created: ${lack} ${advice}` : text })
  if (returns === 'refunded') return addComment(key, { order, text })
  const mayMake = returns === 'never' ? ({ mayMake: false } as const) : {}
  return createReturn(key, { parcel, ...named, order, lines, tells: 'announcement', text }, mayMake)
}

/** All lines as they are named, or what they lack. A line of no pieces is none. */
function linesOf(given: ShopReturn['return_line_items']): { lines?: LineRef[]; lack: string } {
  const meant = (given ?? []).filter((line) => line?.quantity !== 0)
  const lines = meant.flatMap((line) => toLineRef(line, line?.quantity))
  if (meant.length === 0) return { lack: 'the message names none of its lines.' }
  const lacking = meant.length - lines.length
  return lacking > 0 ? { lack: `the message does not say what ${lacking} of its lines are.` } : { lines, lack: '' }
}

/** By the line of the order; one that was never fulfilled names none. */
function toLineRef(line: ReturnLine, quantity: number | null | undefined): LineRef[] {
  const [shopLine, parcelLine] = [line?.fulfillment_line_item?.line_item, line].map((one) => one && exactId(one))
  const reason = reasonOf(line)
  const named = { ...(parcelLine && { parcelLine }), ...(reason && { reason }) }
  const { data } = lineRef.safeParse({ shopLine, quantity, ...named })
  return data ? [data] : []
}

/** No body of it is published: only one that counts what was processed is none of an approval. */
const isProcessed = (line: ReturnLine): boolean => (line?.processed_quantity ?? 0) > 0

function toReceipt({ content, parcel, order, named, text, body, settings }: Told): Translation {
  const key = `${parcel}/process/${hashKey(body)}`
  const processed = (content.return_line_items ?? []).filter(isProcessed)
  const lines = processed.flatMap((line) => toLineRef(line, line?.processed_quantity))
  if (lines.length < processed.length) return addComment(key, { order, text })
  const mayMake = (settings.returns ?? 'approved') === 'approved' ? {} : ({ mayMake: false } as const)
  return createReturn(key, { parcel, ...named, order, lines, tells: 'receipt', text }, mayMake)
}

function toNews({ step, parcel, order, text, body }: Told): Translation {
  return addComment(`${parcel}/${step}/${hashKey(body)}`, { order, text })
}

const fieldMissing = (field: string): Translation => notMapped({ problem: 'field_missing', field })

const removal = identified.extend({ delta: optional(quantity) })
const changed = identified.extend({ return_line_items: optional(z.object({ removals: partsOf(removal) })) })

/** returns/update: pieces that were removed. It names neither the order nor its lines. */
export function translateChanged(payload: unknown, { body }: Asked): Translation {
  const parsed = changed.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  const removals = parsed.data?.return_line_items ? parsed.data.return_line_items.removals : []
  const removed = removals?.map((one) => ({ parcelLine: one && exactId(one), quantity: one?.delta }))
  const isReadable = removed?.every((one): one is { parcelLine: string; quantity: number } => {
    return one.parcelLine !== undefined && typeof one.quantity === 'number'
  })
  if (!id || !removed || !isReadable) return unreadable('admin_graphql_api_id', 'return_line_items.removals')
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
