import * as z from 'zod'
import { optional } from './shopify-parts.ts'

/** A number, or text if the sender or parseJson kept it exact that way. */
export const shopifyId = z
  .union([z.int().nonnegative(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,25}$/))

/** A record of Shopify by its number, its global id, or both. */
export const identified = z.object({ id: optional(shopifyId), admin_graphql_api_id: optional(z.string()) })
