import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { pages, readPage, root } from './pages.ts'

const links = pages.flatMap((page) =>
  [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [{ page, target }],
  ),
)
const named = pages.flatMap((page) =>
  [...readPage(page).matchAll(/\bnpm (?:run ([a-z][a-z:-]*)|(test|start)\b)/g)].map(([, run, short]) => ({
    page,
    script: run ?? short ?? '',
  })),
)

describe('the pages', () => {
  it.each(links)('$page: $target exists', ({ page, target }) => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    expect(existsSync(join(root, file))).toBe(true)
    if (anchor !== undefined) expect(anchors(readPage(file))).toContain(anchor)
  })

  it.each(named)('$page: npm run $script is a script', ({ script }) => {
    expect(Object.keys(manifest.scripts)).toContain(script)
  })
})

describe('README.md', () => {
  const readme = readPage('README.md')

  it('has at most 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(151)
  })

  it('names every script that people run', () => {
    const scripts = named.flatMap(({ page, script }) => (page === 'README.md' ? [script] : []))
    expect(scripts).toEqual(expect.arrayContaining(['start', 'demo', 'send', 'test', 'check', 'package']))
  })

  it('has every section that an error message names', () => {
    const sections = [...readPage('local/secrets-file.ts').matchAll(/see "([^"]+)" in the README/g)]
    expect(sections.length).toBeGreaterThan(0)
    for (const [, section = ''] of sections) expect(readme).toContain(`\n## ${section}\n`)
  })
})

/** The anchor of a heading, as the usual renderers make it. */
function anchors(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
