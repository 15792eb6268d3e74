import type { Constants } from '../../back-office/constants.ts'
import { externalNumbersOf, startsWithReferrer } from '../../back-office/resources/order-filter.ts'
import type { Order } from '../../back-office/resources/schemas.ts'
import type { OrderCommand } from '../../commands.ts'
import type { Config, OwnOrders, SourceConfig } from '../../config/config.ts'
import { isShop, requiresEmail, tellsOf } from '../../config/source-family.ts'
import { sourceOfKind } from '../../sources/registry.ts'
import type { Report } from '../plan-return/parcels.ts'
import type { Work } from '../workflow.ts'
import type { Wanted } from './order-with-lines.ts'

export type Asking = {
  email?: string | undefined
  /** An order has to belong to that e-mail. */
  mustFit: boolean
  shops: readonly string[]
  wanted?: Wanted | undefined
  /** The only orders that the source may see. Absent: all. */
  own?: OwnOrders | undefined
  /** Orders of several channels can have one number, and nothing says which channel is meant. */
  sharesNumbers: boolean
}

type Named = { name: string; settings: SourceConfig }

/** `source`: absent for the operator, who may name every order by every label. */
export function askingOf(config: Config, source: Named | undefined, email?: string): Asking {
  const sharesNumbers = shopsWithOwnNumbers(config).length > 1
  if (!source) return { email, mustFit: false, shops: shopsWithLabels(config), sharesNumbers }
  const { name, settings } = source
  const named = isShop(config, name) ? name : settings.labelsOf
  const shops = named === undefined ? shopsWithLabels(config) : [named]
  const own = ownOrdersOf(settings)
  return { email, mustFit: requiresEmail(settings), shops, own, sharesNumbers: sharesNumbers && own === undefined }
}

/** How a command of the event reports what comes back. A withdrawal is an announcement, whoever reports it. */
export function reportOf({ workflow, event }: Pick<Work, 'workflow' | 'event'>, command: OrderCommand): Report {
  const { source, withdrawal } = event()
  const { parcel, tells: said = tellsOf(workflow.config, source) } = command.type === 'create-return' ? command : {}
  const tells = withdrawal ? 'announcement' : said
  const isOfShop = isOfGoodsBack({ tells }) && isShop(workflow.config, source)
  return { source, tells, parcel, isNamed: parcel !== undefined || isOfShop }
}

/** It reports no plan, but what has happened. */
export const isOfGoodsBack = ({ tells }: Pick<Report, 'tells'>): boolean => tells === 'refund' || tells === 'receipt'

export const ownOrdersOf = ({ orders }: Pick<SourceConfig, 'orders'>): OwnOrders | undefined =>
  orders === 'any' ? undefined : orders

/** Shops whose order numbers another shop can have as well. */
export const shopsWithOwnNumbers = ({ sources }: Pick<Config, 'sources'>): string[] =>
  Object.entries(sources).flatMap(([name, { kind }]) => (sourceOfKind(kind)?.ownNumbers ? [name] : []))

const shopsWithLabels = ({ sources }: Config): string[] =>
  Object.entries(sources).flatMap(([name, { kind }]) => (sourceOfKind(kind)?.labels ? [name] : []))

/** Whether an order is one of a source's own. A property that the order does not show counts as missing. */
export function isOwnOrder(order: Order, own: OwnOrders | undefined, constants: Constants): boolean {
  if (own === undefined) return true
  const { referrer, plentyId, numberPrefix } = own
  return (
    (referrer === undefined || hasReferrer(order, referrer)) &&
    (plentyId === undefined || order.plentyId === plentyId) &&
    (numberPrefix === undefined ||
      externalNumbersOf(order, constants).some((number) => number.startsWith(numberPrefix)))
  )
}

const hasReferrer = ({ referrerId }: Order, referrer: number | string): boolean =>
  referrerId !== null &&
  (typeof referrer === 'number' ? referrerId === referrer : startsWithReferrer(referrerId, referrer))
