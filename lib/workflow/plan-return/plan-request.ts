import type { Order } from '../../back-office/resources/schemas.ts'
import { openStatuses } from '../../inbox/event.ts'
import { invariant } from '../../invariant.ts'
import { type Ending, held } from '../../reasons.ts'
import type { HeldPieces, Records, WriteRecord } from '../../state/write-record.ts'
import { isApproved, linkedTo } from '../approvals.ts'
import type { Workflow } from '../workflow.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isDoneReturn, returnsIn, sourceOf } from './parcels.ts'
import { planReturn, type RequestPlan, type ReturnFacts, type ReturnPlan, type ReturnRequest } from './plan-return.ts'
import { type ParcelRequest, sameParcel } from './same-parcel.ts'

type Facts = Omit<ReturnFacts, 'returnedByUs' | 'key' | 'isCapped'>
type Given = { records: Records; facts: Facts }

/** A second submit no longer fits: it is planned as if the first return did not exist, and so found. */
export async function planRequest(asked: ParcelRequest, request: ReturnRequest, given: Given): Promise<RequestPlan> {
  const { records, facts } = given
  const { key, event, workflow } = asked
  const { parent } = facts
  const known = { ...facts, key, isCapped: isApproved(event, 'too_many', { key }), returnedByUs: returnsIn(records) }
  const planOf = (
    lines: ReturnRequest['lines'],
    changed: Partial<ReturnFacts> = {},
    also: readonly HeldPieces[] = [],
  ) => withFingerprint(planReturn({ ...request, lines }, { ...known, ...changed }), { parent, also })
  const plan = planOf(request.lines)
  const parcel = sameParcel(asked, request, { records, facts: known })
  if (parcel && 'status' in parcel) return { plan, instead: parcel }
  if (parcel) {
    const { held: pieces } = parcel
    const rest = parcel.rest && request.mayMake !== false ? planOf(parcel.rest, {}, pieces) : undefined
    if (rest && 'ending' in rest) return { plan: rest }
    const fingerprint = rest?.fingerprint ?? printOf(parent, pieces)
    // A person who has said which return it is need not be asked whether it was reported before.
    const isNews = linkedTo(event, key) === undefined
    const duplicate = isNews ? await duplicateOf(asked, records, { fingerprint, orderId: parent.id }) : undefined
    if (duplicate) return { plan, instead: duplicate }
    if (rest) return { plan: rest, ...unlessShipped(asked, parent) }
    const [first, ...also] = pieces
    invariant(first !== undefined, 'step_out_of_order')
    return { plan, instead: { ...first, also, fingerprint } }
  }
  if (request.mayMake === false) return { plan, instead: 'comment' }
  const others = () =>
    idsReported(records, workflow).map((ids) =>
      planOf(request.lines, {
        returnedByUs: new Map([...known.returnedByUs].filter(([id]) => !ids.includes(id))),
        returns: facts.returns.filter(({ id }) => !ids.includes(id)),
      }),
    )
  for (const tried of 'ending' in plan ? others() : [plan]) {
    const duplicate = 'body' in tried ? await duplicateOf(asked, records, { ...tried, orderId: parent.id }) : undefined
    if (duplicate) return { plan, instead: duplicate }
  }
  return { plan, ...('body' in plan && unlessShipped(asked, parent)) }
}

export function notShipped({ id: orderId, statusId }: Order, { shippedFrom }: Pick<Workflow['config'], 'shippedFrom'>) {
  if (shippedFrom === undefined || statusId >= shippedFrom) return undefined
  return { orderId, statusId, shippedFrom }
}

/** Goods are announced that never left: for a person. What was received or refunded is here, and a withdrawal is never held for it. */
function unlessShipped({ key, report, event, workflow }: ParcelRequest, parent: Order): { instead?: Ending } {
  const lack = notShipped(parent, workflow.config)
  if (!lack || report.tells !== 'announcement' || event.withdrawal) return {}
  const isReleased = isApproved(event, 'not_shipped', { key, orderId: lack.orderId })
  return isReleased ? {} : { instead: held({ code: 'not_shipped', key, ...lack }) }
}

/** Of all that the request is about, whichever returns hold it. */
function withFingerprint(plan: ReturnPlan, { parent, also }: { parent: Order; also: readonly HeldPieces[] }) {
  if ('ending' in plan) return plan
  const fingerprint = printOf(parent, [...also, { lines: plan.returnLines }])
  return { ...plan, fingerprint, ...(also.length > 0 && { also }) }
}

function printOf({ orderItems }: Order, pieces: readonly Pick<HeldPieces, 'lines'>[]): string {
  const articles = pieces.flatMap(({ lines }) =>
    lines.map(({ orderItemId, quantity }) => {
      const item = orderItems?.find(({ id }) => id === orderItemId)
      return { itemVariationId: item?.itemVariationId ?? null, quantity }
    }),
  )
  return fingerprintOf('return', articles)
}

/** The returns that requests were done with, made for them or there before, and that can still have a duplicate: an order can have many. */
function idsReported(records: Records, { config, now }: ParcelRequest['workflow']): number[][] {
  const done = Object.values(records).filter(isDoneReturn)
  const recent = done.filter(({ at }) => now() - at <= config.duplicateWindow)
  const ids = recent.map(({ id, also = [] }) => [id ?? 0, ...also.map(({ returnId }) => returnId)])
  return [...new Map(ids.map((one) => [one.join(), one])).values()]
}

/** A second submit of like content is for a person, within the window. A report that its sender names itself is none. */
async function duplicateOf(
  { key, keys, report, event, workflow }: ParcelRequest,
  records: Records,
  { fingerprint, orderId }: { fingerprint: string; orderId: number },
): Promise<Ending | undefined> {
  for (const [other, record] of Object.entries(records)) {
    const { by } = record
    // Its own other commands are meant, but not what it asked for before its mapping changed.
    const isMeant = other === key || (by === event.id && keys.has(other))
    if (isMeant || record.kind !== 'return' || record.fingerprint !== fingerprint) continue
    // What another source or kind reports is the same parcel, which was looked for before.
    const isOfParcel = report.parcel !== undefined && record.parcel === report.parcel
    const isOfKind = (record.tells === report.tells || isOfParcel) && sourceOf(other) === report.source
    if (isOfKind ? report.isNamed : workflow.config.sameParcel !== 'off') continue
    if (!(await counts(record, workflow))) continue
    const facts = { key, what: 'same_lines', orderId, by } as const
    if (!isApproved(event, 'possible_duplicate', facts)) return held({ code: 'possible_duplicate', ...facts })
  }
  return undefined
}

/** What was not there when it was looked for counts only while its event may still send it again. */
async function counts({ state, at, by }: WriteRecord, workflow: ParcelRequest['workflow']): Promise<boolean> {
  const { inbox, config, now } = workflow
  if (state === 'sent') return true
  if (now() - at > config.duplicateWindow) return false
  if (state === 'done') return true
  const status = (await inbox.get(by))?.status
  return status === 'held' || openStatuses.some((open) => open === status)
}
