import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPage, root } from './pages.ts'

const page = readPage('docs/threat-model.md')
const named = [...page.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file)

/** The rows of the tables under `## Boundaries`, without their headings. */
const promises = (page.split('\n## Boundaries\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:promise |---)/.test(line))

describe('docs/threat-model.md', () => {
  it.each([...new Set(named)])('names a test that exists: %s', (file) => {
    expect(existsSync(join(root, file))).toBe(true)
  })

  it.each(promises)('has a test for each promise: %s', (promise) => {
    expect(promise).toMatch(/ \| `test\/[^|]+ \|$/)
  })

  it('has promises', () => {
    expect(promises.length).toBeGreaterThan(25)
  })
})
