import { existsSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSecrets } from '../../local/secrets-file.ts'
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

it('docs/decisions/README.md names every decision', () => {
  const named = links.flatMap(({ page, target }) => (page === 'docs/decisions/README.md' ? [target] : []))
  const decisions = globSync('*-*.md', { cwd: join(root, 'docs/decisions') })
  expect(named).toEqual(expect.arrayContaining(decisions))
})

describe('README.md', () => {
  const readme = readPage('README.md')

  it('has at most 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(151)
  })

  it('names every script that people run', () => {
    const scripts = named.flatMap(({ page, script }) => (page === 'README.md' ? [script] : []))
    expect(scripts).toEqual(expect.arrayContaining(['start', 'demo', 'send', 'test', 'check', 'package', 'release']))
  })

  it('has the section that an error message sends people to', () => {
    // Any file that is JSON and holds no secrets.
    const [, section] =
      /see "([^"]+)" in the README/.exec(messageOf(() => readSecrets(join(root, 'package.json')))) ?? []
    expect(readme).toContain(`\n## ${section}\n`)
  })
})

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return String(error)
  }
  return ''
}

/** As the usual renderers make them. */
const anchors = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
