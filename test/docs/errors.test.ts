import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as errors from '../../lib/errors.ts'
import { operatorErrorCodes } from '../../lib/operator/operate.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { localErrorCodes } from '../../local/api.ts'

const root = new URL('../../', import.meta.url).pathname

const page = readFileSync(`${root}docs/errors.md`, 'utf8')
const sections = new Map(
  page.split(/^## /m).map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (code|status|class) \|/.test(line))
    return [
      title,
      rows.map((row) =>
        row
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      ),
    ]
  }),
)
const rowsOf = (start: string) => [...sections].find(([title]) => title.startsWith(start))?.[1] ?? []
const codesOf = (start: string, column = 0) =>
  rowsOf(start).flatMap((row) => /`(\w+)`/.exec(row[column] ?? '')?.[1] ?? [])

describe('docs/errors.md', () => {
  it.each([
    ['Held', reasonsByStatus.held],
    ['Failed', reasonsByStatus.failed],
    ['Ignored', reasonsByStatus.ignored],
    ['Answers to an operator', operatorErrorCodes],
    ['Answers of a local start', localErrorCodes],
    ['Errors in the code', Object.keys(errors)],
  ] as const)('%s: has every code there is, and none that there is not', (section, codes) => {
    expect(codesOf(section).sort()).toEqual([...codes].sort())
  })

  it('has every answer of a webhook that is no 200', () => {
    const source = readFileSync(new URL('../../lib/webhook/replies.ts', import.meta.url), 'utf8')
    const given = [...source.matchAll(/jsonReply\(\s*(\d{3}),\s*\{ error: \{ code: '(\w+)'/g)].map(
      ([, status, code]) => `${status} ${code}`,
    )
    const told = rowsOf('Answers to a webhook')
      .slice(1)
      .map(([status, code]) => `${status} ${code?.replaceAll('`', '')}`)
    expect(given).toHaveLength(3)
    expect(told.sort()).toEqual(given.sort())
  })

  it('says for each code what it means and what to do, in whole sentences', () => {
    for (const start of ['Held', 'Failed', 'Ignored', 'Answers to an operator', 'Answers of a local start']) {
      for (const [code, meaning, advice] of rowsOf(start)) {
        expect(meaning, code).toMatch(/^(?:\d{3}: [a-z]|[A-Z]).{10,}\.$/)
        expect(advice, code).toMatch(/^[A-Z`].{6,}\.$/)
      }
    }
  })

  it('advises what `why` advises', () => {
    const advised = ['Held', 'Failed', 'Ignored'].flatMap((start) =>
      rowsOf(start).map(([code = '', , todo = '']) => [/\w+/.exec(code)?.[0], todo.replaceAll('`', '')] as const),
    )
    expect(Object.fromEntries(advised)).toEqual(languages.en.advice)
  })

  it('marks the reasons that a release approves: those that the workflow looks for among the approvals', () => {
    const marked = rowsOf('Held')
      .filter(([code]) => code?.endsWith('*'))
      .map(([code]) => /\w+/.exec(code ?? '')?.[0])
    const code = globSync('lib/workflow/**/*.ts', { cwd: root }).map((file) => readFileSync(`${root}${file}`, 'utf8'))
    const asked = code.flatMap((text) => [...text.matchAll(/isApproved\([^']+'(\w+)'/g)].map(([, name]) => name))
    expect(asked.length).toBeGreaterThan(5)
    expect(marked.sort()).toEqual([...new Set(asked)].sort())
  })

  it('counts attempts and days as the schedule does', () => {
    const { retryScheduleMs, longestDeferralMs } = timingAt(1, 0)
    const day = 24 * 60 * 60_000
    const meaningOf = (code: string) =>
      [...rowsOf('Held'), ...rowsOf('Failed')].find(([name]) => name?.includes(`\`${code}\``))?.[1]
    expect([retryScheduleMs.length + 1, Math.round(retryScheduleMs.reduce((sum, ms) => sum + ms) / day)]).toEqual([
      10, 2,
    ])
    expect(meaningOf('attempts_used_up')).toMatch(/^All ten attempts over two days failed/)
    expect(longestDeferralMs).toBe(day)
    expect(meaningOf('deferred_too_long')).toMatch(/^For more than a day/)
  })
})
