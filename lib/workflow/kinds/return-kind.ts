import { isCancelled } from '../../back-office/constants.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import { fullOrder } from '../../back-office/routes.ts'
import type { CreateReturn } from '../../commands.ts'
import { returnStatusOf, tellsOf } from '../../config/source-family.ts'
import { invariant } from '../../invariant.ts'
import { idsOf, isOpenWrite, type Records, type ReturnLine, type WriteRecord } from '../../state/write-record.ts'
import { writeCap } from '../by-visitor.ts'
import { reportOf } from '../find-order/asking.ts'
import { beforeMaking } from '../parcels.ts'
import { knownSkus } from '../plan-return/known-skus.ts'
import { type Report, sourceOf, withTells } from '../plan-return/parcels.ts'
import { tolerance } from '../plan-return/plan-items.ts'
import { planRequest } from '../plan-return/plan-request.ts'
import { mustFitOrder } from '../plan-return/return-body.ts'
import type { Looking, Work, Workflow } from '../workflow.ts'
import { judge, type Listed, type Question } from '../write-once/judge.ts'
import { type Kind, looksFirst, type ReadBack } from '../write-once/kind.ts'
import type { Locked } from '../write-once/lock-item.ts'

export type SeenReturns = Listed & { parent: Order }
type Facts = { key: string; orderId: number; item: Locked; commentKey: string }
type OfFact = Pick<Facts, 'key' | 'orderId'>

/** A return is recognised by owner and lines among the order's returns. */
export const returnReadBack = (looking: Looking, { key, orderId }: OfFact): ReadBack<SeenReturns> => ({
  name: 'return',
  key,
  hasSecondLook: true,
  isExclusive: true,
  look: async () => await look(looking, await looking.backOffice.orders.read(orderId, { with: fullOrder })),
  evidence: (seen, record, taken) => judge(record, seen, { taken, ...question }),
})

export function returnKind(work: Work, command: CreateReturn, facts: Facts): Kind<SeenReturns> {
  const { key, orderId, item, commentKey } = facts
  const { constants, reasons } = work.workflow
  const { backOffice } = work
  const { sameParcel } = work.workflow.config
  const report = reportOf(work, command)
  const { tells, parcel } = report
  const readBack = returnReadBack(work, { key, orderId })
  return {
    ...readBack,
    command: key,
    orderId,
    isLast: false,
    repeats: 'by_itself',
    // The parcel that another source or kind has reported first: it is linked to the return, once that is there.
    waitsFor: (missing, own) =>
      (sameParcel !== 'off' || (parcel !== undefined && missing.parcel === parcel)) &&
      (missing.tells !== tells || sourceOf(missing.key) !== report.source) &&
      (!own || missing.at < own.at),
    look: async () => await look(work, await readParent(work, item, orderId)),
    // The comment says whether the return is complete.
    ...(!looksFirst(work) && {
      follows: { key: commentKey, name: 'comment', after: ({ statusId }) => statusId !== undefined },
    }),
    cap: () => writeCap(work, { key, orderId }),
    evidence: (seen, record, taken) => readBack.evidence(counted(work, seen, { record, taken }), record, taken),
    async plan(seen, records) {
      const { parent, listed } = seen
      const ownerId = await backOffice.user.id()
      const skus = await knownSkus(work, parent, command.lines)
      work.parents.set(orderId, skus.parent)
      const statusId = newStatusOf(work.workflow, report, command)
      const facts = { ...skus, returns: listed, ownerId, statusId, reasons, constants }
      const asked = { key, keys: work.keys, report, event: work.event(), workflow: work.workflow }
      const planned = await planRequest(asked, command, {
        records: withTells(records, (name) => tellsOf(work.workflow.config, name)),
        facts,
      })
      work.onPlan?.(key, planned)
      const outcome = planned.instead ?? planned.plan
      const isNone = outcome === 'comment'
      if (!isNone && 'status' in outcome) return outcome
      if (!isNone && 'ending' in outcome) return outcome.ending
      const { ended, isTold } = await beforeMaking(work, { key, command, orderId })
      if (ended) return ended
      if (isTold && !records[key]) return 'told'
      if (isNone) return 'not_needed'
      if ('returnId' in outcome) {
        const { returnId: id, lines, also, fingerprint } = outcome
        mustBeOfOrder([id, ...also.map(({ returnId }) => returnId)], { orderId, seen, records })
        return { linked: { id, lines }, also, fingerprint, tells, parcel }
      }
      const { body, returnLines: lines, leftOut, also = [], fingerprint } = outcome
      const made = idsOf(records, 'return')
      const others = also.map(({ returnId }) => returnId)
      mustBeOfOrder(others, { orderId, seen, records })
      mustFitOrder(body, { parent, listed, cancelled: constants.statuses.cancelled })
      return {
        recognise: { known: [...new Set([...listed.map(({ id }) => id), ...made])], lines, ownerId },
        fingerprint,
        tells,
        parcel,
        also,
        leftOut,
        send: (options) => backOffice.returns.create(body, options),
      }
    },
  }
}

