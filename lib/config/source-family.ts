import { isDeepStrictEqual } from 'node:util'
import type { ConstantsOverride } from '../back-office/constants.ts'
import { sourceOfKind } from '../sources/registry.ts'
import { effectOf, type Report } from '../sources/report.ts'
import type { Tells } from '../write-kinds.ts'
import type { Config, SourceConfig } from './config.ts'

/** Whether any visitor can fill in what the source sends. What a program sends (`standard`) is signed by that program. */
export function isForm({ kind }: Pick<SourceConfig, 'kind'>): boolean {
  const source = sourceOfKind(kind)
  return source?.family === 'forms' && !source.isProgram
}

export const isShop = ({ sources }: Pick<Config, 'sources'>, source: string): boolean =>
  sourceOfKind(sources[source]?.kind ?? '')?.family === 'shops'

/** Whether the e-mail must belong to the order before anything is written to it. */
export const requiresEmail = (source: SourceConfig): boolean => source.requireEmail ?? isForm(source)

const senderNames = ['Shopify', 'WooCommerce', 'Shopware', 'BigCommerce', 'Sendcloud']

/** What people call a source: its title, else by what it sends. What no configuration names is an operator's, or has gone. */
export function titleOf({ sources }: Pick<Config, 'sources'>, source: string) {
  const own = sources[source]
  if (!own) return source === 'operator' ? ({ code: 'hand' } as const) : ({ code: 'sender', name: source } as const)
  const title = plainTitle(source, own)
  const isAlike = ([other, settings]: [string, SourceConfig]) =>
    other !== source && isDeepStrictEqual(plainTitle(other, settings), title)
  return { ...title, ...(Object.entries(sources).some(isAlike) && { source }) }
}

function plainTitle(source: string, { title, kind, tells }: SourceConfig) {
  if (title !== undefined) return { code: 'sender', name: title } as const
  if (isForm({ kind })) return { code: tells === 'withdrawal' ? 'withdrawal_form' : 'form' } as const
  const name = senderNames.find((one) => one.toLowerCase() === kind)
  if (name === undefined) return { code: 'sender', name: source } as const
  return { code: sourceOfKind(kind)?.family === 'shops' ? 'shop' : 'sender', name } as const
}

/** How requests of a source report a parcel. What an operator enters is by hand. */
export function tellsOf({ sources }: Pick<Config, 'sources'>, source: string): Tells {
  const settings = sources[source]
  if (!settings) return 'hand'
  const byFamily = isShop({ sources }, source) ? 'refund' : 'announcement'
  // Who withdraws announces what comes back; all else that a shop sends is no withdrawal.
  return settings.tells === 'withdrawal' ? byFamily : (settings.tells ?? byFamily)
}

/** Whether something that a source sends announces goods and makes a return of them. */
export function announces({ sources }: Pick<Config, 'sources'>, source: string): boolean {
  const settings = sources[source]
  const { family, reports } = (settings && sourceOfKind(settings.kind)) ?? {}
  const tells = tellsOf({ sources }, source)
  // A translation of the configuration, or a sender of one's own, may make one of each message.
  if (!settings || !reports || settings.translate) return tells === 'announcement' || settings?.withdrawals === 'return'
  const kindOf = ({ kind }: Report) => (family === 'forms' && kind ? tells : kind)
  return reports.some((report) => kindOf(report) === 'announcement' && effectOf(report, settings) === 'return')
}

/** Whether it announces the parcels that its refunds name, by a report that `returns` decides about. */
export function announcesParcels({ sources }: Pick<Config, 'sources'>, source: string): boolean {
  const settings = sources[source]
  const { reports } = (settings && sourceOfKind(settings.kind)) ?? {}
  // Of a translation of the configuration nobody knows what it makes of an approval.
  if (!settings || settings.translate) return false
  if (!reports) return settings.returns === 'approved'
  // Where `returns` says nothing of `approved`, that is the sender's default.
  const isAtApproval = ({ by: { returns } = {} }: Report): boolean =>
    returns !== undefined && (!returns.approved || settings.returns === 'approved')
  return reports.some((one) => one.kind === 'announcement' && isAtApproval(one) && effectOf(one, settings) === 'return')
}

/** The status of a new return of goods announced or arrived: of the source, else of the bridge, else undefined. */
export const returnStatusOf = (
  { sources, returnStatus }: Pick<Config, 'sources' | 'returnStatus'>,
  source: string,
  what: 'announced' | 'received',
): number | undefined => sources[source]?.returnStatus?.[what] ?? returnStatus?.[what]

/** The deployment's numbers, and the statuses that it makes returns with. */
export function constantsOf(config: Pick<Config, 'backOffice' | 'sources' | 'returnStatus'>): ConstantsOverride {
  const { backOffice, returnStatus, sources } = config
  const given = [returnStatus, ...Object.values(sources).map((source) => source.returnStatus)]
  const numbers = given.flatMap((one) => [one?.announced, one?.received]).filter((one) => one !== undefined)
  return { ...backOffice.constants, returnStatuses: [...new Set(numbers)] }
}
