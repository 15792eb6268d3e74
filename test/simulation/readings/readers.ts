import { bigcommerceReaders } from './bigcommerce.ts'
import { configuredReaders } from './configured.ts'
import { filloutReaders } from './fillout.ts'
import { formBodyReaders } from './form-bodies.ts'
import { formOtherReaders } from './form-others.ts'
import { formRuleReaders } from './form-rules.ts'
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
import { tallyReader, tallyWithdrawalReader } from './tally.ts'
import { typeformReader } from './typeform.ts'
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
  typeformReader,
  tallyReader,
  ...filloutReaders,
  tallyWithdrawalReader,
  ...formBodyReaders,
  ...formOtherReaders,
  ...standardReaders,
  ...standardRefusedReaders,
  ...configuredReaders,
  ...proofReaders,
  ...signatureReaders,
  ...registrationReaders,
]
