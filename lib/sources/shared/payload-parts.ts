import * as z from 'zod'
import { fieldsOf, givenText } from './delivery-parts.ts'
import { type Answer, namesOf, readValue } from './form-fields.ts'

/** A part of a payload that is not required: an invalid value counts as absent. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined)

/** A list that is not required, whose parts are read one by one. An invalid part is undefined, and so is what is not a list. */
export const partsOf = <T extends z.ZodType>(part: T) =>
  z
    .array(optional(part))
    .nullish()
    .transform((parts): (z.output<T> | null | undefined)[] | undefined => parts ?? [])
    .catch(undefined)

/** A number of pieces. Text from senders that re-serialise. */
export const quantity = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^\d{1,7}$/)
    .transform(Number),
])

/** An id or a name as senders give it: text or a number. Anything else counts as absent. */
export const givenName = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined)

/** An answer: its `value`, and its names in these fields. What is malformed counts as absent. */
export const answerBy = (...names: readonly string[]) =>
  z.unknown().transform((given): Answer => {
    const entry = fieldsOf(given) ?? {}
    return { keys: namesOf(...names.map((name) => givenText(entry[name]))), ...readValue(entry.value) }
  })
