import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statements } from './statements.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/back-office.md')
const [, tables = ''] = page.split('\n## Statement by statement\n')

const rows = tables.split('\n### ').flatMap((text) => {
  const [section = '', ...lines] = text.split('\n')
  return lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const [, statement = '', client = '', sandbox = '', test = '', sandboxTest = ''] = cells
      return { section, statement, client, sandbox, test, sandboxTest, columns: cells.length - 2 }
    })
})

const withoutFile = ['not shown', 'deployment matter', "the client's rule"]
const fileOf = (cell: string, folders: string): string | undefined =>
  new RegExp(`^\`((?:${folders})/[\\w/.-]+\\.ts)\`$`).exec(cell)?.[1]

/** Where a call of `it`, `describe` or `statement` begins; its chain shows whether it runs. */
const opening = /(?<=^\s*|=>\s*)(it|describe|statement)((?:\.\w+)*)\s*[(<`]/gm
const literal = /\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"),/g

/** Titles of the tests in a source text that run: of `it` and of `statement`, not of what is skipped or to do. */
function titlesIn(source: string): string[] {
  const calls = [...source.matchAll(opening)]
  return [...source.matchAll(literal)].flatMap((found) => {
    const call = calls.findLast(({ index }) => index <= found.index)
    const [opened = '', name, chain = ''] = call ?? []
    const isDirect = call !== undefined && call.index + opened.length - 1 === found.index
    const isOfTable = /\.(each|skipIf|runIf)\b/.test(chain) && source[found.index - 1] === ')'
    const runs = name !== 'describe' && !/\.(skip|todo|fails)\b/.test(chain)
    return runs && (isDirect || isOfTable) ? [(found[1] ?? found[2] ?? '').replaceAll('\\', '')] : []
  })
}

/** A title of a table may be named with one of its rows filled in: the row then stands in the same file. */
function hasTest(source: string, title: string): boolean {
  return titlesIn(source).some((template) => {
    if (template === title) return true
    const [before = '', after, ...more] = template.split('%s')
    if (after === undefined || more.length > 0 || !title.startsWith(before) || !title.endsWith(after)) return false
    const filled = title.slice(before.length, title.length - after.length)
    return filled !== '' && source.replaceAll(/\[\s+(?=')/g, '[').includes(`['${filled}',`)
  })
}

const testsOfClient = /^(back-office|workflow|operator)\/|^conformance\/second-server\.test\.ts$/
const testsOfSandbox = /^(sandbox|conformance\/statements)\//

/** `cell` is a file under test/ and the title of one of its tests. */
function expectTest(cell: string, folders: RegExp): void {
  const [, file = '', title = ''] = /^`([\w/.-]+\.ts)`: (.+)$/.exec(cell) ?? []
  expect(file, cell).toMatch(folders)
  expect(hasTest(read(`test/${file}`), title), cell).toBe(true)
  expect(read(`test/${file}`)).not.toMatch(/\bdescribe\.(skip|todo)\(/)
}

describe('docs/back-office.md', () => {
  it('has one row for every statement of the specification, and none besides', () => {
    const expected = Object.entries(statements).flatMap(([section, list]) => list.map((one) => `${section}: ${one}`))
    const actual = rows.map(({ section, statement }) => `${section}: ${statement}`)
    expect(actual.toSorted()).toEqual(expected.toSorted())
    expect(new Set(actual).size).toBe(actual.length)
  })

  it.each(rows)('names files and tests that exist: $statement', ({ client, sandbox, test, sandboxTest, columns }) => {
    expect(columns).toBe(5)
    const clientFile = fileOf(client, 'lib/(?:back-office|workflow|operator)') ?? ''
    expect(clientFile, client).not.toBe('')
    expect(existsSync(new URL(clientFile, root)), clientFile).toBe(true)
    expectTest(test, testsOfClient)
    if (withoutFile.includes(sandbox)) {
      expect(sandboxTest).toBe('–')
      return
    }
    const sandboxFile = fileOf(sandbox, 'sandbox') ?? ''
    expect(sandboxFile, sandbox).not.toBe('')
    expect(existsSync(new URL(sandboxFile, root)), sandboxFile).toBe(true)
    expectTest(sandboxTest, testsOfSandbox)
  })
})

describe('the titles of a test file', () => {
  it('are those of tests that run', () => {
    const source = [
      `describe('group', () => {`,
      `  it('runs', () => {})`,
      `  it.skip('is skipped', () => {})`,
      `  it.todo('is to do', () => {})`,
      `  it.each([['a row', 1]])('of %s', () => {})`,
      `  it.skip.each([['a row', 1]])('without %s', () => {})`,
      `  call('runs not', () => {})`,
      `})`,
    ].join('\n')
    expect(titlesIn(source)).toEqual(['runs', 'of %s'])
    expect(hasTest(source, 'of a row')).toBe(true)
    expect(hasTest(source, 'of another row')).toBe(false)
  })
})
