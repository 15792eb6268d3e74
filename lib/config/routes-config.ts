import * as z from 'zod'
import { type AssumedRoute, assumedRoutes, placeholdersOf } from '../back-office/routes.ts'

/** Segments of letters, digits and . _ ~ -, or `{name}`. No address, query or fragment, and no way up (`..`). */
const pathPattern = /^(\/(?!\.{1,2}(\/|$))(?:[\w.~-]|\{\w+\})+)+$/

/** A path with exactly the placeholders that the client fills; each mistake is named. */
const pathLike = (shipped: string) =>
  z
    .string(`write a path as text, such as "${shipped}"`)
    .refine((path) => pathPattern.test(path), `write a path without address and query, such as "${shipped}"`)
    .superRefine((path, { addIssue }) => {
      const [needed, given] = [placeholdersOf(shipped), placeholdersOf(path)]
      for (const name of needed.filter((one) => !given.includes(one))) addIssue(`{${name}} is missing`)
      for (const name of given.filter((one) => !needed.includes(one))) addIssue(`the bridge cannot fill {${name}}`)
    })
    .optional()

type Paths = Record<AssumedRoute, ReturnType<typeof pathLike>>

/** `backOffice.routes`: own paths in place of those that are not stated (lib/back-office/routes.ts). */
export const routesConfig = z.strictObject(
  Object.fromEntries(Object.entries(assumedRoutes).map(([name, path]) => [name, pathLike(path)])) as Paths,
)
