import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usageOf } from '../../cli/usage.ts'
import { alarms, alarmsWith } from '../../infra/alarms.ts'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'
import { readPage, root } from './pages.ts'

const operatorCommands = await loadOperatorCommands()
const page = readPage('docs/operations.md')

/** The cells of a table's rows, by its first headings. */
function rowsOf(heading: string): string[][] {
  const [, table = ''] = page.split(`\n| ${heading} |`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| | \|$/g, '').split(/ ?\| ?/))
}

const cents = (dollars: number): string => (Math.round(dollars * 100 + 1e-6) / 100).toFixed(2)
const number = (cell = '') => Number(cell.replaceAll(',', ''))

describe('docs/operations.md', () => {
  it('asks the operator only what it can answer', () => {
    const asked = [...page.matchAll(/\{"command": "([\w.]+)"/g)].map(([, name]) => name)
    const known = operatorCommands.map(({ name }) => name)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((name) => !known.includes(name as (typeof known)[number]))).toEqual([])
  })

  it('calls deploy.sh with options that it has', () => {
    const script = join(root, 'scripts/release/deploy.sh')
    const { stdout } = spawnSync('bash', [script, '--help'], { encoding: 'utf8' })
    const used = [...page.matchAll(/deploy\.sh`?((?: --[\w-]+| [\w@.-]+)+)/g)].flatMap(
      ([, options]) => options?.match(/--[\w-]+/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((option) => !stdout.includes(option))).toEqual([])
  })
})

describe('the costs', () => {
  const tables = ['what | how much | price | dollars', 'what | per event | price per million | dollars'].map(rowsOf)

  it.each([...tables.entries()])('are what the amounts times the prices are: table %i', (_, rows) => {
    const [sum, ...parts] = rows.toReversed()
    expect(sum?.[0]).toBe('sum')
    for (const [what, amount, price, dollars] of parts)
      expect([what, dollars]).toEqual([what, cents(number(amount) * number(price))])
    expect(sum?.[3]).toBe(cents(parts.reduce((all, [, , , dollars]) => all + number(dollars), 0)))
  })

  it('count the alarms that there are', () => {
    expect(tables[0]?.find(([what]) => what === 'alarms')?.[1]).toBe(String(Object.keys(alarmsWith({})).length))
  })

  it('of some events are those of the stage and of each event', () => {
    const [fixed, million] = tables.map((rows) => number(rows.at(-1)?.[3]))
    for (const [events, total, each] of rowsOf('events a month | dollars a month in `prod` | of which per event')) {
      const ofEvents = (number(events) / 1e6) * (million ?? 0)
      expect([events, total, each]).toEqual([events, cents((fixed ?? 0) + ofEvents), cents(ofEvents)])
    }
  })
})

describe('docs/runbook.md', () => {
  const [, ...entries] = readPage('docs/runbook.md').split('\n## ')

  it('has an entry for each alarm, under the heading that the alarm names, and for no other', () => {
    const listed = entries.flatMap((entry) => {
      const [heading = '', ...lines] = entry.split('\n')
      const names = lines.find((line) => line.startsWith('Alarms: '))?.match(/\w+Alarm/g) ?? []
      return names.map((name) => [name, heading])
    })
    expect(listed.toSorted()).toEqual(
      Object.entries(alarms)
        .map(([name, { see }]) => [name, see])
        .toSorted(),
    )
  })

  it.each(entries.map((entry) => [entry.split('\n')[0], entry]))(
    'says of "%s" what it means, where to look and what to do',
    (_, entry) => {
      const parts = [...(entry ?? '').matchAll(/^- \*\*(.+?)\.\*\* (.+)/gm)]
      expect(parts.map(([, part]) => part)).toEqual(['What it means', 'Look here', 'Do this'])
    },
  )

  it('names only commands that there are, with options that they have', async () => {
    const page = entries.join('\n').replace(/\n {2}/g, ' ')
    const asked = [...page.matchAll(/`npx backoffice-bridge ([\w.]+)([^`]*)`/g)]
    expect(asked.length).toBeGreaterThan(10)
    for (const [, name = '', options = ''] of asked) {
      const usage = await usageOf(name)
      expect(usage, name).toBeDefined()
      for (const option of options.match(/--\w+/g) ?? []) expect(usage, `${name} ${option}`).toContain(option)
    }
  })
})
