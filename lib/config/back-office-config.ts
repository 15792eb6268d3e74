import * as z from 'zod'
import * as shipped from '../back-office/constants.ts'
import { type AssumedRoute, assumedRoutes, placeholdersOf } from '../back-office/routes.ts'

/** Any entries of a table. An entry that the table lacks is a mistake. */
const differences = <Table extends Record<string, number>>(table: Table, number: z.ZodNumber = z.int()) =>
  z.strictObject(Object.fromEntries(Object.keys(table).map((name) => [name, number.optional()])) as Optional<Table>)
type Optional<Table> = { [Name in keyof Table]: z.ZodOptional<z.ZodNumber> }

/** For tables that decide what is sent: there one number cannot mean two things. */
const distinct = <Table extends Record<string, number>>(table: Table) =>
  differences(table).refine((own) => new Set(Object.values({ ...table, ...own })).size === Object.keys(table).length, {
    error: 'two entries of this table have the same number',
  })

const { cancelled: shippedCancelled, ...singleStatuses } = shipped.statuses
const rangeRule = 'write ranges of statuses, each from its first to below its second, such as [[8, 9]]'
const cancelledRange = z
  .tuple([z.number(rangeRule), z.number(rangeRule)], rangeRule)
  .refine(([from, below]) => from < below, rangeRule)
  .readonly()

/** A status of active returns must not be a cancelled one: none of them would ever count. */
const statusesConfig = differences(singleStatuses, z.number())
  .extend({ cancelled: z.array(cancelledRange, rangeRule).min(1, rangeRule).readonly().optional() })
  .refine(
    ({ cancelled = shippedCancelled, ...others }) => {
      const { returnFrom, returnTo } = { ...singleStatuses, ...others }
      return cancelled.every(([from, below]) => below <= returnFrom || from > returnTo)
    },
    { path: ['cancelled'], error: 'the range of active returns (returnFrom to returnTo) is within it' },
  )

/** The marker of the bridge's own comments: as automatic ones, one whose answer was lost would be written twice. */
const ownMarker = '[bridge:'
const automaticStart = z
  .string()
  .min(1)
  .refine((start) => !ownMarker.startsWith(start) && !start.startsWith(ownMarker), {
    error: `write another text: the bridge's own comments begin with "${ownMarker}"`,
  })

const referrer = z.union([
  z.strictObject({ referrerId: z.number(), channel: z.string() }),
  z.strictObject({ prefix: z.string().min(1), channel: z.string() }),
])

/** `backOffice.constants`: overrides of the tables in lib/back-office/constants.ts. */
export const constantsConfig = z.strictObject({
  orderTypes: distinct(shipped.orderTypes).optional(),
  statuses: statusesConfig.optional(),
  itemTypes: distinct(shipped.itemTypes).optional(),
  propertyTypes: differences(shipped.propertyTypes).optional(),
  addressRelationTypes: distinct(shipped.addressRelationTypes).optional(),
  emailOptionTypes: differences(shipped.emailOptionTypes).optional(),
  /** Text, because the REST interface sends return reasons as text. */
  defaultReturnReason: z.string().regex(/^\d+$/, 'a reason id is a number as text, such as "1"').optional(),
  automaticComments: z
    .strictObject({ userIds: z.array(z.int()).optional(), startsWith: z.array(automaticStart).optional() })
    .optional(),
  referrers: z.array(referrer).optional(),
  countries: z.record(z.string().regex(/^\d+$/), z.string().length(2)).optional(),
})

/** Segments of letters, digits and . _ ~ -, or `{name}`. No address, query or fragment, and no way up (`..`). */
const pathPattern = /^(\/(?!\.{1,2}(\/|$))(?:[\w.~-]|\{\w+\})+)+$/

/** A path with exactly the placeholders that the client fills; each mistake is named. */
const pathLike = (own: string) =>
  z
    .string(`write a path as text, such as "${own}"`)
    .refine((path) => pathPattern.test(path), `write a path without address and query, such as "${own}"`)
    .superRefine((path, { addIssue }) => {
      const [needed, given] = [placeholdersOf(own), placeholdersOf(path)]
      for (const name of needed.filter((one) => !given.includes(one))) addIssue(`{${name}} is missing`)
      for (const name of given.filter((one) => !needed.includes(one))) addIssue(`the bridge cannot fill {${name}}`)
    })
    .optional()

type Paths = Record<AssumedRoute, ReturnType<typeof pathLike>>

/** `backOffice.routes`: own paths in place of those that are not stated (lib/back-office/routes.ts). */
export const routesConfig = z.strictObject(
  Object.fromEntries(Object.entries(assumedRoutes).map(([name, path]) => [name, pathLike(path)])) as Paths,
)

const rule =
  'write the address of an order with {id} once in place of its id, such as https://my.example.com/orders/{id}'

/** https, and http only for this machine: what goes there is not for others. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || `${url.username}${url.password}` !== '') return false
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}

/** People open it: the id must not decide whose server that is. */
function isTemplate(text: string): boolean {
  const [one, other] = ['1', '2'].map((id) => text.replaceAll('{id}', id))
  const isFilledOnce = text.split('{id}').length === 2 && one !== undefined && isSafeAddress(one)
  return isFilledOnce && URL.parse(one)?.origin === URL.parse(other ?? '')?.origin
}

/** An address with `{id}`; http only for this machine. */
export const orderUrl = z.string(rule).refine(isTemplate, { error: rule })
