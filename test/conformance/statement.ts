import { it } from 'vitest'
import type { Target } from './target.ts'

/** `fields`: of a record whose fields are not stated. */
type Need = keyof Target['may'] | keyof Target['known'] | 'fields'
export type Statement = (title: string, needs: Need[], run: () => Promise<void> | void) => void

/** How each need is met in a run against another server; the sandbox meets all of them. */
const met: Record<Need, string> = {
  fields: 'availabilities on images',
  sandbox: "the sandbox's seed and controls",
  writes: 'TARGET_WRITES=1',
  orderId: 'TARGET_ORDER_ID',
  returnId: 'TARGET_RETURN_ID',
  externalNumber: 'TARGET_EXTERNAL_NUMBER',
  shopLabel: 'TARGET_SHOP_LABEL',
  contactEmail: 'TARGET_CONTACT_EMAIL',
  itemId: 'TARGET_ITEM_ID',
  variationId: 'TARGET_VARIATION_ID',
  userId: 'TARGET_USER_ID',
  returnOrderId: 'TARGET_RETURN_ORDER_ID',
  commentOrderId: 'TARGET_COMMENT_ORDER_ID',
}

/** A test for what docs/back-office.md has as stated; what cannot be asked of this target is skipped and says why. */
export const createStatement =
  ({ known, may }: Target): Statement =>
  (title, needs, run) => {
    const has: Record<string, unknown> = {
      ...known,
      sandbox: may.sandbox || undefined,
      writes: may.writes || undefined,
      fields: true,
    }
    const missing = needs.filter((need) => has[need] === undefined).map((need) => met[need])
    it.skipIf(missing.length > 0)(missing.length > 0 ? `${title} (skipped, needs ${missing.join(', ')})` : title, run)
  }
