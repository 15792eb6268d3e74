import { isCancelled } from '../../back-office/constants.ts'
import type { EndParcel, LineRef } from '../../commands.ts'
import { isNotFound, recovered } from '../../errors.ts'
import { isOpen } from '../../inbox/event.ts'
import { invariant } from '../../invariant.ts'
import type { OrderLines } from '../../order-label.ts'
import { ignored } from '../../reasons.ts'
import type { Learning, LearntParcel, Pieces } from '../../state/learnt.ts'
import { isOpenWrite, type ReturnLine } from '../../state/write-record.ts'
import { abandonedPieces, heldBy, markedEnded, reportsOf } from '../ended-parcels.ts'
import { findOrder } from '../find-order/find-order.ts'
import { whatItIs } from '../parcels.ts'
import { knownSkus } from '../plan-return/known-skus.ts'
import { sumOf } from '../plan-return/parcels.ts'
import { pickNamed } from '../plan-return/pick-lines.ts'
import { planItems } from '../plan-return/plan-items.ts'
import { nextDeferral } from '../retry-policy.ts'
import { endWith, proceed, type StepOutcome, type Work, waitUntil } from '../workflow.ts'
import { type Locked, withLock } from '../write-once/lock-item.ts'
import { type EndedFacts, endedComment } from './comment-text.ts'
import { readParent } from './return-kind.ts'
import { writeComment } from './write-comment.ts'

/**
 * Of what the sender has declined, cancelled or taken from a parcel nothing is made any more, and a return that stands is for a person. Each
 * step can be repeated: the parcel learns it, then the records of its reports do, under the lock of their order, and then the order is
 * commented. So a report of the parcel that is at work meanwhile either learns that it has ended, or its record is found here.
 */
export async function endParcel(work: Work, key: string, command: EndParcel): Promise<StepOutcome> {
  const known = await learnEnd(work, key, command)
  const order = await orderOf(work, key, { command, known })
  if ('kind' in order) return order
  const lines = await linesOf(work, known)
  let standing: EndedFacts['standing'] = []
  if (known.orderId !== undefined) {
    const outcome = await withLock(work, { id: `order#${known.orderId}` }, async (item) => {
      const marked = await markReports(work, item, { command, known, lines })
      if (!('kind' in marked)) standing = marked.standing
      return 'kind' in marked ? marked : proceed
    })
    if (outcome.kind !== 'continue') return outcome
  }
  if (standing.length > 0) work.record(key, { standing: standing.map(({ returnId }) => returnId) })
  const { parcel, text } = command
  const removed = command.removed && refsOf(toPieces(command.removed), { known, lines })
  const isEnded = known.endedBy !== undefined
  const words = endedComment({ parcel, name: known.name, text, removed, isEnded, standing })
  return await writeComment(work, key, { type: 'add-comment', key: command.key, order, text: words })
}

/** Of a parcel that nothing was to be made of yet, removed pieces are none of what its approval will name. */
async function learnEnd(work: Work, key: string, command: EndParcel): Promise<LearntParcel> {
  const { parcel, parcelName: name, order, removed } = command
  const learn = (known: Learning['known'], pieces?: Pieces) =>
    work.workflow.learnt.learnParcel(work.event().source, parcel, {
      known,
      ...(pieces && { removed: { by: key, pieces } }),
      now: work.workflow.now(),
    })
  const number = order && 'externalNumber' in order ? order.externalNumber : undefined
  const named = { ...(name !== undefined && { name }), ...(number !== undefined && { externalNumber: number }) }
  if (!removed) return await learn({ ...named, endedBy: key })
  const before = await learn(named)
  const after = before.orderId === undefined ? before : await learn({}, toPieces(removed))
  return isAllRemoved(after) ? await learn({ endedBy: key }) : after
}

function toPieces(removed: NonNullable<EndParcel['removed']>): Pieces {
  const grouped = Map.groupBy(removed, ({ parcelLine }) => parcelLine)
  return Object.fromEntries([...grouped].map(([line, all]) => [line, all.reduce((sum, one) => sum + one.quantity, 0)]))
}

function isAllRemoved({ lines = {}, removed = {} }: LearntParcel): boolean {
  const named = Object.entries(lines)
  return named.length > 0 && named.every(([line, { quantity }]) => (removed[line] ?? 0) >= quantity)
}

