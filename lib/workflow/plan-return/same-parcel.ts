import type { InboxEvent } from '../../inbox/event.ts'
import { type Ending, held } from '../../reasons.ts'
import type { Records, Tells } from '../../state/write-record.ts'
import { isApproved, linkedTo } from '../approvals.ts'
import type { Workflow } from '../workflow.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type Covered, claimsFor, linesIn, unreportedPieces } from './parcels.ts'
import { planItems } from './plan-items.ts'
import { type Link, type ReturnFacts, type ReturnRequest, refuseParent } from './plan-return.ts'

/** Who asks: an event's work, or a dry run without an event. */
export type ParcelRequest = {
  key: string
  /** Of all that the event asks for. */
  keys: ReadonlySet<string>
  tells: Tells
  event: Pick<InboxEvent, 'id' | 'approvals' | 'withdrawal'>
  workflow: Pick<Workflow, 'inbox' | 'config' | 'now'>
}

type Facts = { records: Records; facts: Omit<ReturnFacts, 'key'> }

const dayMs = 86_400_000

/** Without its record nobody knows who has reported a return: it would look like a person's. */
export const windowOf = ({ parcelWindow, retention }: Workflow['config']): number =>
  Math.min(parcelWindow, retention.ledgerDays * dayMs)

/** The return that has this parcel, or a question. What a person enters is never linked by itself. */
export function sameParcel(
  { key, tells, event, workflow: { config, now } }: ParcelRequest,
  { lines: wanted }: ReturnRequest,
  { records, facts }: Facts,
): Ending | Link | undefined {
  const { parent, constants, isCapped } = facts
  const chosen = linkedTo(event, key)
  if ((config.sameParcel === 'off' && chosen === undefined) || refuseParent(parent, constants)) return undefined
  const items = planItems(parent, constants, facts.marketSkus)
  const windowMs = chosen === undefined ? windowOf(config) : Number.POSITIVE_INFINITY
  const unreported = unreportedPieces(items, facts, { records, tells, now: now(), windowMs })
  const link = ({ returnId, lines }: Covered): Link => {
    const articles = lines.map(({ orderItemId, quantity }) => {
      const item = items.find(({ id }) => id === orderItemId)
      return { itemVariationId: item?.itemVariationId ?? null, quantity }
    })
    return { returnId, lines, fingerprint: fingerprintOf('return', articles) }
  }
  const question = (what: 'covered' | 'several' | 'part' | 'gone', ids: readonly number[]): Ending | undefined => {
    // The same question also where the back office lists the returns in another order.
    const asked = { key, orderId: parent.id, what, ids: ids.toSorted((one, other) => one - other) }
    return isApproved(event, 'same_parcel', asked) ? undefined : held({ code: 'same_parcel', ...asked })
  }
  if (chosen !== undefined) {
    const claim = unreported.claims.find(({ returnId }) => returnId === chosen)
    return claim ? link({ returnId: chosen, lines: linesIn(items, wanted, claim) }) : question('gone', [chosen])
  }
  const { covering, overlapping } = claimsFor(items, { wanted, isCapped }, unreported)
  const [only, ...more] = covering
  if (overlapping.length === 0) return undefined
  if (!only) return question('part', overlapping)
  if (more.length > 0)
    return question(
      'several',
      covering.map(({ returnId }) => returnId),
    )
  return config.sameParcel === 'link' && tells !== 'hand' ? link(only) : question('covered', [only.returnId])
}
