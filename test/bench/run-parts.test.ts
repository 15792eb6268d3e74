import { expect, it } from 'vitest'
import { type Part, type Row, tinySizes } from '../../scripts/bench/part.ts'
import { runParts } from '../../scripts/bench/run-parts.ts'

const row: Row = { what: 'a start', measured: 2, unit: 'x' }

it('parts run one after another, and one that cannot be measured does not stop the others', async () => {
  const begun: string[] = []
  let running = 0
  let time = 0
  const partOf = (measure: () => Row[]): Part => ({
    says: 'starts',
    async measure(sizes) {
      expect(sizes).toBe(tinySizes)
      expect(++running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      time += 7
      running -= 1
      return measure()
    },
  })
  const broken = partOf(() => {
    throw new Error('there is no client')
  })
  const parts = [
    ['first', partOf(() => [row])],
    ['second', broken],
    ['third', partOf(() => [])],
  ] as const
  const reports = await runParts({ parts, sizes: tinySizes, now: () => time }, (name) => void begun.push(name))
  expect(begun).toEqual(['first', 'second', 'third'])
  expect(reports).toEqual([
    { part: 'first', tookMs: 7, rows: [row] },
    { part: 'second', tookMs: 7, rows: [], failed: 'there is no client' },
    { part: 'third', tookMs: 7, rows: [] },
  ])
})
