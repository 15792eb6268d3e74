/** Sample deliveries by source and name, for `npm run send` and the tests. `file` lies beside this index; `path` is what follows the source in the address. */
export type Sample = { file: string; contentType: string; topic?: string; path?: string }

const json = (file: string, topic?: string): Sample => ({
  file,
  contentType: 'application/json',
  ...(topic === undefined ? {} : { topic }),
})

export const samples: Record<string, Record<string, Sample>> = {
  standard: {
    return: json('standard/return.json'),
    comment: json('standard/comment.json'),
  },
  shopify: {
    refund: json('shopify/refund.json', 'refunds/create'),
    'refund-without-return': json('shopify/refund-without-return.json', 'refunds/create'),
    cancelled: json('shopify/cancelled.json', 'orders/cancelled'),
    edited: json('shopify/edited.json', 'orders/edited'),
    'return-requested': json('shopify/return-requested.json', 'returns/request'),
    'return-closed': json('shopify/return-closed.json', 'returns/close'),
  },
}
