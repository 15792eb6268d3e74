import type { Mutant } from '../mutant.ts'

/** The sources of shops. */
export const shops: readonly Mutant[] = [
  {
    name: 'the number before the global id',
    why: 'Both ids of a Shopify record are the same; but senders that re-serialise damage the number, and only the global id is exact.',
    edits: [
      {
        file: 'lib/sources/shopify-exact-id.ts',
        find: String.raw`return record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? record.id ?? undefined`,
        replace: String.raw`return record.id ?? record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1]`,
      },
    ],
  },
  {
    name: 'whatever is restocked came back',
    why: 'A refunded line that is restocked came back; but one of type `cancel` was never sent, and gets a return.',
    edits: [
      {
        file: 'lib/sources/shopify-refund.ts',
        find: "lines.filter((line) => line?.restock_type === 'return')",
        replace: "lines.filter((line) => line?.restock_type !== 'no_restock')",
      },
    ],
  },
  {
    name: 'one comment for all news of a return',
    why: 'The id of the return is the id of the fact; but its request and its approval are two facts, and the second one is lost.',
    edits: [
      {
        file: 'lib/sources/shopify-return.ts',
        find: "return addComment(`return/${id}/${topic.split('/')[1]}`, {",
        replace: 'return addComment(`return/${id}`, {',
      },
    ],
  },
  {
    name: 'what has not failed is paid back',
    why: 'A refund that has not failed is on its way; but the comment says of a pending one that it is paid back.',
    edits: [
      {
        file: 'lib/sources/shopify-refund-text.ts',
        find: "each?.status === 'success'",
        replace: "each?.status !== 'failure'",
      },
    ],
  },
  {
    name: 'a refund is about the id of the order',
    why: 'Number and id of a WooCommerce order are the same; but plugins number the orders, and the back office knows the number.',
    edits: [
      {
        file: 'lib/sources/woocommerce.ts',
        find: 'return addComment(key, { order: { externalNumber: numberOf(content) },',
        replace: 'return addComment(key, { order: { externalNumber: content.id },',
      },
    ],
  },
  {
    name: 'a withdrawal in the shop needs no e-mail',
    why: 'The settings of a source say whether the e-mail must fit; but anybody can type any number into the withdrawal form.',
    edits: [
      {
        file: 'lib/sources/shopware-revocation.ts',
        find: '...(form.email !== undefined && { email: form.email }), requireEmail: true,',
        replace: '...(form.email !== undefined && { email: form.email }),',
      },
    ],
  },
  {
    name: 'a delivery without costs is a discount',
    why: 'A delivery that costs nothing is a discount on shipping; but so is every delivery that is free of charge.',
    edits: [
      {
        file: 'lib/sources/shopware-events.ts',
        find: '(delivery?.shippingCosts?.totalPrice ?? 0) < 0',
        replace: '(delivery?.shippingCosts?.totalPrice ?? 0) <= 0',
      },
    ],
  },
  {
    name: 'the field alone shows the topic',
    why: 'The field that only this message has is the mark; but a status is in many messages, and the global id says which one it is.',
    edits: [
      {
        file: 'lib/sources/shopify-topics.ts',
        find: 'if (!isOther && mark.isIn(body)) return undefined',
        replace: 'if (mark.isIn(body)) return undefined',
      },
    ],
  },
]
