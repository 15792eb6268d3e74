import * as z from 'zod'

/** A number, or text if the sender or parseJson kept it exact that way. */
export const shopifyId = z
  .union([z.int().nonnegative(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,25}$/))

/** A part of a payload that is not required: an invalid value counts as absent. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined)

/** A list that is not required, whose parts are read one by one. An invalid part is undefined, and so is what is not a list. */
export const partsOf = <T extends z.ZodType>(part: T) =>
  z
    .array(optional(part))
    .nullish()
    .transform((parts): (z.output<T> | null | undefined)[] | undefined => parts ?? [])
    .catch(undefined)

/** The global id is always exact. Public samples, and senders that re-serialise, damage numbers beyond 2^53. */
export function exactId(record: {
  id?: string | null | undefined
  admin_graphql_api_id?: string | null | undefined
}): string | undefined {
  return record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? record.id ?? undefined
}

/** A record of Shopify by its number, its global id, or both. */
export const identified = z.object({ id: optional(shopifyId), admin_graphql_api_id: optional(z.string()) })
