import { type LineRef, lineRef } from '../../commands.ts'
import { brief, clip } from '../../plain-text.ts'
import { hashKey } from '../shared/delivery-parts.ts'
import { addComment, createReturn, declareWithdrawal, endParcel } from '../shared/requests.ts'
import { unreadable } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { type Asked, fieldMissing, parcelOf } from './parcel.ts'
import { describeReturn, type ReturnLine, reasonOf, type ShopReturn, shopReturn } from './return-text.ts'
import { identified, shopifyId } from './values.ts'

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

type Order = { externalNumber: string }
type Told = Asked & {
  step: Step
  content: ShopReturn
  parcel: string
  order: Order
  named: { order?: Order; parcelName?: string }
  text: string
}

const toEnd = ({ step, parcel, named, text }: Told): Translation =>
  endParcel(`${parcel}/${step}`, { parcel, ...named, text })
/** They come again and again, and name nothing of their own. */
const toNews = ({ step, parcel, order, text, body }: Told): Translation =>
  addComment(`${parcel}/${step}/${hashKey(body)}`, { order, text })

const translations: Readonly<Record<Step, (told: Told) => Translation>> = {
  request: ({ parcel, order, text }) => addComment(`${parcel}/request`, { order, text }),
  approve: toReturn,
  decline: toEnd,
  cancel: toEnd,
  close: toNews,
  reopen: toNews,
  process: toReceipt,
}

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
  const said = { order, ...(lines && { lines }), ...(words.length > 0 && { text: words.join('\n') }) }
  return declareWithdrawal(`${parcel}/request`, said, { returnAs: { key: `${parcel}/approve`, parcel } })
}

/** What was approved is on its way. Without its lines nobody knows what: the refund says it. */
function toReturn({ content, parcel, order, named, text, settings }: Told): Translation {
  const { returns = 'approved' } = settings
  const key = `${parcel}/approve`
  const { lines, lack } = linesOf(content.return_line_items)
  const isMissing = returns === 'approved' && content.total_return_line_items !== 0
  const advice = 'Wait for the refund of this return, or create it by hand.'
  // What comes later of the parcel may name no order.
  const asComment = (words: string) => addComment(key, { order, text: words }, { alsoNames: [parcel] })
  if (!lines) return asComment(isMissing ? `${text}\nNo return was created: ${lack} ${advice}` : text)
  if (returns === 'refunded') return asComment(text)
  const asked = { parcel, ...named, order, lines, tells: 'announcement', text } as const
  return createReturn(key, asked, { mayMake: returns === 'never' ? false : undefined })
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
  const isMade = (settings.returns ?? 'approved') === 'approved'
  const asked = { parcel, ...named, order, lines, tells: 'receipt', text } as const
  return createReturn(key, asked, { mayMake: isMade && 'first' })
}
