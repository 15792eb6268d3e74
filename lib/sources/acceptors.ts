import { acceptBigcommerce } from './bigcommerce/accept.ts'
import { formServices } from './form-services.ts'
import { acceptSendcloud } from './sendcloud/accept.ts'
import { acceptForm } from './shared/accept-form.ts'
import { acceptShopify } from './shopify/accept.ts'
import { acceptShopware } from './shopware/accept.ts'
import type { Acceptor } from './source.ts'
import { acceptStandard } from './standard/accept.ts'
import { acceptWoocommerce } from './woocommerce/accept.ts'

/** What accepts the deliveries of each kind. Webhooks load this list, so it names no translation: those are in registry.ts. */
const acceptors = {
  shopify: acceptShopify,
  woocommerce: acceptWoocommerce,
  shopware: acceptShopware,
  bigcommerce: acceptBigcommerce,
  standard: acceptStandard,
  sendcloud: acceptSendcloud,
} as const satisfies Record<string, Acceptor>

/** The kinds that are no form of a service. */
export type OwnKind = keyof typeof acceptors
export type SenderKind = OwnKind | keyof typeof formServices
const all: readonly Acceptor[] = [...Object.values(acceptors), ...Object.values(formServices).map(acceptForm)]
const byKind: ReadonlyMap<string, Acceptor> = new Map(all.map((acceptor) => [acceptor.kind, acceptor]))

/** What accepts the deliveries of a configured kind: `sourceOfKind` without the translations, which webhooks do not need. */
export const acceptorOfKind = (kind: string | Acceptor): Acceptor | undefined =>
  typeof kind === 'string' ? byKind.get(kind) : kind
