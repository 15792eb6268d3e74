import * as z from 'zod'
import { sourceOfKind } from '../sources/registry.ts'
import { ConfigError } from './config-error.ts'
import { configMistakes, inPlainWords } from './config-mistakes.ts'
import { constantsConfig } from './constants-config.ts'
import { durationMs, durationPattern } from './duration.ts'
import { retentionConfig } from './retention-config.ts'
import { sourceConfig, sourceName } from './source-config.ts'

const durationRule = 'write a whole number and s, m, h or d, such as "15m"'
const duration = z.string(durationRule).regex(durationPattern, durationRule).transform(durationMs)
const reasonRule = 'a reason id is a number as text, such as "3"'
const folded = (reason: string): string => reason.trim().toLowerCase()
const addressRule = 'write the address that senders call, such as https://hooks.example.com'
/** What is no address at all is told by the rule before. */
const isBareAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return !url || `${url.username}${url.password}${url.search}${url.hash}` === ''
}

const config = z.strictObject({
  /** Where senders reach the webhooks; needed by schemes that sign the address. */
  publicUrl: z
    .url({ protocol: /^https?$/, error: addressRule })
    .refine(isBareAddress, { error: `${addressRule}, without user name and query` })
    .optional(),
  backOffice: z
    .strictObject({
      /** The API user's id; absent: asked from the back office once. */
      ownerId: z.int().positive().optional(),
      /** What differs from the shipped tables of lib/back-office/constants.ts. */
      constants: constantsConfig.optional(),
      /** What the back office allows; what is absent is learnt from its response headers. */
      limits: z
        .strictObject({
          readsPerMinute: z.int().positive().optional(),
          writesPerMinute: z.int().positive().optional(),
          writesPerDay: z.int().positive().optional(),
        })
        .prefault({}),
    })
    .prefault({}),
  sources: z.record(sourceName, sourceConfig),
  /** From a sender's reason (compared without case) to the deployment's return-reason id. */
  reasons: z
    .record(z.string(), z.string(reasonRule).regex(/^\d+$/, reasonRule))
    .refine((reasons) => new Set(Object.keys(reasons).map(folded)).size === Object.keys(reasons).length, {
      error: 'two of them are the same but for case or blanks around them: only one can count',
    })
    .prefault({}),
  /** How long a shop's order that the back office does not know yet is waited for. */
  appearsWithin: duration.prefault('1h'),
  /** How long a second submit of the same lines counts as a possible duplicate. */
  duplicateWindow: duration.prefault('7d'),
  /** How long ended events are kept, in days. */
  retention: retentionConfig,
})

export type { ConfiguredEvent, TranslatedCommand } from './source-config.ts'
export type ConfigInput = z.input<typeof config>
/** The checked configuration; durations in milliseconds. */
export type Config = z.output<typeof config>
export type SourceConfig = Config['sources'][string]

/** Marks what `defineConfig` has checked; registered, so that it is the same one in every copy of this module. */
const checked = Symbol.for('backoffice-bridge/checked-config')

/** Checks `bridge.config.ts`. Throws `ConfigError` naming every mistake. */
export function defineConfig(input: ConfigInput): Config {
  const parsed = config.safeParse(input, { error: inPlainWords })
  const mistakes = configMistakes(input, parsed.error?.issues ?? [])
  if (parsed.success && mistakes.length === 0) return Object.defineProperty(parsed.data, checked, { value: true })
  throw new ConfigError(
    `bridge.config.ts has ${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}:\n${mistakes.join('\n')}`,
  )
}

/** Throws `ConfigError` unless it is what `defineConfig` gave back. */
export function assertConfig(value: unknown): asserts value is Config {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, checked))
    throw new ConfigError('bridge.config.ts must export default defineConfig({...}).')
}

/** Whether the sender's e-mail must belong to the order before anything is written for it. */
export function requiresEmail(source: SourceConfig): boolean {
  return source.requireEmail ?? (sourceOfKind(source.kind)?.family === 'forms' && source.kind !== 'standard')
}

/** For the test that holds docs/configuration.md to it. */
export { config as configSchema }
