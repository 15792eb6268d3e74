import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('sandbox/**/*.{ts,mjs}', { cwd: root })
const allowed = /^(\.|node:|hono$|hono\/router\/|@hono\/node-server|zod$)/

describe('the sandbox', () => {
  it.each(files)('%s imports nothing from lib, so that both cannot share one mistake', (file) => {
    const imports = [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import) \(?'([^']+)'/g)].map(
      ([, name]) => name ?? '',
    )
    for (const name of imports) {
      expect(name).toMatch(allowed)
      expect(name).not.toMatch(/\.\.\/(lib|functions|local|cli)\//)
    }
  })

  it('is more than a handful of files', () => {
    expect(files.length).toBeGreaterThan(40)
  })
})
