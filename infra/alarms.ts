export type Alarm = {
  /** What the people who get it read. */
  says: string
  /** The heading of docs/runbook.md that says where to look and what to do. */
  see: string
  metric: string
  /** The setting without which it can never ring. It is made only with that: each alarm costs. */
  onlyWith?: 'notify'
  /** Whose metric it is. `own`: filters make it from the lines of logs (`counts`). */
  of: `${string}LambdaFunction` | `${string}Table2` | 'HttpApi' | 'own'
  /** Of a table: which requests count. */
  operation?: 'PutItem' | 'UpdateItem'
  /** The alarm rings when the metric is at least this, or below it. */
  atLeast?: number
  below?: number
  /** Seconds that one value covers: 300 if absent. */
  seconds?: number
  /** How many values in a row must be over the threshold: 1 if absent. */
  times?: number
  /** The log lines that count, and whose logs they stand in. */
  counts?: { lines: { message: string; status?: readonly string[] } | { status: string }; of: readonly string[] }
  /** How the values of one period become one: their sum if absent. */
  statistic?: 'Maximum'
}

/** Functions that work with the back office, and all that work with the tables. */
const workers = ['Worker', 'Retry', 'Audit', 'Operator']
const webhooks = ['FormDashwebhook', 'ShopDashwebhook']
const functions = [...workers, ...webhooks]

/** Those that a configuration has. */
export const alarmsWith = (config: { notify?: object | undefined }): Record<string, Alarm> =>
  Object.fromEntries(
    Object.entries(alarms).filter(([, { onlyWith }]) => onlyWith === undefined || config[onlyWith] !== undefined),
  )

