import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import { tellsOf } from '../../config/source-family.ts'
import { Rejected, recovered, TooManyFound } from '../../errors.ts'
import { fingerprintOf } from '../plan-return/fingerprint.ts'
import { type KnownSkus, knownSkus } from '../plan-return/known-skus.ts'
import { hasUnknownSku } from '../plan-return/match-lines.ts'
import { allOf, hasLines, type Report, reportable, returnsIn, withTells } from '../plan-return/parcels.ts'
import { isReturnable, type PlanItem, planItems } from '../plan-return/plan-items.ts'
import { windowOf } from '../plan-return/same-parcel.ts'
import type { Work, Workflow } from '../workflow.ts'

/** What comes back, and by which report. `isHint`: of a comment; if no order has the lines, the stated one counts. */
export type Wanted = { lines: 'all' | readonly LineRef[]; report: Report; isHint?: boolean }

export type LookingUp = Pick<Work, 'backOffice'> & {
  workflow: Pick<Workflow, 'constants' | 'inbox' | 'records' | 'config' | 'now'>
}

/** An order with what is known of its articles' SKUs. `has`: which lines of the request it has, counted from 1, unless all come back. */
export type Part = KnownSkus & { has?: number[] }
/** `parts`: orders of one number, none of them for certain: they hold different lines, or two shops have given the number. */
export type Meant = { order?: Order; doubt?: 'split' | 'shared_number'; parts?: Part[] }

/** The newest of a number (docs/back-office.md 7.4); of a split order the part with all lines, free ones first. */
export async function meantOf(looking: LookingUp, orders: readonly Order[], wanted?: Wanted): Promise<Meant> {
  const [newest, ...others] = orders
  if (newest === undefined) return {}
  if (others.length === 0 || !wanted || areAlike(looking, orders)) return { order: newest }
  const parts = await partsOf(looking, orders, wanted)
  const having = parts.filter((part) => isWhole(looking, part, wanted))
  const [only, ...more] = having
  if (only === undefined) return wanted.isHint ? { order: newest } : { doubt: 'split', parts }
  for (const part of more.length > 0 ? having : []) {
    if (await isFree(looking, part, wanted)) return { order: part.parent }
  }
  return { order: only.parent }
}

/** The orders that have all lines that come back. A return of `all` lines names none of them. */
export async function withLines(looking: LookingUp, orders: readonly Order[], wanted: Wanted): Promise<Order[]> {
  const parts = await partsOf(looking, orders, wanted)
  return parts.filter((part) => isWhole(looking, part, wanted)).map(({ parent }) => parent)
}

/** Each costs a call to know its SKUs. */
const mostWithoutSkus = 10

/** Throws `TooManyFound` where the SKUs of more than ten orders would have to be looked up; of a comment they need not be known. */
async function partsOf(looking: LookingUp, orders: readonly Order[], { lines, isHint }: Wanted): Promise<Part[]> {
  const { constants } = looking.workflow
  const bare = orders.map((parent): Part => ({ parent, marketSkus: new Map() }))
  const unknown = orders.filter((order) => hasUnknownSku(planItems(order, constants), lines))
  if (lines === 'all' || (isHint && unknown.length > mostWithoutSkus)) return bare
  if (unknown.length > mostWithoutSkus) throw new TooManyFound(`more than ${mostWithoutSkus} orders show no SKUs`)
  return await Array.fromAsync(bare, async (part) => {
    const known = await shownSkus(looking, part, lines)
    const items = itemsOf(looking, known)
    return { ...known, has: lines.flatMap((line, at) => (hasLines(items, [line]) ? [at + 1] : [])) }
  })
}

/** The SKUs of an order's articles; none where the back office refuses them. */
const shownSkus = (looking: LookingUp, part: Part, lines: readonly LineRef[]): Promise<KnownSkus> =>
  recovered(knownSkus(looking, part.parent, lines), (error) => error instanceof Rejected, part)

const itemsOf = ({ workflow: { constants } }: LookingUp, { parent, marketSkus }: KnownSkus): PlanItem[] =>
  planItems(parent, constants, marketSkus)

const isWhole = (looking: LookingUp, part: Part, { lines }: Wanted): boolean =>
  lines !== 'all' && hasLines(itemsOf(looking, part), lines)

/** Whether orders hold the same pieces of the same articles, whatever their shipping costs. */
const areAlike = ({ workflow: { constants } }: LookingUp, orders: readonly Order[]): boolean =>
  new Set(orders.map((order) => fingerprintOf('order', planItems(order, constants).filter(isReturnable)))).size === 1

/** Whether the source has not said yet, in this kind of report, that these pieces come back. */
async function isFree(looking: LookingUp, part: Part, { lines, report }: Wanted): Promise<boolean> {
  const { backOffice, workflow } = looking
  const { constants, config, now } = workflow
  const { parent: order } = part
  const { records = {} } = (await workflow.records.get(`order#${order.id}`)) ?? {}
  const { entries: returns } = await backOffice.returns.ofOrder(order)
  const items = itemsOf(looking, part)
  const returned = { returns, returnedByUs: returnsIn(records), constants }
  // Where parcels are not looked for, every return takes its pieces.
  const windowMs = config.sameParcel === 'off' ? Number.NEGATIVE_INFINITY : windowOf(config)
  const reports = { records: withTells(records, (source) => tellsOf(config, source)), report, now: now(), windowMs }
  return lines !== 'all' && hasLines(items, lines, allOf(reportable(items, returned, reports)))
}
