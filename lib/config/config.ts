import * as z from 'zod'
import { constantsConfig, isSafeAddress, orderUrl, routesConfig } from './back-office-config.ts'
import { asChecked, ConfigError } from './checked.ts'
import { configMistakes, inPlainWords } from './config-mistakes.ts'
import { returnStatus, sourceConfig, sourceName } from './source-config.ts'

const rule = 'write the address that takes the messages, such as https://hooks.example.com/services/...'
const emailRule = 'write one e-mail address, such as shop@example.com'
const notifyConfig = z
  .strictObject({
    /** Gets every message by e-mail, through a topic of the deployed stage. */
    email: z.email(emailRule).max(320, emailRule).optional(),
    /** Whoever reads the address may send to it. */
    webhookUrl: z.string(rule).refine(isSafeAddress, { error: rule }).optional(),
    /** `slack`: `{"text"}`, which most chat programs take; `json` has the codes and ids as well. */
    format: z.enum(['slack', 'json'], "write 'slack' or 'json'").prefault('slack'),
    /** Who gets links that decide a question without a login. A channel that many read gets them with `all` alone. */
    links: z.enum(['email', 'all'], "write 'email' or 'all'").optional(),
  })
  .refine(({ email, webhookUrl }) => email !== undefined || webhookUrl !== undefined, {
    error: 'name an `email`, a `webhookUrl` or both: nobody would be told',
  })
  .refine(({ email, links }) => links !== 'email' || email !== undefined, {
    path: ['links'],
    error: "name an `email` as well, or write 'all': nobody would get a link",
  })

const years = 10
/** The audit looks back one week, and late duplicates arrive within days. Both need the records. */
const leastLedgerDays = 30
const leastStoppedDays = 7
const daysRule = `write whole days from 1 to ${years * 365}, such as 30`
const stoppedRule = `write whole days from ${leastStoppedDays} to ${years * 365}, such as 90, or leave it out`
const ledgerRule = `write whole days from ${leastLedgerDays} to ${years * 365}`

const wholeDays = (least: number, error: string) =>
  z
    .int(error)
    .min(least, { error, abort: true })
    .max(years * 365, { error, abort: true })

const shape = z.strictObject({
  days: wholeDays(1, daysRule).default(30),
  /** Days after the last write that the record of a fact is kept, so that a late duplicate is recognised. */
  ledgerDays: wholeDays(leastLedgerDays, ledgerRule).default(400),
  /** Days without a move after which the audit ends a held or failed event. Absent: only a person does. */
  stoppedDays: wholeDays(leastStoppedDays, stoppedRule).optional(),
  payloadDays: z.never('write `days` instead: an event is kept whole, and then deleted').optional(),
})

const retentionConfig = shape
  .refine(({ days, ledgerDays }) => ledgerDays >= days, {
    path: ['ledgerDays'],
    error: 'write as much as days, or more: the record of a fact outlives its event',
  })
  .prefault({})

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** `90s`, `15m`, `1h`, `7d`: a whole number and a unit, as bridge.config.ts writes them. */
const durationPattern = /^([1-9]\d{0,5})([smhd])$/

export function durationMs(text: string): number {
  const [, count, unit] = durationPattern.exec(text) ?? []
  if (!count || !unit) throw new TypeError(`"${text}" is not a duration: ${durationRule}`)
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}

const durationRule = 'write a whole number and s, m, h or d, such as "15m"'
const duration = z.string(durationRule).regex(durationPattern, durationRule).transform(durationMs)
const reasonRule = 'a reason id is a number as text, such as "3"'
const shippedRule = 'write the status from which on an order is shipped, such as 7'
const limit = z.int().positive().optional()
const capRule = 'write a whole number from 1 to 1000'
const folded = (reason: string): string => reason.trim().toLowerCase()
const addressRule = 'write the address that senders call, such as https://hooks.example.com'
/** The rule before reports a text that is not an address. */
const isBareAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return !url || `${url.username}${url.password}${url.search}${url.hash}` === ''
}

const consoleRule =
  'write the address at which a proxy shows the console, such as https://bridge.example.com, without a path'
