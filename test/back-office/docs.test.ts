import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/back-office.md')
const rows = page
  .split('\n')
  .filter((line) => line.includes('`lib/back-office/'))
  .flatMap((line) => {
    const [, statement = '', client = '', sandbox = '', title = ''] = line.split('|').map((cell) => cell.trim())
    return sandbox.startsWith('`sandbox/')
      ? [{ statement, files: [client, sandbox].map((file) => file.replaceAll('`', '')), title }]
      : []
  })
const titles = globSync('test/back-office/*.test.ts', { cwd: root.pathname }).flatMap((path) =>
  [...read(path).matchAll(/\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"),\s*(?:async\b|\(|\w+ =>)/g)].map(
    ([, single, double]) => (single ?? double ?? '').replaceAll('\\', ''),
  ),
)

describe('docs/back-office.md', () => {
  it('has a row for dozens of statements', () => {
    expect(rows.length).toBeGreaterThan(50)
  })

  it.each(rows)('names files and a test that exist: $statement', ({ files, title }) => {
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true)
    expect(titles).toContain(title)
  })
})
