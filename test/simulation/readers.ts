import type { Reader } from './reading.ts'
import { bigcommerceReaders } from './reading-bigcommerce.ts'
import { configuredReaders } from './reading-configured.ts'
import { filloutReaders } from './reading-fillout.ts'
import { formBodyReaders } from './reading-form-bodies.ts'
import { formOtherReaders } from './reading-form-others.ts'
import { formRuleReaders } from './reading-form-rules.ts'
import { formSenderReaders } from './reading-form-senders.ts'
import { formReaders } from './reading-forms.ts'
import { proofReaders } from './reading-proofs.ts'
import { registrationReaders } from './reading-registration.ts'
import { shopifyReaders } from './reading-shopify.ts'
import { shopifyReturnReaders } from './reading-shopify-returns.ts'
import { shopifyTopicReaders } from './reading-shopify-topics.ts'
import { shopwareReaders } from './reading-shopware.ts'
import { shopwareFormReaders } from './reading-shopware-forms.ts'
import { signatureReaders } from './reading-signatures.ts'
import { standardReaders } from './reading-standard.ts'
import { standardRefusedReaders } from './reading-standard-refused.ts'
import { woocommerceReaders } from './reading-woocommerce.ts'
import { woocommerceNewsReaders } from './reading-woocommerce-news.ts'

/** All that is read, in turns. */
export const readers: readonly Reader[] = [
  ...shopifyReaders,
  ...shopifyTopicReaders,
  ...shopifyReturnReaders,
  ...woocommerceReaders,
  ...woocommerceNewsReaders,
  ...shopwareReaders,
  ...shopwareFormReaders,
  ...bigcommerceReaders,
  ...formReaders,
  ...formRuleReaders,
  ...formSenderReaders,
  ...filloutReaders,
  ...formBodyReaders,
  ...formOtherReaders,
  ...standardReaders,
  ...standardRefusedReaders,
  ...configuredReaders,
  ...proofReaders,
  ...signatureReaders,
  ...registrationReaders,
]
