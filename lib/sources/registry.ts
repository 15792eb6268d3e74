import { bigcommerce } from './bigcommerce.ts'
import { fillout } from './fillout.ts'
import { formspree } from './formspree.ts'
import { googleForms } from './google-forms.ts'
import { gravityForms } from './gravity-forms.ts'
import { hubspot } from './hubspot.ts'
import { jotform } from './jotform.ts'
import { shopify } from './shopify.ts'
import { shopware } from './shopware.ts'
import type { Source } from './source.ts'
import { standard } from './standard.ts'
import { tally } from './tally.ts'
import { typeform } from './typeform.ts'
import { woocommerce } from './woocommerce.ts'

const shops = [shopify, woocommerce, shopware, bigcommerce]
const forms = [standard, typeform, tally, jotform, fillout, gravityForms, formspree, hubspot, googleForms]

const sources: ReadonlyMap<string, Source> = new Map([...shops, ...forms].map((source) => [source.kind, source]))

/** Every kind that a source of bridge.config.ts can name. */
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
