import { type Report, withdrawalReport } from '../report.ts'

const approved = { returns: { refunded: 'comment', never: 'link' } } as const
const processed = { returns: { refunded: 'link', never: 'link' } } as const
const neverMade = { returns: { never: 'link' } } as const
const declared = { tells: { withdrawal: 'comment' }, ...withdrawalReport.by } as const
const ifShipped = { refunds: { shipped: 'return' } } as const

/** What each report of Shopify becomes; `returns` is `approved` unless set. */
export const shopifyReports: readonly Report[] = [
  { topics: ['orders/create', 'orders/updated'], effect: 'learn', otherwise: 'learn' },
  { topics: ['returns/request'], kind: 'announcement', effect: 'comment', by: declared },
  { topics: ['returns/approve'], what: 'lines_known', kind: 'announcement', effect: 'return', by: approved },
  { topics: ['returns/approve'], what: 'lines_unknown', kind: 'announcement', effect: 'comment' },
  { topics: ['returns/process'], what: 'lines_known', kind: 'receipt', effect: 'return', by: processed },
  { topics: ['returns/process'], what: 'lines_unknown', kind: 'receipt', effect: 'none' },
  { topics: ['refunds/create'], what: 'restocked', kind: 'refund', effect: 'return', by: neverMade },
  { topics: ['refunds/create'], what: 'not_restocked', kind: 'refund', effect: 'comment', by: ifShipped },
  { topics: ['refunds/create'], what: 'nothing_back', kind: 'refund', effect: 'comment' },
  { topics: ['returns/decline', 'returns/cancel', 'returns/update'], effect: 'comment' },
  { topics: ['reverse_deliveries/attach_deliverable', 'orders/cancelled'], effect: 'comment' },
  { topics: ['order_transactions/create'], what: 'refund', effect: 'comment' },
  { topics: ['returns/close', 'returns/reopen', 'orders/edited'], effect: 'comment', onRequest: true },
]
