import * as z from 'zod'
import {
  addressRelationTypes,
  emailOptionTypes,
  itemTypes,
  orderTypes,
  propertyTypes,
  statuses,
} from '../back-office/constants.ts'

/** Any entries of a table. An entry that the table lacks is a mistake. */
const differences = <Table extends Record<string, number>>(table: Table, number: z.ZodNumber = z.int()) =>
  z.strictObject(
    Object.fromEntries(Object.keys(table).map((name) => [name, number.optional()])) as {
      [Name in keyof Table]: z.ZodOptional<z.ZodNumber>
    },
  )

/** For tables that decide what is sent: there one number cannot mean two things. */
const distinct = <Table extends Record<string, number>>(table: Table) =>
  differences(table).refine(
    (override) => new Set(Object.values({ ...table, ...override })).size === Object.keys(table).length,
    { error: 'two entries of this table have the same number' },
  )

/**
 * The start of the marker in the bridge's own comments (lib/workflow/kinds/comment-text.ts). If they counted as automatic, a comment whose
 * answer was lost would be written twice.
 */
const ownMarker = '[bridge:'
const automaticStart = z
  .string()
  .min(1)
  .refine((start) => !ownMarker.startsWith(start) && !start.startsWith(ownMarker), {
    error: `write another text: the bridge's own comments begin with "${ownMarker}"`,
  })

/** `backOffice.constants`: overrides of the tables in lib/back-office/constants.ts. */
export const constantsConfig = z.strictObject({
  orderTypes: distinct(orderTypes).optional(),
  statuses: differences(statuses, z.number()).optional(),
  itemTypes: distinct(itemTypes).optional(),
  propertyTypes: differences(propertyTypes).optional(),
  addressRelationTypes: distinct(addressRelationTypes).optional(),
  emailOptionTypes: differences(emailOptionTypes).optional(),
  /** Text, because the REST interface sends return reasons as text. */
  defaultReturnReason: z.string().regex(/^\d+$/, 'a reason id is a number as text, such as "1"').optional(),
  automaticComments: z
    .strictObject({ userIds: z.array(z.int()).optional(), startsWith: z.array(automaticStart).optional() })
    .optional(),
  referrers: z
    .array(
      z.union([
        z.strictObject({ referrerId: z.number(), channel: z.string() }),
        z.strictObject({ prefix: z.string().min(1), channel: z.string() }),
      ]),
    )
    .optional(),
  countries: z.record(z.string().regex(/^\d+$/), z.string().length(2)).optional(),
})
