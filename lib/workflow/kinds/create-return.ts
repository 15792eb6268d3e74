import { isActiveReturn, isCancelled } from '../../back-office/constants.ts'
import { externalNumbersOf } from '../../back-office/resources/order-filter.ts'
import type { CreateReturn } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { openItem } from '../../inbox/progress.ts'
import { invariant } from '../../invariant.ts'
import { held } from '../../reasons.ts'
import { alsoIn, type ItemId, orderIn } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { reportsOf } from '../ended-parcels.ts'
import { isOfGoodsBack, isOwnOrder, ownOrdersOf, reportOf, shopsWithOwnNumbers } from '../find-order/asking.ts'
import { isCommented } from '../open-writes.ts'
import { isDoneReturn } from '../plan-return/parcels.ts'
import { notShipped } from '../plan-return/plan-request.ts'
import { endWith, proceed, type StepOutcome, type Work } from '../workflow.ts'
import { type Locked, withLock } from '../write-once/lock-item.ts'
import { secondLook } from '../write-once/second-look.ts'
import { writeOnce } from '../write-once/write-once.ts'
import { checkStatus, commentKey, commentOn, type Parts } from './comment-return.ts'
import { cancelledComment, linesUnknownComment, unshippedComment } from './comment-text.ts'
import { isReplayedSince, newStatusOf, question, readParent, returnKind } from './return-kind.ts'
import { writeComment } from './write-comment.ts'

type Facts = Pick<Parts, 'key' | 'orderId' | 'item'>

/** Creates the return of a command, once, and comments its order; a return that was sent twice is looked at once more. */
export async function createReturn(work: Work, key: string, command: CreateReturn): Promise<StepOutcome> {
  const { orderId } = work.progress(key)
  // It was found before.
  invariant(orderId !== undefined, 'step_out_of_order')
  let elsewhere: ItemId | undefined
  let instead: string | undefined
  const outcome = await withLock(work, { id: `order#${orderId}` }, async (item) => {
    // Whoever else reports the fact must find it where a person has put it.
    const isLookedUp = !('id' in command.order) || work.event().corrections?.[key]?.order !== undefined
    elsewhere = isLookedUp ? await placedElsewhere(work, key, item) : undefined
    if (elsewhere) return proceed
    const ofTwo = isLookedUp ? numberOfTwo(work, { key, orderId, item }) : undefined
    if (ofTwo) return endWith(ofTwo)
    const cancelled = await cancelledOrder(work, command, { key, item, orderId })
    const lack = cancelled ?? (await unshippedOrder(work, command, { key, item, orderId }))
    const lines = cancelled ? [] : lack ? command.ifUnshipped : command.lines
    if (!lines?.length && lack) {
      const why = (cancelled ? cancelledComment : unshippedComment)(orderId, lack.statusId)
      instead = command.text === undefined ? why : `${why}\n${command.text}`
    }
    if (!lines?.length) return proceed
    const isLater = command.mayMake === 'first' && hasReturn(work, command, { key, item })
    const mayMake = isLater ? false : command.mayMake
    const parts: Parts = { key, orderId, command: { ...command, lines, mayMake }, item }
    const made = await makeReturn(work, parts)
    if (made === 'told') instead = linesUnknownComment({ text: command.text, missing: [] })
    if (made) return made === 'told' ? proceed : made
    const looked = await lookAgain(work, parts)
    if (looked?.kind === 'end') return looked
    // A comment that is refused for good must not end the event before its return was looked at again.
    const commented = await commentOn(work, parts).catch((error: unknown) => {
      if (looked && error instanceof Rejected) return looked
      throw error
    })
    if (commented) return commented
    if (work.progress(key).state === 'done') return proceed
    return looked ?? (await finish(work, parts))
  })
  const { order, note, text: said = '' } = command
  const commented = async (text: string) =>
    await writeComment(work, key, { type: 'add-comment', key, order, text, note })
  if (instead && outcome.kind === 'continue') return await commented(instead)
  if (!elsewhere) return outcome
  const placed = await placeFact(work, key, { id: elsewhere, found: `order#${orderId}` })
  if (placed === 'told') return await commented(said)
  return placed.kind === 'continue' ? await createReturn(work, key, command) : placed
}

