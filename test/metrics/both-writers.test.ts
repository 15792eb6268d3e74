import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MetricGroup, WriteGroup } from '../../lib/metrics/collect-metrics.ts'
import { leanWriter } from '../../lib/metrics/lean-writer.ts'
import { metricNames } from '../../lib/metrics/metric-names.ts'
import type { MetricName } from '../../lib/metrics/metrics.ts'
import { powertoolsWriter } from '../../lib/metrics/powertools-writer.ts'

const names = { namespace: 'backoffice-bridge-prod', service: 'backoffice-bridge' }
const everyName = Object.keys(metricNames) as MetricName[]

const groups: readonly MetricGroup[] = [
  { dimensions: {}, values: { EventsAccepted: 1 } },
  { dimensions: {}, values: Object.fromEntries(everyName.map((name, index) => [name, index + 0.5])) },
  { dimensions: { source: 'unknown' }, values: { DeliveriesRefused: 3 } },
  { dimensions: { reason: 'same_parcel' }, values: { EventsHeld: 1, EventsFailed: 2 } },
  { dimensions: { route: 'GET /rest/orders/{orderId}' }, values: { BackOfficeCalls: 120 } },
]

afterEach(() => vi.restoreAllMocks())

/** What Powertools writes to the terminal, and whatever it warns of. */
function powertoolsLines(write: (writer: WriteGroup) => void): string[] {
  const lines: string[] = []
  const into = (chunk: string | Uint8Array) => lines.push(...String(chunk).split('\n').filter(Boolean)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(into)
  vi.spyOn(process.stderr, 'write').mockImplementation(into)
  vi.spyOn(console, 'warn').mockImplementation((...words) => void lines.push(words.join(' ')))
  write(powertoolsWriter(names))
  vi.restoreAllMocks()
  return lines
}

function leanLines(write: (writer: WriteGroup) => void): string[] {
  const lines: string[] = []
  write(leanWriter({ ...names, now: () => 1_000, out: (line) => void lines.push(line) }))
  return lines
}

/** As text, so that the order of the fields counts too. */
const untimed = (line: string) => line.replace(/"Timestamp":\d+/, '"Timestamp":0')

describe('the line of metrics that a webhook writes by hand', () => {
  it.each(groups)('is byte for byte what Powertools writes: %j', (group) => {
    const lean = leanLines((write) => write(group))
    expect(lean).toHaveLength(1)
    expect(lean.map(untimed)).toEqual(powertoolsLines((write) => write(group)).map(untimed))
  })

  it('keeps nothing of one group in the next, as Powertools does', () => {
    const all = (write: WriteGroup) => groups.forEach(write)
    const lean = leanLines(all)
    expect(lean).toHaveLength(groups.length)
    expect(lean.map(untimed)).toEqual(powertoolsLines(all).map(untimed))
  })

  it('has the time of the clock in milliseconds', () => {
    const [line = ''] = leanLines((write) => write({ dimensions: {}, values: { Logins: 1 } }))
    expect(JSON.parse(line)).toEqual({
      _aws: {
        Timestamp: 1_000,
        CloudWatchMetrics: [
          {
            Namespace: 'backoffice-bridge-prod',
            Dimensions: [['service']],
            Metrics: [{ Name: 'Logins', Unit: 'Count' }],
          },
        ],
      },
      service: 'backoffice-bridge',
      Logins: 1,
    })
  })
})