/** Every alarm by its name in the template. */
export const alarms: Readonly<Record<string, Alarm>> = {
  RetryStoppedAlarm: {
    says: 'The schedule has not run for ten minutes. Nothing is lost, but late work is not being done.',
    see: 'The schedule has stopped',
    of: 'RetryLambdaFunction',
    metric: 'Invocations',
    below: 1,
    seconds: 600,
  },
  DueWorkStuckAlarm: {
    says: 'The schedule runs, but events that have been due for an hour are not worked on. Nothing is lost.',
    see: 'The schedule runs, but does not work',
    of: 'own',
    metric: 'DueWorkStuck',
    atLeast: 3,
    counts: { lines: { message: 'due work is not done' }, of: ['Retry'] },
  },
  WorkerIteratorAgeAlarm: {
    says: 'The stream is read late. The schedule does the work meanwhile, up to three minutes later.',
    see: 'The stream is read late',
    of: 'WorkerLambdaFunction',
    metric: 'IteratorAge',
    statistic: 'Maximum',
    atLeast: 60_000,
    times: 3,
  },
  FormWebhookErrorsAlarm: {
    says: 'The form webhook fails. Senders repeat their deliveries only for a while.',
    see: 'A webhook fails',
    of: 'FormDashwebhookLambdaFunction',
    metric: 'Errors',
    atLeast: 1,
  },
  ShopWebhookErrorsAlarm: {
    says: 'The shop webhook fails. Senders repeat their deliveries only for a while.',
    see: 'A webhook fails',
    of: 'ShopDashwebhookLambdaFunction',
    metric: 'Errors',
    atLeast: 1,
  },
  WorkerErrorsAlarm: {
    says: 'The worker fails. The events that it held come back after their lease.',
    see: 'Runs of the work fail',
    of: 'WorkerLambdaFunction',
    metric: 'Errors',
    atLeast: 3,
  },
  RetryErrorsAlarm: {
    says: 'The schedule fails. The events that it held come back after their lease.',
    see: 'Runs of the work fail',
    of: 'RetryLambdaFunction',
    metric: 'Errors',
    atLeast: 3,
  },
  AuditErrorsAlarm: {
    says: 'The daily audit fails. Nothing is compared until it runs again.',
    see: 'The audit or the operator function fails',
    of: 'AuditLambdaFunction',
    metric: 'Errors',
    atLeast: 1,
  },
  AuditFindingsAlarm: {
    says: 'The back office does not hold what the inbox says, or holds more. The log of the audit, and its command, name each.',
    see: 'The audit has found something',
    of: 'own',
    metric: 'AuditFindings',
    atLeast: 1,
    counts: { lines: { message: 'audit finding' }, of: ['Audit'] },
  },
  ClockInDoubtAlarm: {
    says: 'The clock of a function is wrong, or was. Such a function sends nothing and its events wait. Its log says who contradicts the clock.',
    see: 'A clock is in doubt',
    of: 'own',
    metric: 'ClockInDoubt',
    atLeast: 1,
    counts: { lines: { message: 'clock in doubt' }, of: functions },
  },
  InvariantBrokenAlarm: {
    says: 'Something happened that must never happen: a bug. The event is held as invariant_broken. The log says which rule was broken.',
    see: 'A rule was broken',
    of: 'own',
    metric: 'InvariantBroken',
    atLeast: 1,
    counts: { lines: { message: 'invariant broken' }, of: workers },
  },
  LoginClosedAlarm: {
    says: 'The back office refused the login, or three logins brought no token. Nothing is sent before a person has acted; events wait for a day.',
    see: 'The login is closed',
    of: 'own',
    metric: 'LoginClosed',
    atLeast: 1,
    counts: { lines: { message: 'login closed' }, of: workers },
  },
  OftenRateLimitedAlarm: {
    says: 'The back office has refused 60 calls in an hour (429). Others use up its limit, or the configured one is too high.',
    see: 'The back office refuses calls',
    of: 'own',
    metric: 'OftenRateLimited',
    atLeast: 60,
    seconds: 3_600,
    counts: { lines: { message: 'rate limited' }, of: workers },
  },
  EventsStoppedAlarm: {
    says: 'Twenty events were held or failed within an hour. They have probably one cause.',
    see: 'Many events are held or fail',
    of: 'own',
    metric: 'EventsStopped',
    atLeast: 20,
    seconds: 3_600,
    counts: { lines: { message: 'event settled', status: ['held', 'failed'] }, of: ['Worker', 'Retry'] },
  },
  NotificationsNotDeliveredAlarm: {
    says: 'Ten messages of the bridge (notify) were not delivered within a quarter of an hour. They are kept, and sent again.',
    see: 'Messages are not delivered',
    onlyWith: 'notify',
    of: 'own',
    metric: 'NotificationsNotDelivered',
    atLeast: 10,
    seconds: 900,
    counts: { lines: { message: 'notification not delivered' }, of: ['Worker', 'Retry', 'Audit'] },
  },
  OperatorErrorsAlarm: {
    says: 'The operator function fails. Its log says why.',
    see: 'The audit or the operator function fails',
    of: 'OperatorLambdaFunction',
    metric: 'Errors',
    atLeast: 1,
  },
  FormShareAlarm: {
    says: 'A form has had its share of the calls of a day, and what it sends waits for the next one. Look whether somebody floods it.',
    see: 'A form sends too much',
    of: 'own',
    metric: 'FormShare',
    atLeast: 1,
    seconds: 3_600,
    counts: { lines: { message: 'a form has had its share of a day' }, of: ['Worker', 'Retry'] },
  },
  RefusedDeliveriesAlarm: {
    says: 'A configured source was sent a delivery with a wrong signature or token. Its secret here and at the sender differ, or somebody tries to get in.',
    see: 'A delivery was refused',
    of: 'own',
    metric: 'RefusedDeliveries',
    atLeast: 1,
    seconds: 3_600,
    counts: { lines: { message: 'webhook refused' }, of: webhooks },
  },
  ThrottledRequestsAlarm: {
    says: 'The HTTP API turns deliveries away (429): more come in a second than its limit. Look who sends, or raise the limit.',
    see: 'The HTTP API turns deliveries away',
    of: 'own',
    metric: 'ThrottledRequests',
    atLeast: 1,
    counts: { lines: { status: '429' }, of: ['HttpApi'] },
  },
  EventsStoreThrottlesAlarm: {
    says: 'The events table throttles the storing of deliveries. Senders get 503 and repeat their deliveries only for a while.',
    see: 'A table throttles',
    of: 'EventsTable2',
    operation: 'PutItem',
    metric: 'ThrottledRequests',
    atLeast: 5,
  },
  EventsWorkThrottlesAlarm: {
    says: 'The events table throttles the work on events. It is done later.',
    see: 'A table throttles',
    of: 'EventsTable2',
    operation: 'UpdateItem',
    metric: 'ThrottledRequests',
    atLeast: 5,
  },
  StateSharedThrottlesAlarm: {
    says: 'The state table throttles what all workers share: the pace and the login. Work is done later.',
    see: 'A table throttles',
    of: 'StateTable2',
    operation: 'PutItem',
    metric: 'ThrottledRequests',
    atLeast: 5,
  },
  StateRecordsThrottlesAlarm: {
    says: 'The state table throttles write records. Work is done later.',
    see: 'A table throttles',
    of: 'StateTable2',
    operation: 'UpdateItem',
    metric: 'ThrottledRequests',
    atLeast: 5,
  },
  InboxGrowsAlarm: {
    // 40 writes a minute, for a quarter of an hour.
    says: 'Forms send more than a back office of the smallest plan takes in. The inbox grows, and shops go first. Look who sends.',
    see: 'A form sends too much',
    of: 'FormDashwebhookLambdaFunction',
    metric: 'Invocations',
    atLeast: 200,
    times: 3,
  },
  FormWebhookThrottlesAlarm: {
    says: 'Form deliveries are turned away because the account has too few concurrent executions.',
    see: 'The account has too few executions',
    of: 'FormDashwebhookLambdaFunction',
    metric: 'Throttles',
    atLeast: 1,
  },
  ShopWebhookThrottlesAlarm: {
    says: 'Shop deliveries are turned away because the account has too few concurrent executions.',
    see: 'The account has too few executions',
    of: 'ShopDashwebhookLambdaFunction',
    metric: 'Throttles',
    atLeast: 1,
  },
  WorkerThrottlesAlarm: {
    says: 'The worker is held back because the account has too few concurrent executions.',
    see: 'The account has too few executions',
    of: 'WorkerLambdaFunction',
    metric: 'Throttles',
    atLeast: 1,
    times: 3,
  },
  RetryThrottlesAlarm: {
    says: 'The schedule is held back because the account has too few concurrent executions.',
    see: 'The account has too few executions',
    of: 'RetryLambdaFunction',
    metric: 'Throttles',
    atLeast: 1,
    times: 3,
  },
  WebhookServerErrorsAlarm: {
    says: 'Webhooks answer 5xx. The store or the secrets cannot be reached, or a secret is not set yet.',
    see: 'Webhooks answer 5xx',
    of: 'HttpApi',
    metric: '5xx',
    atLeast: 5,
  },
}