/** The order where its return was made, else the one that it names. */
async function orderOf(
  work: Work,
  key: string,
  { command, known: { orderId, externalNumber } }: { command: EndParcel; known: LearntParcel },
): Promise<{ id: number } | StepOutcome> {
  const order = command.order ?? (externalNumber === undefined ? undefined : { externalNumber })
  if (work.progress(key).orderId === undefined) {
    if (orderId !== undefined) work.record(key, { orderId }, { code: 'order_found', orderId })
    else if (!order) return endWith(ignored({ code: 'order_not_named' }))
    else {
      const found = await findOrder(work, key, { type: 'add-comment', key: command.key, order, text: '' })
      if (found.kind !== 'continue') return found
    }
  }
  const { orderId: id } = work.progress(key)
  invariant(id !== undefined, 'step_out_of_order')
  return { id }
}

const linesOf = async ({ workflow, event }: Work, { removed, externalNumber }: LearntParcel): Promise<OrderLines> =>
  removed === undefined || externalNumber === undefined
    ? {}
    : await workflow.inbox.linesOf(event().source, externalNumber)

type Removing = { known: LearntParcel; lines: OrderLines }

function refsOf(pieces: Pieces, { known, lines }: Removing): { known: LineRef[]; unknown: LineRef[] } {
  const refs = Object.entries(pieces).map(([parcelLine, quantity]) => {
    const { shopLine = parcelLine } = known.lines?.[parcelLine] ?? {}
    return { line: { shopLine, quantity }, is: known.lines?.[parcelLine] && whatItIs({ shopLine, quantity }, lines) }
  })
  return {
    known: refs.flatMap(({ is = [] }) => is),
    unknown: refs.flatMap(({ line, is = [] }) => (is.length > 0 ? [] : [line])),
  }
}

/** Says in the records of its reports that they stand for nothing any more, and answers which returns they leave. */
async function markReports(
  work: Work,
  item: Locked,
  { command: { parcel }, known, lines }: Removing & { command: EndParcel },
): Promise<Pick<EndedFacts, 'standing'> | StepOutcome> {
  const { source } = work.event()
  const reports = () => reportsOf(item.records(), { source, parcel })
  const wait = await untilSettled(work, item, reports())
  if (wait) return wait
  const held = reports().flatMap(heldBy)
  const gone =
    known.endedBy !== undefined
      ? 'all'
      : await piecesOf(work, item, { held: held.flatMap((one) => one.lines), known, lines })
  const changes = markedEnded(reports(), gone)
  if (Object.keys(changes).length > 0) await item.save(changes)
  const standing: { returnId: number; isUsed: boolean }[] = []
  for (const returnId of new Set(held.map((one) => one.returnId))) {
    const isUsed = abandonedPieces(item.records(), returnId).length === 0
    if (await stands(work, returnId)) standing.push({ returnId, isUsed })
  }
  return { standing }
}

/** A report of it that is at work, or waits for a person, may have made its return. */
type Reports = ReturnType<typeof reportsOf>

async function untilSettled(work: Work, item: Locked, reports: Reports): Promise<StepOutcome | undefined> {
  const { inbox, now, random, timing } = work.workflow
  for (const [, record] of reports.filter(([, one]) => isOpenWrite(one))) {
    const status = (await inbox.get(record.by))?.status
    if (status === undefined || !(isOpen(status) || status === 'held')) continue
    const until = nextDeferral({ event: work.event(), now: now(), random: random(), timing })
    return waitUntil(until, { code: 'busy', item: item.id })
  }
  return undefined
}

/** All that was removed so far, as pieces of the order's lines among those that its reports name. */
type Held = Removing & { held: readonly ReturnLine[] }

async function piecesOf(work: Work, item: Locked, { held, known, lines }: Held): Promise<ReturnLine[]> {
  const refs = refsOf(known.removed ?? {}, { known, lines }).known
  if (refs.length === 0 || held.length === 0 || known.orderId === undefined) return []
  const { parent, marketSkus } = await knownSkus(work, await readParent(work, item, known.orderId), refs)
  const { taken } = pickNamed(planItems(parent, work.workflow.constants, marketSkus), refs, sumOf(held))
  return [...taken].map(([orderItemId, { quantity }]) => ({ orderItemId, quantity }))
}

async function stands({ backOffice, workflow }: Work, returnId: number): Promise<boolean> {
  const found = await recovered(backOffice.orders.read(returnId), isNotFound, undefined)
  return found !== undefined && !isCancelled(found.statusId, workflow.constants.statuses)
}
