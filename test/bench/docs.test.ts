import { describe, expect, it } from 'vitest'
import { parts } from '../../scripts/bench/parts.ts'
import { withRun } from '../../scripts/bench/write-docs.ts'
import { namesInTable, readPage } from '../docs/pages.ts'

const page = readPage('docs/benchmarks.md')

it('docs/benchmarks.md explains every part', () => {
  expect(namesInTable(page, 'part')).toEqual(Object.keys(parts))
})

describe.each(['bench'])('the last run of %s in docs/benchmarks.md', (name) => {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]

  it('has a place', () => {
    expect(withRun(page, 'a table', name)).toContain(`${begin}\na table\n${end}`)
  })

  it('is a table with the date of its measurement', () => {
    const content = page.slice(page.indexOf(begin), page.indexOf(end))
    expect(content).toMatch(/^Measured \d{4}-\d{2}-\d{2}, Node v24\./m)
    expect(content).toMatch(/^\|( -+ \|)+\n\| \S/m)
  })
})
