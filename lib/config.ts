import * as z from 'zod'
import { emailOptionTypes, propertyTypes, statuses } from './back-office/constants.ts'
import type { Command } from './commands.ts'
import { ConfigError } from './config-error.ts'
import { durationMs, durationPattern } from './duration.ts'
import { isFormField } from './sources/form-fields.ts'
import { isKind, sourceKinds, sourceOfKind } from './sources/registry.ts'
import type { Source, SourceEvent } from './sources/source.ts'

/** An event as `skip` and `translate` see it: `payload` is the body parsed as JSON, or undefined where it is none. */
export type ConfiguredEvent = SourceEvent & { payload: unknown }

const duration = z
  .string()
  .regex(durationPattern, 'write a whole number and s, m, h or d, such as "15m"')
  .transform(durationMs)
/** `operator` is the source of operator commands; the other is a property of every object. */
const reservedNames = ['operator', 'constructor']
const sourceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'use lower-case letters, digits and dashes: the name is part of the address')
  .refine((name) => !reservedNames.includes(name), { error: `these names are taken: ${reservedNames.join(', ')}` })
const kind = z.custom<string | Source>(isKind, {
  error: `use one of: ${sourceKinds.join(', ')}; or a sender of your own (docs/senders.md, "Add a sender")`,
})

const ourField = z.string().refine(isFormField, {
  error: 'use order_number, order_label, email, sku, quantity, reason or note (see docs/senders.md)',
})

const source = z.strictObject({
  kind,
  /** Topics to act on; absent: what the sender's page in docs/senders.md names. */
  on: z.array(z.string().min(1)).optional(),
  /** Forms: from the sender's field key to ours. */
  fields: z.record(z.string(), ourField).optional(),
  /** Shopware: the name of the app in its manifest. */
  appName: z.string().min(1).optional(),
  /** Whether the e-mail must belong to the order; absent: true for forms, false for `standard` and shops. */
  requireEmail: z.boolean().optional(),
  /** True: the event ends `ignored`. */
  skip: z
    .custom<(event: ConfiguredEvent) => boolean>((value) => typeof value === 'function', 'write a function')
    .optional(),
  /** Replaces the sender's own translation. A missing wish becomes the event's own. */
  translate: z
    .custom<(event: ConfiguredEvent) => TranslatedCommand[]>((value) => typeof value === 'function', 'write a function')
    .optional(),
})

/** Any of a table's entries; an entry that the table lacks is a mistake. */
const differences = <Table extends Record<string, number>>(table: Table) =>
  z.strictObject(
    Object.fromEntries(Object.keys(table).map((name) => [name, z.number().optional()])) as {
      [Name in keyof Table]: z.ZodOptional<z.ZodNumber>
    },
  )

const constants = z.strictObject({
  statuses: differences(statuses).optional(),
  propertyTypes: differences(propertyTypes).optional(),
  emailOptionTypes: differences(emailOptionTypes).optional(),
  automaticComments: z
    .strictObject({ userIds: z.array(z.int()).optional(), startsWith: z.array(z.string().min(1)).optional() })
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

/** Named in interfaces and without effect so far: taking them silently would promise something. */
const notSupportedYet = ['retention', 'notify']

const config = z.strictObject({
  /** Where senders reach the webhooks; needed by schemes that sign the address. */
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  backOffice: z
    .strictObject({
      /** The API user's id; absent: asked from the back office once. */
      ownerId: z.int().positive().optional(),
      /** What the back office allows; what is absent is learnt from its response headers. */
      /** What differs from the shipped tables of lib/back-office/constants.ts. */
      constants: constants.optional(),
      limits: z
        .strictObject({
          readsPerMinute: z.int().positive().optional(),
          writesPerMinute: z.int().positive().optional(),
          writesPerDay: z.int().positive().optional(),
        })
        .prefault({}),
    })
    .prefault({}),
  sources: z.record(sourceName, source),
  /** From a sender's reason (compared without case) to the deployment's return-reason id. */
  reasons: z.record(z.string(), z.string().regex(/^\d+$/, 'a reason id is a number as text, such as "3"')).prefault({}),
  /** How long a shop's order that the back office does not know yet is waited for. */
  appearsWithin: duration.prefault('1h'),
  /** How long a second submit of the same lines counts as a possible duplicate. */
  duplicateWindow: duration.prefault('7d'),
})

type Unwished<T> = T extends Command ? Omit<T, 'wish'> & { wish?: string } : never
/** A command as a configured `translate` writes it. */
export type TranslatedCommand = Unwished<Command>

export type ConfigInput = z.input<typeof config>
/** The checked configuration; durations in milliseconds. */
export type Config = z.output<typeof config>
export type SourceConfig = Config['sources'][string]

/** Marks what `defineConfig` has checked; registered, so that it is the same one in every copy of this module. */
const checked = Symbol.for('backoffice-bridge/checked-config')

/** Checks `bridge.config.ts`. Throws `ConfigError` naming every mistake. */
export function defineConfig(input: ConfigInput): Config {
  const parsed = config.safeParse(input)
  if (parsed.success) return Object.defineProperty(parsed.data, checked, { value: true })
  const mistakes = [...parsed.error.issues, ...issuesBehindBadNames(input)].flatMap(mistakesOf)
  throw new ConfigError(
    `bridge.config.ts has ${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}:\n${mistakes.join('\n')}`,
  )
}

/** Throws `ConfigError` unless it is what `defineConfig` gave back. */
export function assertConfig(value: unknown): asserts value is Config {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, checked))
    throw new ConfigError('bridge.config.ts must export default defineConfig({...}).')
}

/** A record's value is not looked at where its name is wrong. */
function issuesBehindBadNames(input: unknown): z.core.$ZodIssue[] {
  const { data } = z.object({ sources: z.record(z.string(), z.unknown()) }).safeParse(input)
  return Object.entries(data?.sources ?? {})
    .filter(([name]) => !sourceName.safeParse(name).success)
    .flatMap(
      ([name, value]) =>
        source.safeParse(value).error?.issues.map((issue) => ({ ...issue, path: ['sources', name, ...issue.path] })) ??
        [],
    )
}

function mistakesOf(issue: z.core.$ZodIssue): string[] {
  // What is wrong with a name stands one level deeper.
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => mistake(issue.path, message))
  if (issue.code !== 'unrecognized_keys') return [mistake(issue.path, issue.message)]
  const isLater = (key: string): boolean => issue.path.length === 0 && notSupportedYet.includes(key)
  return issue.keys.map((key) =>
    isLater(key) ? mistake([key], 'not supported yet') : mistake(issue.path, `unknown setting "${key}"`),
  )
}

const mistake = (path: PropertyKey[], message: string): string => `  ${path.join('.') || '(the whole)'}: ${message}`

/** Whether the sender's e-mail must belong to the order before anything is written for it. */
export function requiresEmail(source: SourceConfig): boolean {
  return source.requireEmail ?? (sourceOfKind(source.kind)?.family === 'forms' && source.kind !== 'standard')
}

/** For the test that holds docs/configuration.md to it. */
export { config as configSchema }
