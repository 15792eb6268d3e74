import * as z from 'zod'
import { type LineRef, lineRef } from '../../commands.ts'

/** A part of a payload that is not required: an invalid value counts as absent. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined)

/** A list that is not required, whose parts are read one by one. An invalid part is undefined, and so is what is not a list. */
export const partsOf = <T extends z.ZodType>(part: T) =>
  z
    .array(optional(part))
    .nullish()
    .transform((parts): (z.output<T> | null | undefined)[] | undefined => parts ?? [])
    .catch(undefined)

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/)
/** A number of pieces. Text from senders that re-serialise. */
export const quantity = z.union([z.number(), digits.transform(Number)])

type Text = string | null | undefined

/** The line by its SKU and its name, or by either; none if neither or no quantity can be read. */
export function lineBy({ sku, name }: { sku: Text; name: Text }, about: object): LineRef[] {
  const named = sku ? [...(name ? [{ sku, name }] : []), { sku }] : [{ name }]
  return named.flatMap((one) => lineRef.safeParse({ ...one, ...about }).data ?? []).slice(0, 1)
}
