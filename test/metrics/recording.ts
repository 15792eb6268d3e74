import { collectMetrics, type MetricGroup } from '../../lib/metrics/collect-metrics.ts'

/** Metrics as a function has them, and what it would write of them: each value by its name, and by its name and dimension. */
export function recordMetrics() {
  const groups: MetricGroup[] = []
  const metrics = collectMetrics({ openWriter: () => (group) => void groups.push(group), log: { warn: () => {} } })
  return {
    metrics,
    /** Since it was last called. */
    written(): Record<string, number> {
      metrics.publish()
      return Object.fromEntries(groups.splice(0).flatMap(valuesOf))
    },
  }
}

function valuesOf({ dimensions, values }: MetricGroup): (readonly [string, number])[] {
  const [by] = Object.values(dimensions)
  return Object.entries(values).map(([name, value]) => [by === undefined ? name : `${name} ${by}`, value])
}
