import { expect, it } from 'vitest'
import type { Part, Row } from '../../scripts/bench/part.ts'
import { runParts } from '../../scripts/bench/run-parts.ts'
import { exitCodeOf, toTable } from '../../scripts/bench/table.ts'

const budget = { atMost: 2 }
const row = (measured: number, limit: Row['figures'][number]['limit'] = budget): Row => ({
  what: 'a start',
  figures: [
    { measured: 7, unit: ' ms' },
    { measured, unit: 'x', limit },
  ],
})

/** A part that measures one after another. */
function partOf(rows: Row[], isTimed = false): Part {
  const left = [...rows]
  return { says: 'starts', isTimed, measure: async () => [left.shift() ?? expect.fail('measured once more')] }
}

const broken: Part = { says: 'starts', measure: async () => Promise.reject(new Error('there is no client')) }

it.each<[string, Part, 0 | 1, string]>([
  ['is 0 for a budget that is just kept', partOf([row(2)]), 0, '| 7 ms, 2x | <= 2x  | yes '],
  ['is 1 for a budget that is missed', partOf([row(2.01)]), 1, '| 7 ms, 2.01x | <= 2x  | NO '],
  ['is 1 for less than a budget at least', partOf([row(1.09, { atLeast: 1.1 })]), 1, '| >= 1.1x | NO '],
  ['is 1 for what is not a number', partOf([row(Number.NaN)]), 1, '| NO '],
  ['is 1 where a part cannot be measured', broken, 1, '| not measured: there is no client | -        | -      | NO '],
  ['is 0 for a time that is missed twice', partOf([row(3), row(3), row(1)], true), 0, '| yes, 3 tries |'],
  ['is 1 for a time missed three times', partOf([row(3), row(4), row(5)], true), 1, '5x | <= 2x  | NO, 3 tries |'],
])('the exit code %s', async (_title, part, code, line) => {
  const reports = await runParts([['start', part]], () => {})
  expect(exitCodeOf(reports)).toBe(code)
  expect(toTable(reports)).toContain(line)
})

it('a part that cannot be measured does not stop the others', async () => {
  const reports = await runParts(
    [
      ['first', broken],
      ['second', partOf([row(1)])],
    ],
    () => {},
  )
  expect(reports.map(({ part, failed, rows }) => [part, failed, rows.length])).toEqual([
    ['first', 'there is no client', 0],
    ['second', undefined, 1],
  ])
})
