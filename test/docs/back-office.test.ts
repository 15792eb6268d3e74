import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describing, rowsOf, sections, statements } from './back-office-page.ts'
import { pages, readPage, root } from './pages.ts'

const mark =
  /^(stated|assumed|public \((docs|clients|measured|inferred|\[\w+\])(, (docs|clients|measured|inferred))*\))$/

const testFiles = globSync('test/**/*.ts', { cwd: root })

/** `back-office/paging` is `paging.test.ts` anywhere under `test/back-office/`. A table of tests has no `.test` in its name. */
function filesOf(name: string): string[] {
  const [folder = '', file = ''] = name.split('/')
  const named = (ending: string) =>
    testFiles.filter((path) => path.startsWith(join('test', folder, '/')) && basename(path) === `${file}${ending}`)
  const tests = named('.test.ts')
  return tests.length > 0 ? tests : named('.ts')
}

describe('docs/back-office.md', () => {
  it('numbers its sections without a gap', () => {
    const chapters = sections.map(({ number }) => number).filter((number) => !number.includes('.'))
    expect(chapters).toEqual(chapters.map((_, at) => `${at + 1}`))
    for (const chapter of chapters) {
      const inside = sections.map(({ number }) => number).filter((number) => number.startsWith(`${chapter}.`))
      expect(inside).toEqual(inside.map((_, at) => `${chapter}.${at + 1}`))
    }
  })

  it('has in every table of sections 1 to 11 a mark and tests for each statement', () => {
    expect(statements.length).toBeGreaterThan(100)
    for (const { header, cells } of statements) {
      expect(header, cells[0]).toMatch(/\| mark \| held by \|$/)
      expect(cells, cells[0]).toHaveLength(header.split(' | ').length)
    }
    const leaves = describing.filter(({ number }) => number.includes('.'))
    for (const section of leaves) expect(rowsOf(section).length, section.number).toBeGreaterThan(0)
  })

  it.each(statements)('$section: marks and names tests that exist: $cells.0', ({ cells }) => {
    const [statement = ''] = cells
    expect(cells.at(-2)).toMatch(mark)
    if (cells.at(-2) === 'assumed') expect(statement).toMatch(/ If wrong(?: \(|: )/)
    const names = cells.at(-1)?.split(', ') ?? []
    for (const quoted of names) {
      const [, name = ''] = /^`([a-z-]+\/[a-z-]+)`$/.exec(quoted) ?? []
      expect(filesOf(name), quoted).toHaveLength(1)
    }
  })

  it('has every section that a comment or another page cites', () => {
    const numbers = sections.map(({ number }) => number)
    expect(citations.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})

describe('docs/conformance.md', () => {
  it('names for each file of statements the sections that it holds', () => {
    const rows = [...readPage('docs/conformance.md').matchAll(/^\| `([\w-]+)\.ts` \| (.+) \|$/gm)]
    const files = globSync('test/conformance/statements/*.ts', { cwd: root }).map((path) => basename(path, '.ts'))
    const held = files.map((file) => {
      const rowsOfFile = statements.filter(({ cells }) => cells.at(-1)?.includes(`\`conformance/${file}\``))
      return [file, [...new Set(rowsOfFile.map(({ section }) => section))].join(', ')]
    })
    expect(Object.fromEntries(rows.map(([, file, numbers]) => [file, numbers]))).toEqual(Object.fromEntries(held))
  })
})

/** As in `docs/back-office.md 5.3, 6.1` or `docs/back-office.md 4.1 to 4.8`. */
const cited = /back-office\.md (\d+(?:\.\d+)?(?:(?:, | to )\d+(?:\.\d+)?)*)/g
const sources = globSync('{cli,functions,lib,local,sandbox,scripts,test}/**/*.{ts,mjs}', { cwd: root })
const citations = [...sources, ...pages]
  .filter((file) => !/^(test\/)?docs\/back-office/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(cited)].flatMap(([, numbers = '']) =>
      numbers.split(/, | to /).map((number) => ({ file, number })),
    ),
  )
