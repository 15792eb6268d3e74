import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import * as errors from '../../lib/errors.ts'
import { operatorErrorCodes } from '../../lib/operator/operate.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import type { Delivery } from '../../lib/sources/source.ts'
import { receiveWebhook, type WebhookDependencies } from '../../lib/webhook/receive-webhook.ts'
import { approvable } from '../../lib/workflow/approvals.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { localErrorCodes } from '../../local/operator-api.ts'
import { createMemoryInbox } from '../memory/memory-stores.ts'

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

/** A link to a whole page in brackets is for readers of the page alone. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/ \(\[[\w.]+\.md\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')

/** Status and code of a webhook's answer. */
async function answerTo(delivery: Delivery, change: Partial<WebhookDependencies> = {}): Promise<string> {
  const silent = () => {}
  const dependencies: WebhookDependencies = {
    config: defineConfig({ sources: { standard: { kind: 'standard' } } }),
    inbox: createMemoryInbox({ newId: () => '1' }),
    readSecrets: async () => ({}),
    now: () => 0,
    sleep: () => new Promise(() => {}),
    log: { info: silent, warn: silent, error: silent },
    ...{ hintMs: 0, bodyLimit: 1_000, answerWithinMs: 1_000 },
    ...change,
  }
  const { statusCode, body } = await receiveWebhook(dependencies, 'forms', delivery)
  return `${statusCode} ${JSON.parse(body ?? '').error.code}`
}

describe('docs/errors.md', () => {
  it.each([
    ['Held', reasonsByStatus.held],
    ['Failed', reasonsByStatus.failed],
    ['Ignored', reasonsByStatus.ignored],
    ['Answers to an operator', operatorErrorCodes],
    ['Answers of a local start', localErrorCodes],
    ['Errors in the code', Object.keys(errors).filter((name) => /^[A-Z]/.test(name))],
  ] as const)('%s: has every code there is, and none that there is not', (section, codes) => {
    expect(codesOf(section).sort()).toEqual([...codes].sort())
  })

  it('has every answer of a webhook that is no 200', async () => {
    const nowhere: Delivery = { method: 'POST', path: '/forms/none', query: '', headers: {}, body: Buffer.from('{}') }
    const given = [
      await answerTo(nowhere),
      await answerTo(nowhere, { bodyLimit: 1 }),
      await answerTo({ ...nowhere, path: '/forms/standard' }, { readSecrets: () => Promise.reject(new Error()) }),
    ]
    const documented = rowsOf('Answers to a webhook')
      .slice(1)
      .map(([status, code]) => `${status} ${code?.replaceAll('`', '')}`)
    expect(documented.sort()).toEqual(given.sort())
  })

  it('says for each code what it means and what to do, in whole sentences', () => {
    for (const start of ['Held', 'Failed', 'Ignored', 'Answers to an operator', 'Answers of a local start']) {
      for (const [code, meaning, advice] of rowsOf(start)) {
        expect(meaning, code).toMatch(/^(?:\d{3}: [a-z]|[A-Z]).{10,}\.$/)
        expect(advice, code).toMatch(/^[A-Z`].{6,}\.$/)
      }
    }
  })

  it('says what each reason means, as `event.get` does', () => {
    const meant = ['Held', 'Failed', 'Ignored'].flatMap((start) =>
      rowsOf(start).map(([code = '', meaning = '']) => [/\w+/.exec(code)?.[0], withoutMarkup(meaning)] as const),
    )
    expect(Object.fromEntries(meant)).toEqual(languages.en.means)
  })

  it('advises what `why` advises', () => {
    const advised = ['Held', 'Failed', 'Ignored'].flatMap((start) =>
      rowsOf(start).map(([code = '', , todo = '']) => [/\w+/.exec(code)?.[0], todo.replaceAll('`', '')] as const),
    )
    expect(Object.fromEntries(advised)).toEqual(languages.en.advice)
  })

  it('marks the reasons that a release approves: those that the workflow asks about', () => {
    const marked = rowsOf('Held')
      .filter(([code]) => code?.endsWith('*'))
      .map(([code]) => /\w+/.exec(code ?? '')?.[0])
    expect(marked.sort()).toEqual([...approvable].sort())
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
