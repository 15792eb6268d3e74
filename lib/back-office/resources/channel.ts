import type { Constants } from '../constants.ts'

/** "Compare as a string prefix where needed" (specification, Order): 143 is met by 143, 143.2 and every other id that starts so. */
export const startsWithReferrer = (referrerId: number, prefix: string): boolean => String(referrerId).startsWith(prefix)

/** Channel an order came from; undefined for a referrer that no table knows. */
export function channelOf(referrerId: number | null, { referrers }: Pick<Constants, 'referrers'>): string | undefined {
  if (referrerId === null) return undefined
  const entry = referrers.find((one) =>
    'prefix' in one ? startsWithReferrer(referrerId, one.prefix) : one.referrerId === referrerId,
  )
  return entry?.channel
}
