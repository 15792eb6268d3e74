import { bigcommerce } from './bigcommerce.ts'
import { fillout } from './fillout.ts'
import { formspree } from './formspree.ts'
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
const forms = [standard, typeform, tally, jotform, fillout, gravityForms, formspree, hubspot]

const sources: ReadonlyMap<string, Source> = new Map([...shops, ...forms].map((source) => [source.kind, source]))

/** Every kind of sender that a source of bridge.config.ts can name. */
export const sourceKinds: readonly string[] = [...sources.keys()]

export const sourceOfKind = (kind: string): Source | undefined => sources.get(kind)
