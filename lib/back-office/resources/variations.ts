import { Rejected, RetryLater } from '../../errors.ts'
import type { Client } from '../client.ts'
import type { Query } from '../http/url-of.ts'
import { maxItemsPerPage, parameters } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { pageQuery, split } from './paging.ts'
import { variationPage } from './schemas.ts'

export const skusQuery = (ids: readonly number[]): Query => [
  [parameters.ids, ids.join(',')],
  [parameters.variationWith, 'variationSkus'],
]

/** Articles with the SKUs that markets have for them (docs/back-office.md 4.5). */
export function createVariations(client: Client): BackOffice['variations'] {
  const route = client.routes.variations
  return {
    /** One call. An answer that has more pages or ignores its filter shows nothing of these articles. */
    async marketSkus(ids, { referrerId, isOnlyWay }) {
      const asked = [...new Set(ids)]
      if (asked.length === 0 || asked.length > maxItemsPerPage) return new Map()
      const query = [...skusQuery(asked), ...pageQuery()]
      const { entries, isLastPage } = await client.tryPath({ route, query }, variationPage).catch(asAnswer)
      const shown = split(entries, ({ id }) => asked.includes(id))
      const { unrelated } = client.listed(route, shown)
      if (unrelated > 0 || !isLastPage) return new Map()
      const found = entries.map(({ id, variationSkus }) => {
        const ours = (variationSkus ?? []).filter(({ marketId, sku }) => marketId === referrerId && sku.trim() !== '')
        return [id, ours.map(({ sku }) => sku)] as const
      })
      if (isOnlyWay && found.some(([, skus]) => skus.length > 0)) await client.rememberSkus('market')
      return new Map(found)
    },
  }
}

/** A path that is not there has no SKUs. After a 401 the next run gets a token that serves, unless the role does not allow this path. */
function asAnswer(error: unknown) {
  if (error instanceof Rejected && error.status === 404) return { entries: [], isLastPage: true }
  throw error instanceof Rejected && error.status === 401 ? new RetryLater(error.message, { cause: error }) : error
}
