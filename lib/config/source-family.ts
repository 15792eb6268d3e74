import type { ConstantsOverride } from '../back-office/constants.ts'
import { sourceOfKind } from '../sources/registry.ts'
import type { Tells } from '../write-kinds.ts'
import type { Config, SourceConfig } from './config.ts'

/** Whether any visitor can fill in what the source sends. What an own program sends as `standard` is signed by that program. */
export const isForm = ({ kind }: Pick<SourceConfig, 'kind'>): boolean =>
  sourceOfKind(kind)?.family === 'forms' && kind !== 'standard'

export const isShop = ({ sources }: Pick<Config, 'sources'>, source: string): boolean =>
  sourceOfKind(sources[source]?.kind ?? '')?.family === 'shops'

/** Whether the e-mail must belong to the order before anything is written to it. */
export const requiresEmail = (source: SourceConfig): boolean => source.requireEmail ?? isForm(source)

/** How requests of a source report a parcel. What an operator enters is by hand. */
export function tellsOf({ sources }: Pick<Config, 'sources'>, source: string): Tells {
  const settings = sources[source]
  if (!settings) return 'hand'
  const byFamily = isShop({ sources }, source) ? 'refund' : 'announcement'
  // Who withdraws announces what comes back; all else that a shop sends is no withdrawal.
  return settings.tells === 'withdrawal' ? byFamily : (settings.tells ?? byFamily)
}

/** The status of a new return of goods announced or arrived: of the source, else of the bridge, else undefined. */
export const returnStatusOf = (
  { sources, returnStatus }: Pick<Config, 'sources' | 'returnStatus'>,
  source: string,
  what: 'announced' | 'received',
): number | undefined => sources[source]?.returnStatus?.[what] ?? returnStatus?.[what]

/** The deployment's numbers, and the statuses that it makes returns with. */
export const constantsOf = ({
  backOffice,
  returnStatus,
  sources,
}: Pick<Config, 'backOffice' | 'sources' | 'returnStatus'>): ConstantsOverride => {
  const given = [returnStatus, ...Object.values(sources).map((source) => source.returnStatus)]
  const numbers = given.flatMap((one) => [one?.announced, one?.received]).filter((one) => one !== undefined)
  return { ...backOffice.constants, returnStatuses: [...new Set(numbers)] }
}
