import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'
import { edited } from '../simulation/breaks/edit.ts'
import type { Mutant } from './mutant.ts'

/** What one run of `npm run mutants` wants of the tests. `cacheDir`: so that runs side by side share no file. */
export type TestOrder = { edits: Mutant['edits']; tests: readonly string[]; cacheDir: string }

const order: TestOrder = JSON.parse(readFileSync(process.env.MUTANT_ORDER ?? '', 'utf8'))
const root = fileURLToPath(new URL('../../', import.meta.url))
const editsOf = Map.groupBy(order.edits, ({ file }) => root + file)

const withoutQuery = (id: string): string => id.replace(/\?.*$/, '')

class AsOrdered extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(order.tests.map((test, place) => [root + test, place]))
    return files.toSorted((one, other) => (places.get(one.moduleId) ?? 0) - (places.get(other.moduleId) ?? 0))
  }
}

/** The tests of one mutant, which is in the sources as they are loaded. */
export default defineConfig({
  root,
  cacheDir: order.cacheDir,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      // What vitest keeps of transformed sources knows nothing of edits.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (editsOf.has(withoutQuery(id)) ? false : undefined)),
      transform: (source, id) => editsOf.get(withoutQuery(id))?.reduce(edited, source),
    },
  ],
  test: {
    ...base.test,
    projects: undefined,
    include: [...order.tests],
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: AsOrdered },
  },
})
