/**
 * List prices of AWS in dollars, without free tiers and discounts, each from the page it names. Other regions differ by some percent.
 * Whoever updates one checks all of them, and changes the date.
 */
export const pricesOf = { region: 'us-east-1', date: '2026-11-22' } as const

export const prices = {
  /** https://aws.amazon.com/lambda/pricing/: a GB-second of the first tier, by architecture, and a request. */
  lambdaGbSecond: { arm64: 0.000_013_333_4, x86_64: 0.000_016_666_7 },
  lambdaRequest: 0.2 / 1_000_000,
  /** https://aws.amazon.com/api-gateway/pricing/: a request of an HTTP API, of at most 512 KB. */
  httpApiRequest: 1 / 1_000_000,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/: a unit on demand, and a GB for a month, stored and in point-in-time recovery. */
  writeUnit: 0.625 / 1_000_000,
  readUnit: 0.125 / 1_000_000,
  storedGbMonth: 0.25,
  recoveryGbMonth: 0.2,
  /** The same page: Lambda reads streams for nothing, and what a time to live deletes costs nothing. */
  streamRead: 0,
  /** https://aws.amazon.com/secrets-manager/pricing/: a secret for a month, and a request. */
  secretMonth: 0.4,
  secretRequest: 0.05 / 10_000,
  /** https://aws.amazon.com/kms/pricing/: a key of one's own for a month, and a request. */
  keyMonth: 1,
  keyRequest: 0.03 / 10_000,
  /**
   * https://aws.amazon.com/cloudwatch/pricing/: a GB of logs, a GB of them kept for a month (as it came, though AWS bills it compressed), an
   * alarm and a metric of one's own for a month.
   */
  logGb: 0.5,
  logGbMonth: 0.03,
  alarmMonth: 0.1,
  metricMonth: 0.3,
} as const
