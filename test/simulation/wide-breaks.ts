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
} as const
