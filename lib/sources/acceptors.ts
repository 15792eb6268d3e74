import { acceptBigcommerce } from './bigcommerce/accept.ts'
import { filloutSender } from './fillout/accept.ts'
import { formspreeSender } from './formspree/accept.ts'
import { googleFormsSender } from './google-forms/accept.ts'
import { gravityFormsSender } from './gravity-forms/accept.ts'
import { hubspotSender } from './hubspot/accept.ts'
import { jotformSender } from './jotform/accept.ts'
import { acceptSendcloud } from './sendcloud/accept.ts'
import { acceptForm } from './shared/accept-form.ts'
import { acceptShopify } from './shopify/accept.ts'
import { acceptShopware } from './shopware/accept.ts'
import type { Acceptor } from './source.ts'
import { acceptStandard } from './standard/accept.ts'
import { tallySender } from './tally/accept.ts'
import { typeformSender } from './typeform/accept.ts'
import { acceptWoocommerce } from './woocommerce/accept.ts'

/** What accepts the deliveries of each kind. Webhooks load this list, so it names no translation: those are in registry.ts. */
const acceptors = {
  shopify: acceptShopify,
  woocommerce: acceptWoocommerce,
  shopware: acceptShopware,
  bigcommerce: acceptBigcommerce,
  standard: acceptStandard,
  sendcloud: acceptSendcloud,
  typeform: acceptForm(typeformSender),
  tally: acceptForm(tallySender),
  jotform: acceptForm(jotformSender),
  fillout: acceptForm(filloutSender),
  'gravity-forms': acceptForm(gravityFormsSender),
  formspree: acceptForm(formspreeSender),
  hubspot: acceptForm(hubspotSender),
  'google-forms': acceptForm(googleFormsSender),
} as const satisfies Record<string, Acceptor>

export type SenderKind = keyof typeof acceptors
const byKind: ReadonlyMap<string, Acceptor> = new Map(Object.entries(acceptors))

/** What accepts the deliveries of a configured kind: `sourceOfKind` without the translations, which webhooks do not need. */
export const acceptorOfKind = (kind: string | Acceptor): Acceptor | undefined =>
  typeof kind === 'string' ? byKind.get(kind) : kind
