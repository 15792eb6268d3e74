import * as z from 'zod'
import { optional } from './shopify-parts.ts'

/** A number, or text if the sender or parseJson kept it exact that way. */
export const shopifyId = z
  .union([z.int().nonnegative(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,25}$/))

/** The global id is always exact. Public samples, and senders that re-serialise, damage numbers beyond 2^53. */
export function exactId(record: {
  id?: string | null | undefined
  admin_graphql_api_id?: string | null | undefined
}): string | undefined {
  return record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? record.id ?? undefined
}

/** A record of Shopify by its number, its global id, or both. */
export const identified = z.object({ id: optional(shopifyId), admin_graphql_api_id: optional(z.string()) })
