import type { Result } from './schedule.ts'

/** The sum of many schedules. */
export type Totals = {
  add(result: Result): void
  violations(): number
  lines(): string[]
}

export function createTotals(): Totals {
  const sums = { schedules: 0, fair: 0, returns: 0, comments: 0, newOrders: 0, published: 0, steps: 0 }
  const faults = new Map<string, number>()
  const places = new Map<string, number>()
  const endings = new Map<string, number>()
  const broken: Result[] = []
  const allowed = new Map<string, number>()
  const count = (map: Map<string, number>, entries: Iterable<[string, number]>) => {
    for (const [name, times] of entries) map.set(name, (map.get(name) ?? 0) + times)
  }
  return {
    add(result) {
      sums.schedules += 1
      sums.fair += result.faults.size === 0 ? 1 : 0
      sums.returns += result.returns
      sums.comments += result.comments
      sums.newOrders += result.newOrders
      sums.published += result.published
      sums.steps += result.steps
      count(faults, result.faults)
      count(places, result.places)
      count(endings, result.endings)
      count(
        allowed,
        result.allowed.map((text) => [text.split(':')[0] ?? text, 1]),
      )
      if (result.violations.length > 0) broken.push(result)
    },
    violations: () => broken.reduce((sum, { violations }) => sum + violations.length, 0),
    lines() {
      const events = [...endings.values()].reduce((sum, times) => sum + times, 0)
      const injected = [...faults.values()].reduce((sum, times) => sum + times, 0)
      const kinds = (kind: string) =>
        broken.flatMap(({ violations }) => violations).filter((text) => text.startsWith(kind)).length
      return [
        'faults injected, by kind:',
        ...columns(faults),
        'places reached:',
        ...columns(places),
        'events, by how they ended:',
        ...columns(endings),
        ...(allowed.size > 0 ? ['beyond the assumption, by kind:', ...columns(allowed)] : []),
        ...broken
          .sort((a, b) => a.seed - b.seed)
          .flatMap(({ seed, violations }) => violations.map((text) => `seed ${seed}: ${text}`)),
        `${sums.schedules} schedules (${sums.fair} in fair weather), ${sums.steps} steps, ${injected} faults, ${events} events, ${sums.returns} returns, ${sums.comments} comments, ${sums.newOrders} new orders, ${sums.published} images`,
        `${kinds('lost')} lost, ${kinds('duplicated')} duplicated, ${kinds('locked out')} lock-outs, ${kinds('stuck')} stuck`,
        `${this.violations()} violations`,
      ]
    },
  }
}

function columns(counts: Map<string, number>): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([name, times]) => `  ${String(times).padStart(8)}  ${name}`)
}
