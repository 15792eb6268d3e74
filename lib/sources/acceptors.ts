import { acceptBigcommerce } from './bigcommerce/accept.ts'
import { acceptForm } from './shared/accept-form.ts'
import { formSenders } from './shared/form-senders.ts'
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
  typeform: acceptForm(formSenders.typeform),
  tally: acceptForm(formSenders.tally),
  jotform: acceptForm(formSenders.jotform),
  fillout: acceptForm(formSenders.fillout),
  'gravity-forms': acceptForm(formSenders.gravityForms),
  formspree: acceptForm(formSenders.formspree),
  hubspot: acceptForm(formSenders.hubspot),
  'google-forms': acceptForm(formSenders.googleForms),
} as const satisfies Record<string, Acceptor>

export type SenderKind = keyof typeof acceptors

const byKind: ReadonlyMap<string, Acceptor> = new Map(Object.entries(acceptors))

/** What accepts the deliveries of a configured kind: `sourceOfKind` without the translations, which webhooks do not need. */
export const acceptorOfKind = (kind: string | Acceptor): Acceptor | undefined =>
  typeof kind === 'string' ? byKind.get(kind) : kind
