import type { Acceptor } from '../source.ts'
import { acceptBigcommerce } from './bigcommerce.ts'
import { filloutSender } from './fillout.ts'
import { acceptForm } from './form-sender.ts'
import { formspreeSender } from './formspree.ts'
import { googleFormsSender } from './google-forms.ts'
import { gravityFormsSender } from './gravity-forms.ts'
import { hubspotSender } from './hubspot.ts'
import { jotformSender } from './jotform.ts'
import { acceptShopify } from './shopify.ts'
import { acceptShopware } from './shopware.ts'
import { acceptStandard } from './standard.ts'
import { tallySender } from './tally.ts'
import { typeformSender } from './typeform.ts'
import { acceptWoocommerce } from './woocommerce.ts'

const shops = [acceptShopify, acceptWoocommerce, acceptShopware, acceptBigcommerce]
const formSenders = [
  ...[typeformSender, tallySender, jotformSender, filloutSender, gravityFormsSender],
  ...[formspreeSender, hubspotSender, googleFormsSender],
]

const acceptors: ReadonlyMap<string, Acceptor> = new Map(
  [...shops, acceptStandard, ...formSenders.map(acceptForm)].map((acceptor) => [acceptor.kind, acceptor]),
)

/** What accepts the deliveries of a configured kind: `sourceOfKind` without the translations, which webhooks do not need. */
export const acceptorOfKind = (kind: string | Acceptor): Acceptor | undefined =>
  typeof kind === 'string' ? acceptors.get(kind) : kind
