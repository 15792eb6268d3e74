import { Metrics } from '@aws-lambda-powertools/metrics'
import type { WriteGroup } from './collect-metrics.ts'
import type { MetricSettings } from './lean-writer.ts'
import { metricNames } from './metric-names.ts'
import type { MetricName } from './metrics.ts'

/** Writes each group with Powertools as a line of its own: a line has one value for each dimension. */
export function powertoolsWriter({ namespace, service }: Omit<MetricSettings, 'isOn'>): WriteGroup {
  const metrics = new Metrics({ namespace, serviceName: service })
  return ({ dimensions, values }) => {
    for (const [name, value] of Object.entries(dimensions)) metrics.addDimension(name, value)
    for (const [name, value] of Object.entries(values)) {
      metrics.addMetric(name, metricNames[name as MetricName].unit, value)
    }
    metrics.publishStoredMetrics()
  }
}
