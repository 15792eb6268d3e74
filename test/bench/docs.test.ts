import { expect, it } from 'vitest'
import { parts } from '../../scripts/bench/parts.ts'
import { withRun } from '../../scripts/bench/write-docs.ts'
import { namesInTable, readPage } from '../docs/pages.ts'

const page = readPage('docs/benchmarks.md')

it('docs/benchmarks.md explains every part', () => {
  expect(namesInTable(page, 'part')).toEqual(Object.keys(parts))
})

it('docs/benchmarks.md has a place for the last run', () => {
  expect(withRun(page, 'a table')).toContain('<!-- bench: begin -->\na table\n<!-- bench: end -->')
})
