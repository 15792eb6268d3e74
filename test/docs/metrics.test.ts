import { describe, expect, it } from 'vitest'
import { metricNames } from '../../lib/metrics/metrics.ts'
import { readPage } from './pages.ts'

describe('docs/metrics.md', () => {
  it('has every metric with its kind, its dimension and its meaning, and no other', () => {
    const rows = readPage('docs/metrics.md').match(/^\| `.+/gm)
    expect(rows).toEqual(
      Object.entries(metricNames).map(([name, metric]) => {
        const dimension = 'dimension' in metric ? `\`${metric.dimension}\`` : ''
        return `| \`${name}\` | ${metric.kind} | ${dimension} | ${metric.says} |`
      }),
    )
  })
})
