import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureTable, type Kind, type Verdict, verdictOf } from '../../lib/back-office/answers.ts'
import { constantsWith } from '../../lib/back-office/constants.ts'
import { pages, readPage, root } from './pages.ts'

const page = readPage('docs/back-office.md')

/** By its number; the text goes up to the next heading. */
const sections = page.split(/^##+ /m).flatMap((text) => {
  const [, number] = /^(\d+(?:\.\d+)?)\.? /.exec(text) ?? []
  return number === undefined ? [] : [{ number, text }]
})
const textOf = (number: string) => sections.find((section) => section.number === number)?.text ?? ''

type Row = { section: string; header: string; cells: string[] }

const rowsOf = ({ number, text }: (typeof sections)[number]): Row[] =>
  [...text.matchAll(/^(\|.+\|)\n\|[-|]+\|\n((?:\|.+\|\n)+)/gm)].flatMap(([, header = '', body = '']) =>
    body
      .trim()
      .split('\n')
      .map((line) => ({
        section: number,
        header,
        cells: line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')),
      })),
  )

/** Sections 1 to 11 describe the interface, 12 how the bridge uses it. */
const describing = sections.filter(({ number }) => Number.parseInt(number, 10) <= 11)
const statements = describing.flatMap(rowsOf)

const mark =
  /^(stated|assumed|public \((docs|clients|measured|inferred|\[\w+\])(, (docs|clients|measured|inferred))*\))$/

const testFiles = globSync('test/**/*.ts', { cwd: root })

/** `back-office/paging` is `paging.test.ts` anywhere under `test/back-office/`; a table of tests has no `.test` in its name. */
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

/** As in `docs/back-office.md 5.3, 6.1` or `docs/back-office.md 4.1 to 4.8`. */
const cited = /back-office\.md (\d+(?:\.\d+)?(?:(?:, | to )\d+(?:\.\d+)?)*)/g

const sources = globSync('{cli,functions,lib,local,sandbox,scripts,test}/**/*.{ts,mjs}', { cwd: root })
const citations = [...sources, ...pages]
  .filter((file) => file !== 'docs/back-office.md' && file !== 'test/docs/back-office.test.ts')
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(cited)].flatMap(([, numbers = '']) =>
      numbers.split(/, | to /).map((number) => ({ file, number })),
    ),
  )

describe('the tables of docs/back-office.md', () => {
  const constants = constantsWith()

  it('have the numbers of the code', () => {
    const { orderTypes, statuses, itemTypes, propertyTypes, addressRelationTypes, emailOptionTypes } = constants
    const tables = { orderTypes, statuses, itemTypes, propertyTypes, addressRelationTypes, emailOptionTypes }
    const expected = Object.entries(tables).flatMap(([table, entries]) =>
      Object.entries(entries).map(([name, number]) => `${table}.${name} = ${number}`),
    )
    const rows = statements.filter(({ header }) => header.includes('name in the configuration'))
    const written = rows.map(({ cells: [number, , name] }) => `${name?.replaceAll('`', '')} = ${number}`)
    expect(written.toSorted()).toEqual(expected.toSorted())
    expect(textOf('4.5')).toContain(`Return reason \`${constants.defaultReturnReason}\``)
  })

  it('have the channels and the countries of the code', () => {
    const rows = statements.filter(({ header }) => header.startsWith('| number | channel |'))
    const expected = constants.referrers.map((one) =>
      'prefix' in one ? [`${one.prefix}...`, one.channel] : [`${one.referrerId}`, one.channel],
    )
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual(expected)
    const countries = Object.entries(constants.countries).map(([id, code]) => `${id}=${code}`)
    expect(textOf('4.9')).toContain(`Countries: ${countries.join(', ')}.`)
  })

  it('say of each answer what the client takes it for', () => {
    const words: Record<Verdict, string> = {
      value: 'value',
      rejected: '`Rejected`',
      deferral: '`RetryLater`, deferral',
      retry: '`RetryLater`',
      unknown: '`OutcomeUnknown`',
    }
    const rows = rowsOf({ number: '12.3', text: textOf('12.3') }).map(({ cells }) => cells)
    const failures = rows.filter(([answer]) => answer?.startsWith('`'))
    expect(Object.fromEntries(failures.map(([answer, ...said]) => [/^`(\w+)`/.exec(answer ?? '')?.[1], said]))).toEqual(
      Object.fromEntries(
        Object.entries(failureTable).map(([failure, { read, write }]) => [failure, [words[read], words[write]]]),
      ),
    )
    const kinds: readonly Kind[] = ['read', 'write']
    for (let status = 200; status < 600; status += 1) {
      const row = rows.find(([answer = '']) => isMeant(answer, status))
      expect(row?.slice(1), `${status}`).toEqual(kinds.map((kind) => words[verdictOf(status, kind)]))
    }
  })
})

/** Whether a row speaks of the status; the first that does counts. */
function isMeant(answer: string, status: number): boolean {
  if (answer.startsWith('any other status')) return true
  if (answer.startsWith('any other 4xx')) return status >= 400 && status <= 499
  const [, from, to] = /^(\d+)-(\d+)/.exec(answer) ?? []
  if (from !== undefined) return status >= Number(from) && status <= Number(to)
  return /^[\d, ]+/.exec(answer)?.[0].includes(`${status}`) ?? false
}
