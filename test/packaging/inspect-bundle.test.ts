import { describe, expect, it } from 'vitest'
import { inspectBundle } from '../../scripts/inspect-bundle.ts'

describe('a function is not packaged', () => {
  it.each([
    ['a file of local', ['lib/wire.ts', 'local/secrets.json'], 'local/secrets.json'],
    [
      'a development package',
      ['node_modules/zod/v4/index.js', 'node_modules/fast-check/lib/fast-check.js'],
      'node_modules/fast-check/',
    ],
  ])('with %s', async (_, sources, unwanted) => {
    const bundle = { name: 'worker', sources, code: new Map() }
    await expect(inspectBundle(bundle)).rejects.toThrow(
      new RegExp(`^worker would contain ${unwanted}.*, which must not be deployed`),
    )
  })

  it('with code that reads a file when it starts', async () => {
    const code = "import { readFileSync } from 'node:fs'\nreadFileSync(new URL('./package.json', import.meta.url))"
    const bundle = { name: 'worker', sources: [], code: new Map([['index.mjs', Buffer.from(code)]]) }
    await expect(inspectBundle(bundle)).rejects.toThrow('worker cannot start with nothing but its zip: Error')
  })
})
