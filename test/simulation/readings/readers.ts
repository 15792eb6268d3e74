import { bigcommerceReaders } from './bigcommerce.ts'
import { configuredReaders } from './configured.ts'
import { filloutReaders } from './fillout.ts'
import { formBodyReaders } from './form-bodies.ts'
import { formOtherReaders } from './form-others.ts'
import { formRuleReaders } from './form-rules.ts'
import { formSenderReaders } from './form-senders.ts'
import { formReaders } from './forms.ts'
import { proofReaders } from './proofs.ts'
import type { Reader } from './reading.ts'
import { registrationReaders } from './registration.ts'
import { shopifyReaders } from './shopify.ts'
import { shopifyReturnReaders } from './shopify-returns.ts'
import { shopifyTopicReaders } from './shopify-topics.ts'
import { shopwareReaders } from './shopware.ts'
import { shopwareFormReaders } from './shopware-forms.ts'
import { signatureReaders } from './signatures.ts'
import { standardReaders } from './standard.ts'
import { standardRefusedReaders } from './standard-refused.ts'
import { woocommerceReaders } from './woocommerce.ts'
import { woocommerceNewsReaders } from './woocommerce-news.ts'

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
