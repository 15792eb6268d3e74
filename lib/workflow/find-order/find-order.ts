import { type Constants, isCancelled } from '../../back-office/constants.ts'
import { newestFirst } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import type { OrderCommand, OrderRef } from '../../commands.ts'
import { TooManyFound } from '../../errors.ts'
import { type Ending, failed, held } from '../../reasons.ts'
import { sourceOfKind } from '../../sources/registry.ts'
import { orderIn } from '../../state/write-record.ts'
import { isApproved } from '../approvals.ts'
import { isByVisitor } from '../by-visitor.ts'
import { operatorSource, sourceUnknown } from '../translate/translate-event.ts'
import { endWith, proceed, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { type Asking, askingOf, isOfGoodsBack, isOwnOrder, reportOf } from './asking.ts'
import { type Found, lookUp } from './look-up.ts'
import type { Part } from './order-with-lines.ts'
import { carriesLabel, emailFits } from './orders-of-email.ts'
import { ordersOfNumber } from './orders-of-number.ts'

type OrderSearch = { key: string; command: OrderCommand; asking: Asking }

/** The order of a command: the one that is named by id, the one where the fact is already, or the one that is meant. */
export async function findOrder(work: Work, key: string, command: OrderCommand): Promise<StepOutcome> {
  const asking = askedBy(work, command)
  if (!asking) return endWith(sourceUnknown(work.event().source))
  if ('id' in command.order && needsNoOrder(command, asking)) return found(work, key, command.order.id)
  const isTriedBefore = work.event().epoch > 1
  const before = isTriedBefore ? await placeOf(work, key, command) : undefined
  if (before !== undefined) return found(work, key, before)
  const meant = await meantOrder(work, { key, command, asking })
  if (!('kind' in meant)) return await withItsEmail(work, { key, command, asking }, meant)
  const earlier = isTriedBefore ? undefined : await placeOf(work, key, command)
  return earlier === undefined ? meant : found(work, key, earlier)
}

/** Undefined: without its settings nobody knows whether the e-mail has to fit. */
function askedBy(work: Work, command: OrderCommand): Asking | undefined {
  const { source: name } = work.event()
  const { config } = work.workflow
  const settings = config.sources[name]
  if (!settings && name !== operatorSource) return undefined
  const asked = askingOf(config, settings && { name, settings }, command.email)
  const isHint = command.type === 'add-comment'
  const wanted = command.lines && { lines: command.lines, report: reportOf(work, command), isHint }
  return { ...asked, mustFit: asked.mustFit || command.requireEmail === true, wanted }
}

/** A comment by id costs one call. */
const needsNoOrder = ({ type }: OrderCommand, { mustFit, own }: Asking): boolean =>
  type === 'add-comment' && !mustFit && own === undefined

async function withItsEmail(work: Work, { key, command, asking }: OrderSearch, { order, fits }: MeantOrder) {
  const email = 'email' in command.order ? command.order.email : command.email
  const question = { key, orderId: order.id }
  work.parents.set(order.id, order)
  const isRight = !asking.mustFit || (fits ?? (await emailFits(work, order, email)))
  if (!isRight && !isApproved(work.event(), 'email_mismatch', question))
    return endWith(held({ code: 'email_mismatch', ...question, named: email !== undefined }))
  return found(work, key, order.id)
}

function found(work: Work, key: string, orderId: number): StepOutcome {
  work.record(key, { orderId }, { code: 'order_found', orderId })
  return proceed
}

/** The order to which any event has already written for the fact. */
async function placeOf({ workflow: { records } }: Work, key: string, { type, order }: OrderCommand) {
  if ('id' in order) return undefined
  if (type === 'add-comment') return (await records.get(`comment#${key}`))?.records[key]?.orderId
  const item = await records.placeOf(key)
  return item && (await records.get(item))?.records[key] ? orderIn(item) : undefined
}

type MeantOrder = { order: Order; fits?: boolean | undefined }

async function meantOrder(work: Work, asked: OrderSearch): Promise<MeantOrder | StepOutcome> {
  try {
    return await chooseOrder(work, asked, await lookUp(work, asked.command.order, asked.asking))
  } catch (error) {
    if (error instanceof TooManyFound) return endWith(tooManyFound(asked.key, asked.command))
    throw error
  }
}

async function chooseOrder(work: Work, { key, command, asking }: OrderSearch, meant: Found) {
  const { candidates, fits } = meant
  if (meant.order) return { order: meant.order, fits }
  const order = confirmed(work, key, candidates)
  if (order) return { order, fits: fits ?? isProvenByPerson(work, key, order) }
  const { constants } = work.workflow
  const wait = !meant.doubt && mayStillAppear(candidates, command.order, constants) && waitForShop(work)
  if (wait) return wait
  const cancelled = await cancelledOrder(work, command, { numbers: meant.numbers, asking })
  if (cancelled) return { order: cancelled }
  if (meant.doubt) return endWith(orderDoubtful(key, candidates, { command, what: meant.doubt, parts: meant.parts }))
  return endWith(candidates.length > 0 ? orderAmbiguous(key, candidates, command) : orderUnknown(command))
}

/** The only order that may be meant, once a person who was shown this one has released the event. */
function confirmed(work: Work, key: string, candidates: readonly Order[]): Order | undefined {
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return undefined
  return isApproved(work.event(), 'order_ambiguous', { key, ids: [only.id] }) ? only : undefined
}

/** True if a person has released this order although nothing proved its e-mail. Undefined: nobody has. */
const isProvenByPerson = (work: Work, key: string, { id }: Order): true | undefined =>
  isApproved(work.event(), 'order_ambiguous', { key, what: 'unproven', ids: [id] }) || undefined

/** Whether the order may not be there yet: nothing was found, or nothing that carries the label. */
function mayStillAppear(candidates: readonly Order[], ref: OrderRef, constants: Constants): boolean {
  const typed = typedIn(ref)
  return !candidates.some((order) => typed === undefined || carriesLabel(order, typed, constants))
}

/** Cancelled orders that are read one by one, at most. */
const mostCancelled = 5

type Looked = { numbers: readonly string[]; asking: Asking }

/** The cancelled order that a comment belongs to, the newest of several. Of what was refunded or received only a comment is made there. */
async function cancelledOrder(work: Work, command: OrderCommand, { numbers, asking }: Looked) {
  if (command.type !== 'add-comment' && !isOfGoodsBack(reportOf(work, command))) return undefined
  for (const number of numbers) {
    const { listed } = await ordersOfNumber(work, number)
    // A live order was seen before, and belongs to another source.
    const cancelled = listed.filter(({ statusId }) => isCancelled(statusId, work.workflow.constants.statuses))
    for (const { id } of cancelled.sort(newestFirst).slice(0, mostCancelled)) {
      const order = await work.backOffice.orders.read(id, { with: fullOrder })
      if (isOwnOrder(order, asking.own, work.workflow.constants)) return order
    }
  }
  return undefined
}

/** A shop's order may arrive after its event. What a visitor typed does not wait, unless it withdraws. */
export function waitForShop({ workflow, event }: Work): StepOutcome | undefined {
  const { config, timing, now } = workflow
  const { source, receivedAt, withdrawal } = event()
  const settings = config.sources[source]
  const fromShop = settings !== undefined && sourceOfKind(settings.kind)?.family === 'shops'
  const isTyped = !withdrawal && isByVisitor(event(), config)
  const deadline = receivedAt + timing.appearsWithinMs
  if (!fromShop || isTyped || now() >= deadline) return undefined
  const next = now() + Math.max(timing.deferralMs.first, (now() - receivedAt) / 2)
  return waitUntil(Math.min(next, deadline), { code: 'order_not_there_yet' })
}

export function orderUnknown({ order: ref, type }: OrderCommand): Ending {
  const wanted = wantedBy(type)
  if ('id' in ref) return failed({ code: 'order_unknown', by: 'id', orderId: ref.id, wanted })
  return failed({ code: 'order_unknown', by: 'email' in ref ? 'email' : 'number', wanted })
}

const wantedBy = (type: OrderCommand['type']) => (type === 'create-return' ? 'return' : 'comment')

/** What a person knows as the order's number. Undefined: the order is named in another way. */
function typedIn(ref: OrderRef): string | undefined {
  if ('externalNumber' in ref) return ref.externalNumber
  return 'email' in ref ? ref.label : undefined
}

export function orderAmbiguous(key: string, candidates: readonly Order[], { order: ref, type }: OrderCommand): Ending {
  const what = candidates.length === 1 ? 'unlabelled' : typedIn(ref) === undefined ? 'several' : 'label'
  return held({ code: 'order_ambiguous', key, what, ids: firstIds(candidates), wanted: wantedBy(type) })
}

type Doubt = {
  command: OrderCommand
  what: 'shared_label' | 'shared_number' | 'unproven' | 'split'
  parts?: readonly Part[] | undefined
}

/** The shops use the label or the number for several orders, nothing proves that an order belongs to the e-mail, or staff have split it. */
const orderDoubtful = (key: string, candidates: readonly Order[], { command, what, parts }: Doubt): Ending =>
  held({
    code: 'order_ambiguous',
    key,
    what,
    ids: firstIds(candidates),
    wanted: wantedBy(command.type),
    ...(parts && { split: parts.slice(0, 20).map(shown) }),
  })

const tooManyFound = (key: string, { type }: OrderCommand): Ending =>
  held({ code: 'order_ambiguous', key, what: 'too_many', ids: [], wanted: wantedBy(type) })

const shown = ({ parent, has }: Part) => ({ orderId: parent.id, ...(has && { lines: has }) })
const firstIds = (orders: readonly Order[]) => orders.slice(0, 20).map(({ id }) => id)
