import type { metricNames } from './metric-names.ts'

type Names = typeof metricNames
export type MetricName = keyof Names

type OfKind<Kind extends string> = { [Name in MetricName]: Names[Name]['kind'] extends Kind ? Name : never }[MetricName]
export type CounterName = OfKind<'count'>
export type GaugeName = OfKind<'gauge'>

type Dimensions<Name extends CounterName> = Names[Name] extends { dimension: infer Dimension extends string }
  ? [dimensions: Readonly<Record<Dimension, string>>]
  : []

/**
 * Numbers about the work, for CloudWatch (metric-names.ts). Values of dimensions are codes, configured names and route patterns: never an id,
 * a secret or personal data, and few different ones, because each costs money. Nothing here throws.
 */
export type Metrics = {
  /** One more. */
  count<Name extends CounterName>(name: Name, ...dimensions: Dimensions<Name>): void
  gauge(name: GaugeName, value: number): void
}