/** Each is one of the order's: listed, or made by the bridge. */
type OfOrder = { orderId: number; seen: SeenReturns; records: Records }

function mustBeOfOrder(ids: readonly number[], { orderId, seen, records }: OfOrder): void {
  const standing = seen.listed.filter(({ statusId }) => !isCancelled(statusId, seen)).map(({ id }) => id)
  const known = new Set([...standing, ...idsOf(records, 'return')])
  for (const returnId of ids) invariant(known.has(returnId), 'link_to_another_order', { orderId, returnId })
}

/** The status that a return is made with. What is refunded has arrived; what is entered by hand is announced unless it says so. */
export function newStatusOf(
  { config, constants }: Pick<Workflow, 'config' | 'constants'>,
  { source, tells }: Pick<Report, 'source' | 'tells'>,
  { status }: Pick<CreateReturn, 'status'>,
): number {
  const what = status ?? (tells === 'announcement' || tells === 'hand' ? 'announced' : 'received')
  return returnStatusOf(config, source, what) ?? constants.statuses.returnFrom
}

/** The order's own list of its returns counts as well: after an open write the order is read anew. */
export async function readParent({ backOffice, parents }: Work, item: Locked, orderId: number): Promise<Order> {
  const returns = Object.values(item.records()).filter(({ kind }) => kind === 'return')
  const mustBeFresh = returns.some((record) => isOpenWrite(record) || 'secondLookAt' in record)
  const known = mustBeFresh ? undefined : parents.get(orderId)
  const parent = known ?? (await backOffice.orders.read(orderId, { with: fullOrder }))
  parents.set(orderId, parent)
  return parent
}

async function look({ workflow, backOffice }: Looking, parent: Order): Promise<SeenReturns> {
  const { entries: listed, unrelated } = await backOffice.returns.ofOrder(parent)
  const { cancelled } = workflow.constants.statuses
  return { parent, listed, unrelated, cancelled }
}

/** Whoever replays or links an event has looked: what is cancelled since, or was made by somebody else, does not count. */
type Counting = { record: WriteRecord; taken: ReadonlySet<number> }

function counted(work: Work, seen: SeenReturns, { record, taken }: Counting): SeenReturns {
  const { by, at, tries } = record
  const { known = [], ownerId: ours, sendBefore } = tries.at(-1) ?? {}
  const sentAt = sendBefore === undefined ? at : sendBefore - work.workflow.timing.sendWindowMs
  if (by !== work.event().id || !(isReplayedSince(work, sentAt) || isLinkedSince(work, sentAt))) return seen
  const counts = ({ id, ownerId, statusId }: Order) =>
    known.includes(id) || taken.has(id) || (ownerId === ours && !isCancelled(statusId, seen))
  return { ...seen, listed: seen.listed.filter(counts) }
}

/** Whether a person wants the event anew, and said so at `sentAt`, epoch ms, or later. */
export const isReplayedSince = (work: Work, sentAt: number): boolean =>
  work.event().history.some(({ code, at }) => code === 'replayed' && at >= sentAt)

/** Whether a person has said since then which return the event belongs to. */
const isLinkedSince = (work: Work, sentAt: number): boolean =>
  work.event().history.some(({ code, at }) => code === 'link_chosen' && at >= sentAt)

/** A return whose lines cannot be tied to the parent's might be ours: it never counts as unrelated. */
export const question: Question = {
  isRelated(order, { lines = [] }) {
    const theirs = linesOfReturn(order)
    if (theirs.length < (order.orderItems ?? []).length || theirs.length === 0) return true
    return theirs.some((line) => lines.some((ours) => ours.orderItemId === line.orderItemId))
  },
  isOurs: (order, { lines = [] }) => isSame(linesOfReturn(order), lines),
}

/** A return's lines as pieces of the parent's lines, without those that name none. */
const linesOfReturn = (order: Order): ReturnLine[] =>
  (order.orderItems ?? []).flatMap((item) => {
    const parentLine = item.references?.find((reference) => reference.referenceType === 'parent')
    return parentLine ? [{ orderItemId: parentLine.referenceOrderItemId, quantity: item.quantity }] : []
  })

const isSame = (theirs: readonly ReturnLine[], ours: readonly ReturnLine[]): boolean =>
  theirs.length === ours.length &&
  ours.every((line) =>
    theirs.some(
      (other) => other.orderItemId === line.orderItemId && Math.abs(other.quantity - line.quantity) < tolerance,
    ),
  )
