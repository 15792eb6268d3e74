import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../bridge.config.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import { samples } from '../../local/samples/index.ts'
import { areAbsent as absent, fixtures, publishedPayloads, vectors } from './published-payloads.ts'
import { reportTable } from './report-table.ts'
import { factsOf } from './senders.ts'

/** Compares the tables of docs/senders.md with the code and the tests. */

const file = join(import.meta.dirname, '../../docs/senders.md')
const page = readFileSync(file, 'utf8')

const sectionOf = (title: string): string => {
  const [, after = ''] = page.split(`\n## ${title}\n`)
  return after.split(/\n## /)[0] ?? ''
}
const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

type Claim = {
  sender: string
  vectors: string[]
  translated: string[]
  ignored: string[]
  payloads: string[]
  rest: string
  tests: string[]
}
const claims: Claim[] = rowsOf(sectionOf('How far each is checked')).map(
  ([sender, vectors, translated, ignored, rest, tests]) => ({
    sender: named(sender)[0] ?? '',
    vectors: named(vectors),
    translated: named(translated),
    ignored: named(ignored),
    payloads: [...named(translated), ...named(ignored)],
    rest: rest ?? '',
    tests: named(tests),
  }),
)

describe('the table of what is checked', () => {
  it('has one row for every sender', () => {
    expect(claims.map(({ sender }) => sender).sort()).toEqual([...sourceKinds].sort())
  })

  it.each(claims)('$sender: names tests that exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([])
  })

  it.each(claims)('$sender: names the published payloads that it translates and ignores', (claim) => {
    const rows = publishedPayloads.filter(({ kind }) => kind === claim.sender)
    const translated = new Set(rows.flatMap(({ file, expected }) => (typeof expected === 'string' ? [] : [file])))
    // It has a test of its own, with its headers.
    if (claim.sender === 'shopify') translated.add('shopify/returns.request.delivery-2024-10.json')
    const others = rows.filter(({ file }) => !translated.has(file))
    expect(others.every(({ expected }) => expected === 'topic_not_mapped')).toBe(true)
    expect(claim.translated.toSorted()).toEqual([...translated].toSorted())
    expect(claim.ignored.toSorted()).toEqual([...new Set(others.map(({ file }) => file))].toSorted())
  })

  it('names the tests that hold every sender', () => {
    const after = sectionOf('How far each is checked').split('\nEvery sender, besides:')[1]
    const files = named(after).filter((name) => name.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([])
  })
})

describe.skipIf(absent)('the published files that it names (skipped where the shared fixtures are absent)', () => {
  it('exist', () => {
    const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
    for (const { payloads, sender } of claims) {
      for (const file of payloads) expect(files, file).toContain(file)
      for (const file of payloads) expect(file.startsWith(`${sender}/`)).toBe(true)
    }
  })

  it('include every vector of our senders, each under its sender', () => {
    const providerOf: Record<string, string> = { 'standard-webhooks': 'standard', svix: 'standard' }
    const ours = vectors.filter(({ provider }) => !['github', 'stripe'].includes(provider))
    const expected = ours.map(({ id, provider }) => `${providerOf[provider] ?? provider} ${id}`)
    const actual = claims.flatMap(({ sender, vectors: ids }) => ids.map((id) => `${sender} ${id}`))
    expect(actual.sort()).toEqual(expected.sort())
  })
})

describe('the page', () => {
  it('has a row of proof, secret, key and retries for every sender', () => {
    const rows = rowsOf(sectionOf('For all of them'))
    expect(rows.map(([kind]) => named(kind)[0]).sort()).toEqual([...sourceKinds].sort())
    for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(8)
  })

  const sections = page.split(/\n### /).flatMap((text) => {
    const [, kind] = /^.*\(`([\w-]+)`\)\n/.exec(text) ?? []
    return kind ? [{ kind, text }] : []
  })

  it('has a section for every sender', () => {
    expect(sections.map(({ kind }) => kind).sort()).toEqual([...sourceKinds].sort())
  })

  it.each(sections)('says how $kind is set up, which secret to copy, and when it gives up', ({ kind, text }) => {
    expect(text).toContain('- **Set up**')
    expect(text).toContain('- **Secret**')
    if (kind !== 'standard') expect(text).toMatch(/- \*\*Sends\*\*/)
    if (kind !== 'standard') expect(text).toMatch(/- \*\*Gives up\*\*/)
    if (sourceOfKind(kind)?.family === 'shops') expect(text).toContain('- **Default**')
  })
})

it('every kind of sender has a source in the demo configuration, and samples to send', () => {
  for (const kind of sourceKinds) {
    expect(config.sources[kind]?.kind).toBe(kind)
    expect(Object.keys(samples[kind] ?? {}).length).toBeGreaterThan(0)
  }
})

describe('which of the senders makes a return', () => {
  /** `WRITE_DOCS=1` writes it. */
  it('is what the code says', () => {
    const marked = /(<!-- reports: begin -->\n).*(\n<!-- reports: end -->)/s
    expect(page).toMatch(marked)
    const written = page.replace(marked, (_, begin, end) => `${begin}${reportTable()}${end}`)
    if (process.env.WRITE_DOCS) writeFileSync(file, written)
    else expect(page).toBe(written)
  })

  const effectsOf = ({ commands }: { commands?: unknown }) =>
    ((commands ?? []) as { type: string; mayMake?: false }[]).map(({ type, mayMake }) =>
      type !== 'create-return' ? 'comment' : mayMake === false ? 'link' : 'return',
    )
  it.each(sourceKinds)('%s: each of its samples becomes what a row says', (kind) => {
    const { reports = [] } = sourceOfKind(kind) ?? {}
    for (const [name, { on, ...becomes }] of Object.entries(factsOf(kind).samples)) {
      const possible = reports.filter(({ onRequest, topics }) => (on ? topics.includes(on) : !onRequest))
      const expected = effectsOf(becomes)
      expect(
        possible.map(({ effect }) => effect),
        name,
      ).toEqual(expect.arrayContaining(expected))
    }
  })
})
