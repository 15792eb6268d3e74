import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import { breakNames, breaks, proofOf } from './breaks.ts'
import { type AnyEdit, edited } from './edit.ts'
import { isFast, readRecords } from './search.ts'

const root = new URL('../../../', import.meta.url)

describe('a deliberate break', () => {
  it.each(breakNames)('fits the sources as they are: %s', (name) => {
    for (const [file, edits] of Map.groupBy<string, AnyEdit>(breaks[name].edits, (edit) => edit.file)) {
      const source = readFileSync(new URL(file, root), 'utf8')
      const broken = edits.reduce(edited, source)
      expect(broken).not.toBe(source)
      expect(() => stripTypeScriptTypes(broken)).not.toThrow()
    }
  })

  it('is not proven by a person who is asked without need, nor by an edit that does not run', () => {
    expect(proofOf(['unjustified: form/a is held'])).toBeUndefined()
    expect(proofOf(['broken down: gone', 'a bug flew in retry-1: ReferenceError'])).toBeUndefined()
    expect(proofOf(['unjustified: form/a is held', 'duplicated: returns 1, 2'])).toBe('duplicated: returns 1, 2')
  })

  it('has a record of the last search, made by npm run prove -- --only breaks', () => {
    const records = readRecords()
    expect(Object.keys(records)).toEqual(breakNames)
    for (const name of breakNames) expect(records[name]?.seed).toBeTypeOf('number')
  })

  it.each([
    [true, { seed: 1, proofs: 8, played: 50 }],
    [false, { seed: 1, proofs: 8, played: 51 }],
    [false, { seed: 1, proofs: 7, played: 9 }],
    [false, { proofs: 0, played: 5000 }],
  ])('is searched for by the check: %s for %o', (expected, recorded) => {
    expect(isFast(recorded)).toBe(expected)
  })
})

describe('an edit of a function', () => {
  const load = async (source: string, becomes: string) => {
    const text = stripTypeScriptTypes(edited(source, { file: 'a.ts', function: 'twice', becomes }))
    return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, (n: number) => unknown>
  }

  it.each([
    ['function', 'export function twice(n: number) { return 2 * n }'],
    ['constant', 'export const twice = (n: number) => 2 * n'],
    ['async function', 'export async function twice(n: number) { return 2 * n }'],
  ])('takes the place of a %s for its own source and for others', async (_, declared) => {
    const source = `${declared}\nexport const sum = async () => (await twice(1)) + twice.length`
    const { twice, sum } = await load(source, 'async (n, _) => (await original(n)) + 100')
    expect(await twice?.(4)).toBe(108)
    expect(await sum?.(0)).toBe(104)
  })

  it.each([
    ['is not there', 'const thrice = (n: number) => 3 * n'],
    ['is within another', 'function around() {\n  const twice = 2\n  return twice\n}'],
    ['is there twice', 'function twice(n: number): number\nfunction twice(n: number) { return 2 * n }'],
  ])('is refused where the function %s', (_, source) => {
    const edit = { file: 'a.ts', function: 'twice', becomes: '() => 0' }
    expect(() => edited(source, edit)).toThrow(/^a\.ts holds [02] times what a break replaces: function twice$/)
  })
})
