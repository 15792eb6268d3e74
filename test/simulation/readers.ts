import type { Reader } from './reading.ts'
import { bigcommerceReaders } from './reading-bigcommerce.ts'
import { shopifyReaders } from './reading-shopify.ts'
import { shopifyReturnReaders } from './reading-shopify-returns.ts'
import { shopifyTopicReaders } from './reading-shopify-topics.ts'
import { shopwareReaders } from './reading-shopware.ts'
import { shopwareFormReaders } from './reading-shopware-forms.ts'
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
]
