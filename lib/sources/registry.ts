import { shopify } from './shopify.ts'
import type { Source } from './source.ts'
import { standard } from './standard.ts'

const sources: ReadonlyMap<string, Source> = new Map([standard, shopify].map((source) => [source.kind, source]))

/** Every kind of sender that a source of bridge.config.ts can name. */
export const sourceKinds: readonly string[] = [...sources.keys()]

export const sourceOfKind = (kind: string): Source | undefined => sources.get(kind)
