/** Breaks of what is written and of who is heard: found by the model of content and by the expected endings alone. See breaks.ts. */
export const wideBreaks = {
  'the reason of a line ignored': [
    {
      file: 'lib/workflow/plan-return/return-body.ts',
      find: 'reasonId([line.reason, reason], reasons)',
      replace: 'reasonId([reason], reasons)',
    },
  ],
  'a warehouse that is not copied': [
    {
      file: 'lib/workflow/plan-return/return-body.ts',
      find: 'return [externalOrderNumber, warehouse, shippingProfile, loyalty].flatMap(',
      replace: 'return [externalOrderNumber, shippingProfile, loyalty].filter((id) => id !== warehouse).flatMap(',
    },
  ],
  'line breaks of customers lost': [
    {
      file: 'lib/workflow/kinds/comment-text.ts',
      find: "(line) => escapeHtml(line.replace(forgedMarker, '('))).join('<br>')",
      replace: "(line) => escapeHtml(line.replace(forgedMarker, '('))).join(' ')",
    },
  ],
  'an e-mail in one case alone': [
    {
      file: 'lib/workflow/find-order/email-fits.ts',
      find: 'showsEmail(contact, email, workflow.constants)',
      replace: 'email === email.toLowerCase() && showsEmail(contact, email, workflow.constants)',
    },
  ],
  'every way to restock is a return': [
    {
      file: 'lib/sources/shopify-refund.ts',
      find: "line?.restock_type === 'return'",
      replace: "line?.restock_type !== 'no_restock'",
    },
  ],
  'the e-mail of a form not looked at': [
    {
      file: 'lib/workflow/find-order/email-fits.ts',
      find: 'if (!receiver) return false',
      replace: 'if (receiver || !receiver) return true',
    },
  ],
  // What operators read.
  'words of customers shown to operators': [
    {
      file: 'lib/operator/command-view.ts',
      find: "...('note' in command && { note: hidden }),",
      replace: '',
    },
  ],
  'retried events counted twice': [
    {
      file: 'lib/operator/stats.ts',
      find: 'counts[event.status] = (counts[event.status] ?? 0) + 1',
      replace: 'counts[event.status] = (counts[event.status] ?? 0) + (event.attempts > 1 ? 2 : 1)',
    },
  ],
  'a page of orders that begins again': [
    {
      file: 'lib/operator/order-list.ts',
      find: 'orders.page({ ...filter, with: fullOrder }, page, limit)',
      replace: 'orders.page({ ...filter, with: fullOrder }, Math.max(page, 1), limit + page - 1)',
    },
  ],
  // Waits, and what senders hear.
  'a wait as long as the next one': [
    {
      file: 'lib/workflow/retry-policy.ts',
      find: 'timing.retryScheduleMs[event.attempts - 1]',
      replace: 'timing.retryScheduleMs[event.attempts]',
    },
  ],
  'only the newest secret is valid': [
    {
      file: 'lib/webhook/receive-webhook.ts',
      find: 'source.verify(delivery, usable, settings, now())',
      replace: 'source.verify(delivery, usable.slice(0, 1), settings, now())',
    },
  ],
  'signatures of any age': [
    {
      file: 'lib/sources/signature.ts',
      find: 'export const toleranceMs = 300_000',
      replace: 'export const toleranceMs = 300_000_000',
    },
  ],
  'a part of a batch taken for the whole': [
    {
      file: 'lib/inbox/read-items.ts',
      find: 'Keys = answer.UnprocessedKeys?.[table]?.Keys ?? []',
      replace: 'Keys = []',
    },
  ],
  // What a delivery means, and what is made of a configuration.
  'a rounded id taken for the exact one': [
    {
      file: 'lib/sources/shopify-exact-id.ts',
      find: 'return record.admin_graphql_api_id?.match(',
      replace: 'return record.id ?? record.admin_graphql_api_id?.match(',
    },
  ],
  'records kept as long as events': [
    { file: 'lib/wire.ts', find: 'days(config.retention.ledgerDays)', replace: 'days(config.retention.days)' },
  ],
} as const