/** Whether another report of the parcel has made a return, or found one. */
const hasReturn = ({ event }: Work, { parcel = '' }: CreateReturn, { key, item }: Pick<Parts, 'key' | 'item'>) =>
  reportsOf(item.records(), { source: event().source, parcel }).some(
    ([other, record]) => other !== key && isDoneReturn(record),
  )

/** Another shop, whose numbers can be the same, has reported returns of the order that its number led to. */
function numberOfTwo({ workflow, event }: Work, { key, orderId, item }: Facts) {
  const { source } = event()
  const settings = workflow.config.sources[source]
  const sharing = shopsWithOwnNumbers(workflow.config)
  if (!settings || !sharing.includes(source) || ownOrdersOf(settings) || item.records()[key]) return undefined
  const reporting = Object.keys(item.records()).map((one) => one.split('/')[0] ?? '')
  const asked = { key, what: 'shared_number', ids: [orderId] } as const
  const isAsked = reporting.some((one) => one !== source && sharing.includes(one))
  if (!isAsked || isApproved(event(), 'order_ambiguous', asked)) return undefined
  return held({ code: 'order_ambiguous', ...asked, wanted: 'return' })
}

/** Makes no return, now or later: a comment says it. So do lines that come back only of a shipped order. */
async function unshippedOrder(work: Work, { ifUnshipped }: CreateReturn, { key, item, orderId }: Facts) {
  const { config } = work.workflow
  const matters = work.event().withdrawal || ifUnshipped !== undefined
  if (!matters || config.shippedFrom === undefined || item.records()[key]) return undefined
  const parent = work.parents.get(orderId) ?? (await readParent(work, item, orderId))
  return notShipped(parent, config) || (await isCommented(work.workflow, key)) ? parent : undefined
}

/** What is refunded or received of a cancelled order is told on it; where another order of its number lives, a person decides. */
async function cancelledOrder(work: Work, command: CreateReturn, { key, item, orderId }: Facts) {
  const { config, constants } = work.workflow
  const { source, ...report } = reportOf(work, command)
  const isBegun = work.progress(key).returnId !== undefined || item.records()[key] !== undefined
  if (!isOfGoodsBack(report) || isBegun) return undefined
  // In this run no other one was found, or none was asked for.
  const isChosen = 'id' in command.order || work.parents.has(orderId)
  const parent = work.parents.get(orderId) ?? (await readParent(work, item, orderId))
  // Its comment may have been sent.
  if (openItem(work.progress(key)) === `comment#${key}`) return parent
  if (!isCancelled(parent.statusId, constants.statuses)) return undefined
  const own = ownOrdersOf(config.sources[source] ?? {})
  for (const number of isChosen ? [] : externalNumbersOf(parent, constants)) {
    const { entries } = await work.backOffice.orders.findByExternalNumber(number)
    if (entries.some((order) => isOwnOrder(order, own, constants))) return undefined
  }
  return parent
}

const kindOf = (work: Work, { command, ...facts }: Parts) =>
  returnKind(work, command, { ...facts, commentKey: commentKey(facts.key) })

