import type {
  AddComment,
  Command,
  CommentParcel,
  CreateReturn,
  LineRef,
  OrderCommand,
  ParcelLines,
} from '../commands.ts'
import { announcesParcels, tellsOf } from '../config/source-family.ts'
import { openItem } from '../inbox/progress.ts'
import type { OrderLines } from '../order-label.ts'
import { type Ending, ignored } from '../reasons.ts'
import type { LearntParcel } from '../state/learnt.ts'
import { reportsOf } from './ended-parcels.ts'
import { linesUnknownComment } from './kinds/comment-text.ts'
import { isCommented } from './open-writes.ts'
import { aboutLines } from './translate/withdrawals.ts'
import { endWith, type StepOutcome, type Work, waitUntil } from './workflow.ts'

type ShopLine = Extract<LineRef, { shopLine: string }>
const isShopLine = (line: LineRef): line is ShopLine => 'shopLine' in line

type Asked = OrderCommand | CommentParcel

/** What a command about an order asks for by what was learnt, or why it waits or ends before its order is looked for. */
export async function prepared(work: Work, key: string, command: Asked): Promise<OrderCommand | StepOutcome> {
  if (command.type === 'comment-parcel') return await onOrderOfParcel(work, command)
  const isFirst = work.progress(key).state === 'found'
  if (isFirst)
    for (const name of command.alsoNames ?? []) {
      const commented = command.type === 'add-comment' ? [key] : undefined
      await learn(work, name, { externalNumber: numberOf(command), commented })
    }
  if (command.type === 'add-comment') return await completed(work, key, command)
  const early = await untilAnnounced(work, key, command)
  if (early) return early
  const ready = await completed(work, key, command)
  if (ready.type === 'create-return' || !isFirst) return ready
  const { ended } = await beforeMaking(work, { key, command })
  return ended ? endWith(ended) : ready
}

/** A comment where the parcel's earlier reports belong. */
async function onOrderOfParcel(work: Work, { parcel, ...command }: CommentParcel): Promise<AddComment | StepOutcome> {
  const { orderId: id, externalNumber } = (await work.workflow.learnt.parcel(work.event().source, parcel)) ?? {}
  if (id !== undefined) return { ...command, type: 'add-comment', order: { id } }
  if (externalNumber === undefined) return endWith(ignored({ code: 'order_not_named' }))
  return { ...command, type: 'add-comment', order: { externalNumber } }
}

/** By what deliveries have said of its lines. If one of a return is not known: a comment under its key, now and later. */
async function completed(work: Work, key: string, command: OrderCommand): Promise<OrderCommand> {
  const { lines = 'all' } = command
  if (lines === 'all' || !lines.some(isShopLine)) return command
  const { inbox } = work.workflow
  const number = numberOf(command)
  const known = number === undefined ? {} : await inbox.linesOf(work.event().source, number)
  if (command.type === 'add-comment') {
    const named = lines.map((line) => (isShopLine(line) ? (whatItIs(line, known)[0] ?? line) : line))
    return { ...command, lines: named, text: command.text.replace(aboutLines(lines), () => aboutLines(named)) }
  }
  const whole = lines.flatMap((line) => (isShopLine(line) ? whatItIs(line, known) : line))
  const { returnId } = work.progress(key)
  const isBegun = returnId !== undefined || openItem(work.progress(key))?.startsWith('order#')
  const isComment = work.event().epoch > 1 && !isBegun && (await isCommented(work.workflow, key))
  if (isBegun || (whole.length === lines.length && !isComment))
    return { ...command, lines: whole, parcelLines: parcelLinesOf(lines) }
  const unknown = lines.filter((line) => isShopLine(line) && whatItIs(line, known).length === 0)
  return asComment(command, unknown)
}

const numberOf = ({ order, ...command }: OrderCommand): string | undefined =>
  ('orderNumber' in command ? command.orderNumber : undefined) ??
  ('externalNumber' in order ? order.externalNumber : undefined)

