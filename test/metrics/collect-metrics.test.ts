import { describe, expect, it } from 'vitest'
import { collectMetrics, type MetricGroup, metricWriter } from '../../lib/metrics/collect-metrics.ts'

function createCollector(openWriter?: () => undefined) {
  const written: MetricGroup[] = []
  const warned: object[] = []
  let opened = 0
  const metrics = collectMetrics({
    openWriter: () => {
      opened += 1
      return openWriter ? openWriter() : (group) => void written.push(group)
    },
    log: { warn: (message, fields) => void warned.push({ message, ...fields }) },
  })
  return { metrics, written, warned, opened: () => opened }
}

describe('the metrics of a run', () => {
  it('are one value each, however often they were counted', () => {
    const { metrics, written } = createCollector()
    for (let times = 0; times < 1_000; times += 1) metrics.count('EventsDone')
    metrics.count('Logins')
    metrics.gauge('OldestDueSeconds', 7)
    metrics.gauge('OldestDueSeconds', 12.5)
    metrics.publish()
    expect(written).toEqual([{ dimensions: {}, values: { EventsDone: 1_000, Logins: 1, OldestDueSeconds: 12.5 } }])
  })

  it('that have a dimension count for all, and by its value', () => {
    const { metrics, written } = createCollector()
    metrics.count('EventsHeld', { reason: 'too_many' })
    metrics.count('EventsHeld', { reason: 'same_parcel' })
    metrics.count('EventsFailed', { reason: 'too_many' })
    metrics.count('DeliveriesRefused', { source: 'too_many' })
    metrics.publish()
    expect(written).toEqual([
      { dimensions: {}, values: { EventsHeld: 2, EventsFailed: 1, DeliveriesRefused: 1 } },
      { dimensions: { reason: 'too_many' }, values: { EventsHeld: 1, EventsFailed: 1 } },
      { dimensions: { reason: 'same_parcel' }, values: { EventsHeld: 1 } },
      { dimensions: { source: 'too_many' }, values: { DeliveriesRefused: 1 } },
    ])
  })

  it('are gone once they are published', () => {
    const { metrics, written } = createCollector()
    metrics.count('EventsDone')
    metrics.publish()
    metrics.publish()
    metrics.count('EventsDone')
    metrics.publish()
    expect(written).toEqual([1, 1].map((EventsDone) => ({ dimensions: {}, values: { EventsDone } })))
  })

  it('open no writer where nothing was counted', () => {
    const { metrics, opened } = createCollector()
    metrics.gauge('OldestDueSeconds', Number.NaN)
    metrics.publish()
    expect(opened()).toBe(0)
  })

  it('are dropped where they are off', () => {
    const { metrics, warned } = createCollector(() => undefined)
    metrics.count('EventsDone')
    metrics.publish()
    expect(warned).toEqual([])
  })

  it('never fail the run: what cannot be written is said, without the words of the error', () => {
    const { metrics, warned } = createCollector(() => {
      throw new TypeError('a secret')
    })
    metrics.count('EventsDone')
    metrics.publish()
    expect(warned).toMatchObject([{ message: 'metrics could not be written', error: 'TypeError' }])
    expect(JSON.stringify(warned)).not.toContain('a secret')
  })
})

describe('the line of metrics', () => {
  const settings = { isOn: true, namespace: 'backoffice-bridge-prod', service: 'backoffice-bridge', now: () => 1_000 }
  const linesOf = (isOn: boolean, groups: readonly MetricGroup[]): string[] => {
    const lines: string[] = []
    const write = metricWriter({ ...settings, isOn, out: (line) => void lines.push(line) })
    for (const group of groups) write?.(group)
    return lines
  }
  const groups: readonly MetricGroup[] = [
    { dimensions: {}, values: { Logins: 1, OldestDueSeconds: 7.5, PaceUsedByOthers: 0 } },
    { dimensions: { route: 'GET /rest/orders/{orderId}' }, values: { BackOfficeCalls: 120 } },
  ]

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
  it('has the embedded format of CloudWatch, and nothing of the group before', () => {
    expect(linesOf(true, groups)).toEqual([
      '{"_aws":{"Timestamp":1000,"CloudWatchMetrics":[{"Namespace":"backoffice-bridge-prod","Dimensions":[["service"]],' +
        '"Metrics":[{"Name":"Logins","Unit":"Count"},{"Name":"OldestDueSeconds","Unit":"Seconds"},{"Name":"PaceUsedByOthers","Unit":"Percent"}]}]},' +
        '"service":"backoffice-bridge","Logins":1,"OldestDueSeconds":7.5,"PaceUsedByOthers":0}',
      '{"_aws":{"Timestamp":1000,"CloudWatchMetrics":[{"Namespace":"backoffice-bridge-prod","Dimensions":[["service","route"]],' +
        '"Metrics":[{"Name":"BackOfficeCalls","Unit":"Count"}]}]},"service":"backoffice-bridge","route":"GET /rest/orders/{orderId}","BackOfficeCalls":120}',
    ])
  })

  it('is not written where metrics are off', () => {
    expect(linesOf(false, groups)).toEqual([])
  })
})
