import { type Log, traceOf } from '../log.ts'
import { type MetricName, type Metrics, metricNames } from './metrics.ts'

/** Metrics with the same dimension, or with none: one line of the embedded format. */
export type MetricGroup = {
  dimensions: Readonly<Record<string, string>>
  values: Readonly<Partial<Record<MetricName, number>>>
}

export type WriteGroup = (group: MetricGroup) => void
/** `publish` writes the counts since its last call. It never throws, because numbers must not fail a run. */
export type CollectedMetrics = Metrics & { publish(): void }

type Options = {
  /** Opened once there is something to write; undefined: metrics are off. */
  openWriter: () => WriteGroup | undefined
  log: Pick<Log, 'warn'>
}

/** Adds up the metrics of a run of a function. A metric with a dimension counts twice: in total, and by its value. */
export function collectMetrics({ openWriter, log }: Options): CollectedMetrics {
  let groups = new Map<string, MetricGroup>()

  function change(name: MetricName, to: (before: number) => number, dimensions: MetricGroup['dimensions'] = {}): void {
    const key = Object.entries(dimensions).flat().join('=')
    const values: MetricGroup['values'] = groups.get(key)?.values ?? {}
    groups.set(key, { dimensions, values: { ...values, [name]: to(values[name] ?? 0) } })
  }

  const oneMore = (before: number) => before + 1

  return {
    count(name, ...[dimensions]) {
      change(name, oneMore)
      if (dimensions) change(name, oneMore, dimensions)
    },

    gauge(name, value) {
      if (Number.isFinite(value)) change(name, () => value)
    },

    publish() {
      const collected = [...groups.values()]
      groups = new Map()
      if (collected.length === 0) return
      try {
        const write = openWriter()
        if (write) collected.forEach(write)
      } catch (error) {
        log.warn('metrics could not be written', traceOf(error))
      }
    },
  }
}

/** `isOn`: false writes nothing. All metrics have the dimension `service`. */
export type MetricSettings = { isOn: boolean; namespace: string; service: string }
type Writing = MetricSettings & { now: () => number; out: (line: string) => void }

/** Writes CloudWatch's embedded metric format; undefined where metrics are off. */
export function metricWriter({ isOn, namespace, service, now, out }: Writing): WriteGroup | undefined {
  const cloudWatch = ({ dimensions, values }: MetricGroup) => ({
    Namespace: namespace,
    Dimensions: [['service', ...Object.keys(dimensions)]],
    Metrics: (Object.keys(values) as MetricName[]).map((Name) => ({ Name, Unit: metricNames[Name].unit })),
  })
  if (!isOn) return undefined
  return (group) => {
    const _aws = { Timestamp: now(), CloudWatchMetrics: [cloudWatch(group)] }
    out(JSON.stringify({ _aws, service, ...group.dimensions, ...group.values }))
  }
}
