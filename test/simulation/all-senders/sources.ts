import type { Config, ConfiguredEvent, defineConfig, TranslatedCommand } from '../../../lib/config/config.ts'
import { bigcommerce } from '../../../lib/sources/bigcommerce/translate.ts'
import { formServices } from '../../../lib/sources/form-services.ts'
import { createFormSource } from '../../../lib/sources/shared/create-form-source.ts'
import { shopify } from '../../../lib/sources/shopify/translate.ts'
import { shopware } from '../../../lib/sources/shopware/translate.ts'
import type { Source } from '../../../lib/sources/source.ts'
import { standard } from '../../../lib/sources/standard/translate.ts'
import { woocommerce } from '../../../lib/sources/woocommerce/translate.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export const publicUrl = 'https://hooks.example.com'

const form = (kind: keyof typeof formServices): Source => createFormSource(formServices[kind])

type Told = Pick<ConfiguredEvent, 'payload'>

/** A source of each kind; how each repeats what was not answered with 200 (docs/senders.md; where nothing is known, as a patient one). */
const patient = [10 * second, minute, 10 * minute, hour, 4 * hour]
const kinds = {
  'w-standard': { kind: standard, retries: patient, settings: { requireEmail: true } },
  'w-typeform': { kind: form('typeform'), retries: [minute, 10 * minute, hour, 3 * hour], settings: {} },
  'w-tally': { kind: form('tally'), retries: [5 * minute, 30 * minute, hour, 6 * hour, 24 * hour], settings: {} },
  'w-jotform': { kind: form('jotform'), retries: patient, settings: {} },
  'w-fillout': { kind: form('fillout'), retries: patient, settings: { requireEmail: false } },
  'w-gravity': { kind: form('gravity-forms'), retries: patient, settings: { labelsOf: 'w-shopify' } },
  'w-formspree': { kind: form('formspree'), retries: patient, settings: {} },
  'w-hubspot': { kind: form('hubspot'), retries: patient, settings: {} },
  'w-google': { kind: form('google-forms'), retries: [second, 5 * second, 20 * second], settings: {} },
  'w-withdraw': { kind: form('typeform'), retries: patient, settings: { tells: 'withdrawal', withdrawals: 'return' } },
  'w-shopify': { kind: shopify, retries: [10 * second, minute, 4 * minute, 30 * minute, hour, hour], settings: {} },
  'w-market': {
    kind: shopify,
    retries: [10 * second, minute, hour],
    settings: { translate: ({ payload }: Told) => (payload as { commands?: TranslatedCommand[] }).commands ?? [] },
  },
  /** `returns` as the scene of its returns says. */
  'w-returns': { kind: shopify, retries: [10 * second, minute, 4 * minute, 30 * minute, hour, hour], settings: {} },
  'w-woo': { kind: woocommerce, retries: [], settings: { orders: 'any' } },
  'w-shopware': { kind: shopware, retries: [5 * second, 30 * second, 5 * minute, hour], settings: { orders: 'any' } },
  'w-desk': {
    kind: standard,
    retries: patient,
    settings: { requireEmail: false, translate: ({ payload }: Told) => payload as TranslatedCommand[] },
  },
  'w-own': {
    kind: standard,
    retries: patient,
    settings: {
      ...{ requireEmail: false, orders: { plentyId: 2, numberPrefix: 'OWN-' } },
      translate: ({ payload }: Told) => payload as TranslatedCommand[],
    },
  },
  'w-visitors': {
    kind: form('typeform'),
    retries: patient,
    settings: {
      requireEmail: false,
      translate: ({ payload }: Told) => (payload as { commands: TranslatedCommand[] }).commands,
    },
  },
  'w-bigcommerce': { kind: bigcommerce, retries: patient, settings: { orders: 'any' } },
} as const satisfies Record<string, { kind: Source; retries: readonly number[]; settings: object }>

export type WideSource = keyof typeof kinds
export const isWide = (source: string): source is WideSource => Object.hasOwn(kinds, source)
export const kindOf = (source: WideSource): Source => kinds[source].kind

export const wideSenders = Object.fromEntries(
  Object.entries(kinds).map(([name, { kind, retries }]) => [name, { kind, family: kind.family, retries }]),
) as unknown as Record<WideSource, { kind: Source; family: Source['family']; retries: number[] }>

export const wideReasons = { defective: '2', 'wrong item': '4' }

/** For the configuration. */
export const wideSources = Object.fromEntries(
  Object.entries(kinds).map(([name, { kind, settings }]) => [name, { kind: kind.kind, ...settings }]),
) as Parameters<typeof defineConfig>[0]['sources'] & Config['sources']

/** Two for each, both valid, of the format that its sender needs. */
export const wideSecrets = (): Record<string, string[]> =>
  Object.fromEntries(Object.keys(kinds).map((name) => [name, [secretOf(name, 'new'), secretOf(name, 'old')]]))

const secretOf = (name: string, age: string): string =>
  name === 'w-standard' || name === 'w-desk' || name === 'w-own' || name === 'w-google'
    ? `whsec_${Buffer.from(`the-${age}-secret-of-${name}-for-a-test`).toString('base64')}`
    : `the-${age}-secret-of-${name}-for-a-test`
