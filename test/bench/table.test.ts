import { describe, expect, it } from 'vitest'
import type { PartReport, Row } from '../../scripts/bench/part.ts'
import { exitCodeOf, isKept, toTable } from '../../scripts/bench/table.ts'

const report = (...rows: Row[]): PartReport => ({ part: 'calls', tookMs: 5, rows })
const atMost = (measured: number, most: number): Row => ({
  what: 'a return by id',
  measured,
  unit: ' calls',
  limit: { atMost: most },
})

describe('a limit', () => {
  it.each<[string, Row, boolean | undefined]>([
    ['is kept by what reaches it', atMost(4, 4), true],
    ['is not kept by what is more', atMost(4.001, 4), false],
    ['at least: is kept by what reaches it', { ...atMost(0.95, 0), limit: { atLeast: 0.95 } }, true],
    ['at least: is not kept by what is less', { ...atMost(0.949, 0), limit: { atLeast: 0.95 } }, false],
    ['is not kept by what is not a number', atMost(Number.NaN, 4), false],
    ['that is not there is neither kept nor broken', { what: 'time', measured: 9, unit: ' ms' }, undefined],
  ])('%s', (_title, row, kept) => expect(isKept(row)).toBe(kept))
})

describe('the exit code', () => {
  it.each<[string, PartReport[], 0 | 1]>([
    ['is 0 where every limit is kept', [report(atMost(4, 4), { what: 'time', measured: 9, unit: ' ms' })], 0],
    ['is 1 where one is not', [report(atMost(4, 4)), report(atMost(5, 4))], 1],
    ['is 1 where a part was not measured', [report(atMost(4, 4)), { ...report(), failed: 'no client' }], 1],
  ])('%s', (_title, reports, code) => expect(exitCodeOf(reports)).toBe(code))
})

describe('the table', () => {
  it('names each part, what was measured, its budget, and whether it was kept', () => {
    const lines: Row[] = [
      atMost(4, 4),
      { what: 'start', measured: 1.704, unit: 'x', limit: { atMost: 1.7 } },
      { what: 'a million returns', measured: 12.5, unit: '$', limit: { atMost: 15 } },
      { what: 'rate', measured: 1234.4, unit: ' a second' },
    ]
    expect(
      toTable([report(...lines), { ...report(), part: 'burst', failed: 'it\nended | early' }]).split('\n'),
    ).toEqual([
      '| part  | what                           | measured       | budget     | kept |',
      '| ----- | ------------------------------ | -------------- | ---------- | ---- |',
      '| calls | a return by id                 | 4 calls        | <= 4 calls | yes  |',
      '| calls | start                          | 1.704x         | <= 1.7x    | NO   |',
      '| calls | a million returns              | $12.5          | <= $15     | yes  |',
      '| calls | rate                           | 1,234 a second | -          | -    |',
      '| burst | not measured: it ended / early | -              | -          | NO   |',
    ])
  })
})
