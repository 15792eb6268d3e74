import { describe, expect, it } from 'vitest'
import { metricNames } from '../../lib/metrics/metrics.ts'
import { readPage } from './pages.ts'

describe('docs/metrics.md', () => {
  it('has every metric with its kind, its dimension and a meaning, and no other', () => {
    const rows = readPage('docs/metrics.md').matchAll(/^(\| `.+ )\| [A-Z].+\. \|$/gm)
    expect([...rows].map(([, row]) => row)).toEqual(
      Object.entries(metricNames).map(([name, metric]) => {
        const dimension = 'dimension' in metric ? `\`${metric.dimension}\`` : ''
        return `| \`${name}\` | ${metric.kind} | ${dimension} `
      }),
    )
  })
})
