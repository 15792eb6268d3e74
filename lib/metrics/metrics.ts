const count = (says: string) => ({ kind: 'count', unit: 'Count', says }) as const
const countBy = <Dimension extends string>(dimension: Dimension, says: string) =>
  ({ ...count(says), dimension }) as const
const gauge = <Unit extends string>(unit: Unit, says: string) => ({ kind: 'gauge', unit, says }) as const

/** Every metric, explained by docs/metrics.md. `says`: its meaning. `dimension`: by what it is also counted. */
export const metricNames = {
  EventsAccepted: count('Deliveries and commands that were stored as a new event.'),
  EventsDuplicate: count('Deliveries whose event was stored before.'),
  DeliveriesRefused: countBy(
    'source',
    'Deliveries that were answered 401 or 413. A source that is not configured is `unknown`.',
  ),
  EventsDone: count('Events that ended `done`.'),
  EventsLinked: count('Of these, events that were linked to a return that was there before.'),
  EventsHeld: countBy('reason', 'Events that were held for a person.'),
  EventsFailed: countBy('reason', 'Events that failed.'),
  EventsDeferred: countBy('why', 'Waits that cost no attempt. `limit_used_up` is the wait for a slot.'),
  Logins: count('Login requests that were sent, whatever the answer.'),
  LoginsRefused: count('Login requests that the back office refused.'),
  RateLimited: count('Answers of the back office with 429.'),
  BackOfficeCalls: countBy('route', 'Requests to the back office, by method and route pattern.'),
  OldestDueSeconds: gauge(
    'Seconds',
    'For how long the oldest due event had been due when the run of the schedule began; 0 if none was.',
  ),
  BacklogEndSeconds: gauge(
    'Seconds',
    'In how long the last event that waits for its turn has it, by the limits; 0 if none waits. Not written without known limits.',
  ),
  PaceUsedByOthers: gauge(
    'Percent',
    'The share of a limit that other clients used in its last window, of the one of which they used more; as far as the headers show it.',
  ),
} satisfies Readonly<Record<string, Metric>>

type Metric = {
  /** Counts of a run are added up; a gauge is the last value of a run. */
  kind: 'count' | 'gauge'
  unit: 'Count' | 'Seconds' | 'Percent'
  dimension?: 'source' | 'reason' | 'why' | 'route'
  says: string
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
