import { acceptBigcommerce } from './bigcommerce/accept.ts'
import { filloutSender } from './fillout/accept.ts'
import { formspreeSender } from './formspree/accept.ts'
import { googleFormsSender } from './google-forms/accept.ts'
import { gravityFormsSender } from './gravity-forms/accept.ts'
import { hubspotSender } from './hubspot/accept.ts'
import { jotformSender } from './jotform/accept.ts'
import { acceptForm } from './shared/accept-form.ts'
import { acceptShopify } from './shopify/accept.ts'
import { acceptShopware } from './shopware/accept.ts'
import type { Acceptor } from './source.ts'
import { acceptStandard } from './standard/accept.ts'
import { tallySender } from './tally/accept.ts'
import { typeformSender } from './typeform/accept.ts'
import { acceptWoocommerce } from './woocommerce/accept.ts'

const shops = [acceptShopify, acceptWoocommerce, acceptShopware, acceptBigcommerce]
const formSenders = [
  typeformSender,
  tallySender,
  jotformSender,
  filloutSender,
  gravityFormsSender,
  formspreeSender,
  hubspotSender,
  googleFormsSender,
]

const acceptors: ReadonlyMap<string, Acceptor> = new Map(
  [...shops, acceptStandard, ...formSenders.map(acceptForm)].map((acceptor) => [acceptor.kind, acceptor]),
)

/** What accepts the deliveries of a configured kind: `sourceOfKind` without the translations, which webhooks do not need. */
export const acceptorOfKind = (kind: string | Acceptor): Acceptor | undefined =>
  typeof kind === 'string' ? acceptors.get(kind) : kind