/** Nothing where it is not known. */
export function whatItIs({ shopLine, quantity, reason }: Omit<ShopLine, 'parcelLine'>, known: OrderLines): LineRef[] {
  const { sku, name } = (Object.hasOwn(known, shopLine) && known[shopLine]) || {}
  const rest = { quantity, ...(reason !== undefined && { reason }) }
  if (sku) return [{ sku, ...(name && { name }), ...rest }]
  return name ? [{ name, ...rest }] : []
}

function parcelLinesOf(lines: readonly LineRef[]): ParcelLines {
  const named = lines.filter(isShopLine).flatMap(({ parcelLine, shopLine, quantity }) => {
    return parcelLine === undefined ? [] : [[parcelLine, { shopLine, quantity }] as const]
  })
  return Object.fromEntries(named)
}

function asComment(command: CreateReturn, missing: readonly LineRef[]): AddComment {
  const { key, order, email, requireEmail, note, text } = command
  return {
    ...{ type: 'add-comment', key, order, text: linesUnknownComment({ text, missing }) },
    ...(email !== undefined && { email }),
    ...(requireEmail && { requireEmail }),
    ...(note !== undefined && { note }),
  }
}

type Making = { key: string; command: CreateReturn; orderId?: number }
type BeforeMaking = { ended?: Ending; isTold?: boolean }

/**
 * Under the order's lock, just before it is made: who ends the parcel later finds the order there. Without an order a comment is made
 * instead. `isTold`: that comment may have been sent, by another delivery of the fact.
 */
export async function beforeMaking(work: Work, { key, command, orderId }: Making): Promise<BeforeMaking> {
  const { parcel, parcelName: name, parcelLines, tells = tellsOf(work.workflow.config, work.event().source) } = command
  if (parcel === undefined) return {}
  // What has arrived or is paid back can be a part of it.
  const lines = tells === 'announcement' ? parcelLines : undefined
  const commented = orderId === undefined ? [key] : undefined
  const known = await learn(work, parcel, { externalNumber: numberOf(command), name, lines, orderId, commented })
  const { orderId: first } = known
  const isElsewhere = orderId !== undefined && first !== undefined && first !== orderId
  const { records = {} } = (isElsewhere && (await work.workflow.records.get(`order#${first}`))) || {}
  // What was planned there was refused, and a person has named another order.
  const isMoved = isElsewhere && reportsOf(records, { source: work.event().source, parcel }).length === 0
  const { endedBy } = isMoved ? await learn(work, parcel, { orderId }, isMoved) : known
  if (endedBy !== undefined) return { ended: ignored({ code: 'parcel_ended' }) }
  const wasToBe = orderId !== undefined && known.commented?.includes(key)
  return { isTold: wasToBe && (await isCommented(work.workflow, key)) }
}

type Known = { [Name in keyof LearntParcel]: LearntParcel[Name] | undefined }

function learn({ workflow, event }: Work, parcel: string, given: Known, isMoved = false): Promise<LearntParcel> {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return workflow.learnt.learnParcel(event().source, parcel, { known, isMoved, now: workflow.now() })
}

/** What could not be done, of a parcel that has ended and of which nothing is made: that is said by what ended it. */
export async function ofEndedParcel(work: Work, key: string, command: Command): Promise<StepOutcome | undefined> {
  const parcel = command.type === 'create-return' ? command.parcel : undefined
  if (parcel === undefined || work.progress(key).state !== 'found') return undefined
  const known = await work.workflow.learnt.parcel(work.event().source, parcel)
  return known?.endedBy === undefined ? undefined : endWith(ignored({ code: 'parcel_ended' }))
}

/** A refund may come before the announcement of its parcel, which says more of it. */
async function untilAnnounced(work: Work, key: string, { parcel, tells }: CreateReturn) {
  const { config, learnt, timing, now } = work.workflow
  const { source, receivedAt } = work.event()
  const until = receivedAt + timing.announcedWithinMs
  if (parcel === undefined || now() >= until || work.progress(key).state !== 'found') return undefined
  const isRefund = (tells ?? tellsOf(config, source)) === 'refund'
  if (!isRefund || !announcesParcels(config, source)) return undefined
  const isKnown = (await learnt.parcel(source, parcel)) !== undefined
  return isKnown ? undefined : waitUntil(until, { code: 'announcement_not_there_yet' })
}
