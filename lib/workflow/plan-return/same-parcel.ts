import type { InboxEvent } from '../../inbox/event.ts'
import { type Ending, held } from '../../reasons.ts'
import type { Records } from '../../state/write-record.ts'
import { isApproved, linkedTo } from '../approvals.ts'
import type { Workflow } from '../workflow.ts'
import { type Report, reportable } from './parcels.ts'
import { planItems } from './plan-items.ts'
import { type ReturnFacts, type ReturnRequest, refuseParent } from './plan-return.ts'
import { type Holding, heldIn, whoHolds } from './who-holds.ts'

export type ParcelRequest = {
  key: string
  /** Of all that the event asks for. */
  keys: ReadonlySet<string>
  report: Report
  event: Pick<InboxEvent, 'id' | 'approvals' | 'withdrawal'>
  workflow: Pick<Workflow, 'inbox' | 'config' | 'now'>
}

type Facts = { records: Records; facts: Omit<ReturnFacts, 'key'> }
const dayMs = 86_400_000

/** Without its record nobody knows who has reported a return: it would look like a person's. */
export const windowOf = ({ parcelWindow, retention }: Workflow['config']): number =>
  Math.min(parcelWindow, retention.ledgerDays * dayMs)

/** The returns that hold pieces of the report, or a question. What a person enters is never linked by itself. */
export function sameParcel(
  { key, report, event, workflow: { config, now } }: ParcelRequest,
  { lines: wanted }: ReturnRequest,
  { records, facts }: Facts,
): Ending | Pick<Holding, 'held' | 'rest'> | undefined {
  const { parent, constants, isCapped } = facts
  const chosen = linkedTo(event, key)
  const isOff = config.sameParcel === 'off'
  const isLooked = !isOff || chosen !== undefined || report.parcel !== undefined
  if (!isLooked || refuseParent(parent, constants)) return undefined
  const items = planItems(parent, constants, facts.marketSkus)
  const question = (what: Holding['what'] | 'gone', ids: readonly number[]): Ending | undefined => {
    // The same question also where the back office lists the returns in another order.
    const asked = { key, orderId: parent.id, what, ids: ids.toSorted((one, other) => one - other) }
    return isApproved(event, 'same_parcel', asked) ? undefined : held({ code: 'same_parcel', ...asked })
  }
  const asking = { records, now: now() }
  if (chosen !== undefined) {
    // A person knows better which parcel it is, and how old.
    const anyOf = { ...asking, report: { ...report, parcel: undefined }, windowMs: Number.POSITIVE_INFINITY }
    const meant = reportable(items, facts, anyOf).candidates.find(({ returnId }) => returnId === chosen)
    return meant ? { held: [heldIn(items, wanted, meant)] } : question('gone', [chosen])
  }
  const found = reportable(items, facts, { ...asking, report, windowMs: windowOf(config) })
  // The reports of one parcel belong together all the same.
  const candidates = isOff ? found.candidates.filter(({ carries }) => carries) : found.candidates
  const holding = whoHolds(items, { wanted, isCapped }, { ...found, candidates })
  if (!holding || (holding.held.length === 0 && !holding.isDoubtful)) return undefined
  const mustAsk = holding.isDoubtful || config.sameParcel === 'hold' || report.tells === 'hand'
  return mustAsk ? question(holding.what, holding.ids) : holding
}
