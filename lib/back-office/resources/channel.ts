import type { Constants } from '../constants.ts'

/** Compared as text from its start (docs/back-office.md 4.9): 143, 143.2 and every id that starts so are of 143. */
export const startsWithReferrer = (referrerId: number, prefix: string): boolean => String(referrerId).startsWith(prefix)

/** Channel an order came from; undefined for a referrer that no table knows. */
export function channelOf(referrerId: number | null, { referrers }: Pick<Constants, 'referrers'>): string | undefined {
  if (referrerId === null) return undefined
  const entry = referrers.find((one) =>
    'prefix' in one ? startsWithReferrer(referrerId, one.prefix) : one.referrerId === referrerId,
  )
  return entry?.channel
}
