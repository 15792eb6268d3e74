import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import { tellsOf } from '../../config/source-family.ts'
import type { Tells } from '../../write-kinds.ts'
import { fingerprintOf } from '../plan-return/fingerprint.ts'
import { hasLines, returnsIn, unreportedPieces, withTells } from '../plan-return/parcels.ts'
import { isReturnable } from '../plan-return/plan-item.ts'
import { planItems } from '../plan-return/plan-items.ts'
import { windowOf } from '../plan-return/same-parcel.ts'
import type { Work, Workflow } from '../workflow.ts'

/**
 * What comes back, and what kind of report says so: both can tell orders apart. `isHint`: of a comment, whose order is the stated one where
 * they do not.
 */
export type Wanted = { lines: 'all' | readonly LineRef[]; tells: Tells; isHint?: boolean }

/** What a look-up may use. */
export type LookingUp = Pick<Work, 'backOffice'> & {
  workflow: Pick<Workflow, 'constants' | 'inbox' | 'records' | 'config' | 'now'>
}

/** `split`: orders of one number that hold different lines, none of them for certain. */
export type Meant = { order?: Order; split?: Order[] }

/**
 * Of the orders with one external number, newest first, the one that is meant. The newest counts (docs/back-office.md 7.4), also of several
 * that hold the same lines. Staff split an order by hand: then the parts hold different lines, and the newest can be the wrong one. The
 * part that has all lines that come back is meant, of several the newest that this kind of report can still be about.
 */
export async function meantOf(
  looking: LookingUp,
  orders: readonly Order[],
  wanted: Wanted | undefined,
): Promise<Meant> {
  const [newest, ...others] = orders
  if (newest === undefined) return {}
  if (others.length === 0 || !wanted || areAlike(looking, orders)) return { order: newest }
  const { lines, tells } = wanted
  const having = withLines(looking, orders, lines)
  const [only, ...more] = having
  if (lines === 'all' || only === undefined) return wanted.isHint ? { order: newest } : { split: [...orders] }
  for (const order of more.length > 0 ? having : []) {
    if (await isFree(looking, order, { lines, tells })) return { order }
  }
  return { order: only }
}

/** The orders that have all lines that come back. That all of them come back says of none that it is meant. */
export const withLines = (
  { workflow: { constants } }: LookingUp,
  orders: readonly Order[],
  lines: Wanted['lines'],
): Order[] => (lines === 'all' ? [] : orders.filter((order) => hasLines(planItems(order, constants), lines)))

/** They hold the same pieces of the same articles, whatever shipping each of them costs. */
const areAlike = ({ workflow: { constants } }: LookingUp, orders: readonly Order[]): boolean =>
  new Set(orders.map((order) => fingerprintOf('order', planItems(order, constants).filter(isReturnable)))).size === 1

/** Whether this kind of report has not said yet that these pieces come back, whoever else has. */
async function isFree(
  { backOffice, workflow }: LookingUp,
  order: Order,
  { lines, tells }: { lines: readonly LineRef[]; tells: Tells },
): Promise<boolean> {
  const { constants, config, now } = workflow
  const { records = {} } = (await workflow.records.get(`order#${order.id}`)) ?? {}
  const { entries: returns } = await backOffice.returns.ofOrder(order)
  const items = planItems(order, constants)
  const { ofOrder } = unreportedPieces(
    items,
    { returns, returnedByUs: returnsIn(records), constants },
    {
      records: withTells(records, (source) => tellsOf(config, source)),
      tells,
      now: now(),
      // Where parcels are not looked for, every return takes its pieces.
      windowMs: config.sameParcel === 'off' ? Number.NEGATIVE_INFINITY : windowOf(config),
    },
  )
  return hasLines(items, lines, ofOrder)
}
