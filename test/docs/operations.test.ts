import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alarms } from '../../infra/alarms.ts'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'
import { namesInTable, readPage, root } from './pages.ts'

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
  it('says what to do about each alarm, and about no other', () => {
    expect(namesInTable(page, 'alarm').sort()).toEqual(Object.keys(alarms).sort())
  })

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
    expect(tables[0]?.find(([what]) => what === 'alarms')?.[1]).toBe(String(Object.keys(alarms).length))
  })

  it('of some events are those of the stage and of each event', () => {
    const [fixed, million] = tables.map((rows) => number(rows.at(-1)?.[3]))
    for (const [events, total, each] of rowsOf('events a month | dollars a month in `prod` | of which per event')) {
      const ofEvents = (number(events) / 1e6) * (million ?? 0)
      expect([events, total, each]).toEqual([events, cents((fixed ?? 0) + ofEvents), cents(ofEvents)])
    }
  })
})
