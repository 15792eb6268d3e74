import type { MetricGroup, WriteGroup } from './collect-metrics.ts'
import { metricNames } from './metric-names.ts'
import type { MetricName } from './metrics.ts'

/** `isOn`: whether anything is written. All metrics have the dimension `service`. */
export type MetricSettings = { isOn: boolean; namespace: string; service: string }

type Options = Omit<MetricSettings, 'isOn'> & { now: () => number; out: (line: string) => void }

/** CloudWatch's embedded metric format as Powertools writes it, which would take a webhook longer to load than all else. */
export const leanWriter = ({ namespace, service, now, out }: Options): WriteGroup => {
  const cloudWatch = ({ dimensions, values }: MetricGroup) => ({
    Namespace: namespace,
    Dimensions: [['service', ...Object.keys(dimensions)]],
    Metrics: (Object.keys(values) as MetricName[]).map((Name) => ({ Name, Unit: metricNames[Name].unit })),
  })
  return (group) => {
    const _aws = { Timestamp: now(), CloudWatchMetrics: [cloudWatch(group)] }
    out(JSON.stringify({ _aws, service, ...group.dimensions, ...group.values }))
  }
}
