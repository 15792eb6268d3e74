/** `return`: or a link to what has its pieces. `link`: else a comment. `learn`: only what later reports need. */
export type Effect = 'return' | 'link' | 'comment' | 'learn' | 'none'

/** Which messages of its topics a report is; the sentences are the console's. */
export type ReportCase =
  | 'lines_known'
  | 'lines_unknown'
  | 'restocked'
  | 'not_restocked'
  | 'nothing_back'
  | 'refund'
  | 'refund_deleted'
  | 'withdrawn'
  | 'one_delivery'
  | 'several_deliveries'
  | 'with_articles'
  | 'without_articles'

type Deciding = {
  returns?: 'approved' | 'refunded' | 'never' | undefined
  refunds?: 'restocked' | 'shipped' | undefined
  tells?: string | undefined
  withdrawals?: 'comment' | 'return' | undefined
}

/** One kind of report of a sender: what it becomes by default, and by the settings of its source. */
export type Report = {
  /** As `on` names them. */
  topics: readonly string[]
  /** Absent: all messages of the topics. */
  what?: ReportCase
  /** What it says of the goods. Absent: nothing, so it makes no return of itself. */
  kind?: 'announcement' | 'receipt' | 'refund'
  effect: Effect
  /** It counts only where `on` names a topic of it. */
  onRequest?: true
  /** What it becomes where `on` leaves it out. Absent: nothing. */
  otherwise?: Effect
  by?: { [Setting in keyof Deciding]?: Readonly<Record<string, Effect>> }
}

export const withdrawalReport = {
  kind: 'announcement',
  effect: 'comment',
  otherwise: 'comment',
  by: { withdrawals: { return: 'return' } },
} as const satisfies Omit<Report, 'topics'>

/** What a report becomes with these settings. A withdrawal counts whatever `on` names. */
export function effectOf(report: Report, settings: Deciding & { on?: readonly string[] | undefined }): Effect {
  const { topics, effect, onRequest, otherwise = 'none', by = {} } = report
  const isActive = settings.on ? topics.some((topic) => settings.on?.includes(topic)) : !onRequest
  const deciding = ['withdrawals', 'tells', ...(isActive ? (['returns', 'refunds'] as const) : [])] as const
  const set = deciding.map((name) => by[name]?.[settings[name] ?? '']).find((found) => found !== undefined)
  return set ?? (isActive ? effect : otherwise)
}