const isOrigin = (text: string): boolean => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`

const config = z.strictObject({
  /** Where senders reach the webhooks. Senders that sign the address need it. */
  publicUrl: z
    .url({ protocol: /^https?$/, error: addressRule })
    .refine(isBareAddress, { error: `${addressRule}, without user name and query` })
    .optional(),
  /** Where people reach the console of `serve` through a proxy. It needs a stored password as well. */
  consoleUrl: z
    .url({ protocol: /^https?$/, error: consoleRule })
    .refine(isOrigin, { error: consoleRule })
    .optional(),
  backOffice: z
    .strictObject({
      /** The API user's id. Absent: read once from the back office. */
      ownerId: z.int().positive().optional(),
      constants: constantsConfig.optional(),
      routes: routesConfig.optional(),
      /** Calls that the back office allows. An absent limit is learnt from its response headers. */
      limits: z
        .strictObject({ readsPerMinute: limit, writesPerMinute: limit, readsPerDay: limit, writesPerDay: limit })
        .prefault({}),
    })
    .prefault({}),
  language: z.enum(['en', 'de'], "write 'en' or 'de'").prefault('en'),
  /** Where the back office shows an order or a return: its address with `{id}` in place of the id. */
  orderUrl: orderUrl.optional(),
  /** Absent: nobody is told anything but by alarms. */
  notify: notifyConfig.optional(),
  /** Writes comments of orders about what is asked, and what became of it. */
  notes: z.boolean('write true or false').prefault(false),
  /** Absent: `statuses.returnFrom`. Many a back office makes a carrier label by this status. */
  returnStatus,
  /** An order at or above this status counts as shipped. Absent: nobody asks. */
  shippedFrom: z.number(shippedRule).positive(shippedRule).optional(),
  sources: z.record(sourceName, sourceConfig),
  /** From a sender's reason, in any case, to the return-reason id of the back office. */
  reasons: z
    .record(z.string(), z.string(reasonRule).regex(/^\d+$/, reasonRule))
    .refine((reasons) => new Set(Object.keys(reasons).map(folded)).size === Object.keys(reasons).length, {
      error: 'two reasons differ only in case or in spaces around them: keep one of them',
    })
    .prefault({}),
  /** How long to wait for a shop's order that the back office does not know yet. */
  appearsWithin: duration.prefault('1h'),
  /** How long the same lines under another key are a possible duplicate. */
  duplicateWindow: duration.prefault('7d'),
  /** Where a return may have the parcel already: link if that is certain, always ask a person, or never look. */
  sameParcel: z.enum(['link', 'hold', 'off'], "write 'link', 'hold' or 'off'").prefault('link'),
  /** How old a return may be to be of the same parcel. */
  parcelWindow: duration.prefault('60d'),
  /** How many requests of forms are written to one order on one day; what comes after them is for a person. */
  formsPerOrderAndDay: z.int(capRule).positive(capRule).max(1_000, capRule).prefault(20),
  retention: retentionConfig,
})

export type { ConfiguredEvent, OwnOrders, TranslatedCommand } from './source-config.ts'
export type ConfigInput = z.input<typeof config>
/** The checked configuration; durations in milliseconds. */
export type Config = z.output<typeof config>
export type SourceConfig = Config['sources'][string]

/**
 * Checks `bridge.config.ts`. Throws `ConfigError` naming every mistake.
 * @example
 * ```ts
 * import { defineConfig } from './lib/config/config.ts'
 *
 * export default defineConfig({ sources: { shop: { kind: 'shopify' } }, language: 'de' })
 * ```
 */
export function defineConfig(input: ConfigInput): Config {
  const parsed = config.safeParse(input, { error: inPlainWords })
  const mistakes = configMistakes(input, parsed.error?.issues ?? [])
  if (parsed.success && mistakes.length === 0) return asChecked(parsed.data)
  throw new ConfigError(
    `bridge.config.ts has ${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}:\n${mistakes.join('\n')}`,
  )
}

/** For the test that compares docs/configuration.md with it. */
export { config as configSchema }
