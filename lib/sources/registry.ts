import type { OwnKind } from './acceptors.ts'
import { bigcommerce } from './bigcommerce/translate.ts'
import { formServices } from './form-services.ts'
import { sendcloud } from './sendcloud/translate.ts'
import { createFormSource } from './shared/create-form-source.ts'
import { shopify } from './shopify/translate.ts'
import { shopware } from './shopware/translate.ts'
import type { Source } from './source.ts'
import { standard } from './standard/translate.ts'
import { woocommerce } from './woocommerce/translate.ts'

/** The kinds of acceptors.ts again, held equal by its type. One list for both would load every translation, and zod, into the webhooks. */
const own: Readonly<Record<OwnKind, Source>> = { shopify, woocommerce, shopware, bigcommerce, standard, sendcloud }
const all: readonly Source[] = [...Object.values(own), ...Object.values(formServices).map(createFormSource)]
const sources: ReadonlyMap<string, Source> = new Map(all.map((source) => [source.kind, source]))
export const sourceKinds: readonly string[] = [...sources.keys()]

/** In bridge.config.ts a kind is the name of a sender of this folder, or a custom sender itself. */
export const sourceOfKind = (kind: string | Source): Source | undefined =>
  typeof kind === 'string' ? sources.get(kind) : kind

/** Whether a configured kind is a known name, or has the shape of a sender. */
export function isKind(value: unknown): value is string | Source {
  if (typeof value === 'string') return sources.has(value)
  const { kind, family, verify, identify, translate, sign }: Partial<Source> = value instanceof Object ? value : {}
  const isNamed = typeof kind === 'string' && (family === 'shops' || family === 'forms')
  return isNamed && [verify, identify, translate, sign].every((part) => typeof part === 'function')
}
