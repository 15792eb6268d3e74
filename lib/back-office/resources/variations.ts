import { Rejected } from '../../errors.ts'
import type { Client } from '../client.ts'
import { maxItemsPerPage, parameters } from '../routes.ts'
import type { BackOffice } from '../types.ts'
import { variationPage } from './schemas.ts'

/** Articles with the SKUs that markets have for them (docs/back-office.md 4.5). */
export function createVariations(client: Client): BackOffice['variations'] {
  const route = client.routes.variations

  /** One call. An answer that is refused, has more pages or ignores its filter shows nothing of these articles. */
  async function marketSkus(
    ids: readonly number[],
    referrerId: number,
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const asked = [...new Set(ids)]
    if (asked.length === 0 || asked.length > maxItemsPerPage) return new Map()
    const query = [
      [parameters.ids, asked.join(',')],
      [parameters.variationWith, 'variationSkus'],
      [parameters.page, 1],
      [parameters.itemsPerPage, maxItemsPerPage],
    ] as const
    try {
      const { entries, isLastPage } = await client.tryPath({ route, query }, variationPage)
      const ofOthers = entries.filter(({ id }) => !asked.includes(id)).length
      client.listed(route, { entries, unrelated: ofOthers })
      if (ofOthers > 0 || !isLastPage) return new Map()
      return new Map(
        entries.map(({ id, variationSkus }) => [
          id,
          (variationSkus ?? []).flatMap(({ marketId, sku }) =>
            marketId === referrerId && sku.trim() !== '' ? [sku] : [],
          ),
        ]),
      )
    } catch (error) {
      if (error instanceof Rejected) return new Map()
      throw error
    }
  }

  return { marketSkus }
}