/** Undefined: the return is there, and known to the event; or none is to be made, and a comment says it all. `told`: one has. */
async function makeReturn(work: Work, parts: Parts): Promise<StepOutcome | 'told' | undefined> {
  const { key, item, command } = parts
  // What the event itself knows counts, whatever has expired.
  if (work.progress(key).returnId !== undefined) return undefined
  const mayMake = command.mayMake !== false
  // It was so when its comment was recorded, and stays so.
  if (!mayMake && !item.records()[key] && item.records()[commentKey(key)]) return undefined
  const made = await writeOnce(work, item, kindOf(work, parts))
  if (made.kind !== 'done') return made
  if (made.how === 'told') return 'told'
  if (!made.record && !mayMake) return undefined
  const { by, id, at = 0 } = made.record ?? {}
  invariant(id !== undefined, 'done_without_its_work', { type: 'create-return' })
  if (by !== work.event().id) return undefined
  const { statusId } = made
  const linked = made.record?.linked
  work.record(key, {
    returnId: id,
    ...alsoIn(made.record),
    ...(statusId !== undefined && { statusId }),
    ...(linked && { linked }),
  })
  if (made.how !== 'before') {
    for (const other of alsoIn(made.record).also ?? []) work.record(key, {}, { code: 'linked', returnId: other })
    return undefined
  }
  const status = await checkStatus(work, key, id)
  if (!isCancelled(status, work.workflow.constants.statuses) || !isReplayedSince(work, at)) return undefined
  // It was cancelled before this event knew of it, and somebody has replayed the event since: it is wanted after all.
  work.record(key, { returnId: undefined, also: undefined, statusId: undefined, linked: undefined })
  await item.save({ [key]: undefined, [commentKey(key)]: undefined })
  return await makeReturn(work, parts)
}

/** The second look at a repeated return. Undefined: it is over, or there is none. */
async function lookAgain(work: Work, parts: Parts): Promise<StepOutcome | undefined> {
  const { key, item } = parts
  const looked = await secondLook(work, item, { kind: kindOf(work, parts), isOurs: question.isOurs })
  if (looked?.kind !== 'counts') return looked
  if (looked.id !== work.progress(key).returnId)
    work.record(key, { returnId: looked.id, statusId: undefined, linked: undefined })
  return undefined
}

/** A person's look at a return that came out incomplete. */
async function finish(work: Work, { key, command }: Parts): Promise<StepOutcome> {
  const { returnId, statusId: known, linked } = work.progress(key)
  invariant(returnId !== undefined || command.mayMake === false, 'step_out_of_order')
  if (linked || returnId === undefined) {
    // Who made it sees to its status.
    work.record(key, { done: true })
    return proceed
  }
  const statusId = known ?? (await checkStatus(work, key, returnId))
  if (!isActiveReturn(statusId, work.workflow.constants)) {
    if (!isApproved(work.event(), 'return_incomplete', { returnId })) {
      const wanted = newStatusOf(work.workflow, reportOf(work, command), command)
      return endWith(held({ code: 'return_incomplete', returnId, statusId, wanted }))
    }
    work.record(key, {}, { code: 'incomplete_accepted', returnId, statusId })
  }
  work.record(key, { done: true })
  return proceed
}

/** A fact stays with the first order that something was written for: that may be cancelled and imported again later. */
async function placedElsewhere({ workflow }: Work, key: string, item: Locked): Promise<ItemId | undefined> {
  if (item.records()[key]) return undefined
  const place = await workflow.records.place(key, item.id, { now: workflow.now() })
  return place === item.id ? undefined : place
}

/**
 * The fact stays where it has a record; where nothing was written for it, it belongs to the order that was found now. `told`: a comment has
 * told it on an order that was cancelled, and it makes no return on the one that came after that.
 */
async function placeFact(work: Work, key: string, { id, found }: { id: ItemId; found: ItemId }) {
  let isTold = false
  const outcome = await withLock(work, { id }, async (item) => {
    const { records, now } = work.workflow
    const isMade = item.records()[key] !== undefined
    isTold = !isMade && (await isCommented(work.workflow, key))
    const place = isMade || isTold ? id : await records.place(key, found, { now: now(), instead: id })
    work.record(key, { orderId: orderIn(place) })
    return proceed
  })
  return isTold && outcome.kind === 'continue' ? 'told' : outcome
}
