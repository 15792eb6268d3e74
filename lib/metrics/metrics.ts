const count = { kind: 'count', unit: 'Count' } as const
const countBy = <Dimension extends string>(dimension: Dimension) => ({ ...count, dimension }) as const
const gauge = <Unit extends 'Seconds' | 'Percent'>(unit: Unit) => ({ kind: 'gauge', unit }) as const

/**
 * Every metric; docs/metrics.md says what each means. Counts of a run are added up; a gauge is the last value of a run. `dimension`: by what it
 * is also counted.
 */
export const metricNames = {
  EventsAccepted: count,
  EventsDuplicate: count,
  DeliveriesRefused: countBy('source'),
  EventsDone: count,
  EventsLinked: count,
  EventsHeld: countBy('reason'),
  EventsFailed: countBy('reason'),
  EventsDeferred: countBy('why'),
  Logins: count,
  LoginsRefused: count,
  RateLimited: count,
  BackOfficeCalls: countBy('route'),
  OldestDueSeconds: gauge('Seconds'),
  BacklogEndSeconds: gauge('Seconds'),
  PaceUsedByOthers: gauge('Percent'),
}

type Names = typeof metricNames
export type MetricName = keyof Names
type OfKind<Kind extends string> = { [Name in MetricName]: Names[Name]['kind'] extends Kind ? Name : never }[MetricName]
export type CounterName = OfKind<'count'>
export type GaugeName = OfKind<'gauge'>
type Dimensions<Name extends CounterName> = Names[Name] extends { dimension: infer Dimension extends string }
  ? [dimensions: Readonly<Record<Dimension, string>>]
  : []

/** Values of dimensions are codes, names and route patterns, never an id or personal data: each costs money. Nothing throws. */
export type Metrics = {
  count<Name extends CounterName>(name: Name, ...dimensions: Dimensions<Name>): void
  gauge(name: GaugeName, value: number): void
}
