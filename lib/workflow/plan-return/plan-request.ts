import type { Order } from '../../back-office/resources/schemas.ts'
import { openStatuses } from '../../inbox/event.ts'
import { type Ending, held } from '../../reasons.ts'
import type { Records, WriteRecord } from '../../state/write-record.ts'
import { isApproved, linkedTo } from '../approvals.ts'
import type { Workflow } from '../workflow.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isDoneReturn, returnsIn } from './parcels.ts'
import { planReturn, type RequestPlan, type ReturnFacts, type ReturnPlan, type ReturnRequest } from './plan-return.ts'
import { type ParcelRequest, sameParcel } from './same-parcel.ts'

type Facts = Omit<ReturnFacts, 'returnedByUs' | 'key' | 'isCapped'>

/** A second submit no longer fits: it is planned as if the first return did not exist, and so found. */
export async function planRequest(
  asked: ParcelRequest,
  request: ReturnRequest,
  { records, facts }: { records: Records; facts: Facts },
): Promise<RequestPlan> {
  const { key, event, workflow } = asked
  const common = { key, isCapped: isApproved(event, 'too_many', { key }) }
  const returnedByUs = returnsIn(records)
  const plan = withFingerprint(planReturn(request, { ...facts, ...common, returnedByUs }))
  const parcel = sameParcel(asked, request, { records, facts: { ...facts, ...common, returnedByUs } })
  if (parcel) {
    // A person who has said which return it is need not be asked whether it was reported before.
    const isNews = !('status' in parcel) && linkedTo(event, key) === undefined
    const duplicate = isNews ? await duplicateOf(asked, records, { ...parcel, orderId: facts.parent.id }) : undefined
    return { plan, instead: duplicate ?? parcel }
  }
  const others = () =>
    idsReported(records, workflow).map((id) => {
      const fewer = new Map([...returnedByUs].filter(([other]) => other !== id))
      const returns = facts.returns.filter((order) => order.id !== id)
      return withFingerprint(planReturn(request, { ...facts, ...common, returns, returnedByUs: fewer }))
    })
  for (const tried of 'ending' in plan ? others() : [plan]) {
    const duplicate =
      'body' in tried ? await duplicateOf(asked, records, { ...tried, orderId: facts.parent.id }) : undefined
    if (duplicate) return { plan, instead: duplicate }
  }
  const unshipped = 'body' in plan ? mustBeShipped(asked, facts.parent) : undefined
  return { plan, ...(unshipped && { instead: unshipped }) }
}

export function notShipped({ id: orderId, statusId }: Order, { shippedFrom }: Pick<Workflow['config'], 'shippedFrom'>) {
  if (shippedFrom === undefined || statusId >= shippedFrom) return undefined
  return { orderId, statusId, shippedFrom }
}

/** Goods are announced that never left: for a person. What was received or refunded is here, and a withdrawal is never held for it. */
function mustBeShipped({ key, tells, event, workflow }: ParcelRequest, parent: Order): Ending | undefined {
  const lack = notShipped(parent, workflow.config)
  if (!lack || tells !== 'announcement' || event.withdrawal) return undefined
  const isReleased = isApproved(event, 'not_shipped', { key, orderId: lack.orderId })
  return isReleased ? undefined : held({ code: 'not_shipped', key, ...lack })
}

const withFingerprint = (plan: ReturnPlan) =>
  'ending' in plan ? plan : { ...plan, fingerprint: fingerprintOf('return', plan.body.orderItems) }

/** The returns that requests were done with, made for them or there before, and that can still have a duplicate: an order can have many. */
function idsReported(records: Records, { config, now }: ParcelRequest['workflow']): number[] {
  const done = Object.values(records).filter(isDoneReturn)
  return [...new Set(done.flatMap(({ id, at }) => (now() - at <= config.duplicateWindow ? (id ?? []) : [])))]
}

/** A second submit of like content is for a person, within the window. */
async function duplicateOf(
  { key, keys, tells, event, workflow }: ParcelRequest,
  records: Records,
  { fingerprint, orderId }: { fingerprint: string; orderId: number },
): Promise<Ending | undefined> {
  for (const [other, record] of Object.entries(records)) {
    const { by } = record
    // Its own other commands are meant, but not what it asked for before its mapping changed.
    const isMeant = other === key || (by === event.id && keys.has(other))
    if (isMeant || record.kind !== 'return' || record.fingerprint !== fingerprint) continue
    // Another kind's is the same parcel, which was looked for before.
    if (workflow.config.sameParcel !== 'off' && record.tells !== tells) continue
    if (!(await counts(record, workflow))) continue
    const facts = { key, what: 'same_lines', orderId, by } as const
    if (!isApproved(event, 'possible_duplicate', facts)) return held({ code: 'possible_duplicate', ...facts })
  }
  return undefined
}

/** What was not there when it was looked for counts only while its event may still send it again. */
async function counts(
  { state, at, by }: WriteRecord,
  { inbox, config, now }: ParcelRequest['workflow'],
): Promise<boolean> {
  if (state === 'sent') return true
  if (now() - at > config.duplicateWindow) return false
  if (state === 'done') return true
  const status = (await inbox.get(by))?.status
  return status === 'held' || openStatuses.some((open) => open === status)
}
