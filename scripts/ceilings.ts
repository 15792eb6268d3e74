import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * How large each part of the project may be. Whoever stays below lowers the number. It rises only with a feature that needs the room, in the
 * commit of that feature.
 */
const ceilings: readonly { what: string; files: readonly string[]; unit: 'lines' | 'files' | 'words'; most: number }[] =
  [
    { what: 'lib/', files: ['lib/**/*.ts'], unit: 'lines', most: 27_285 },
    { what: 'lib/', files: ['lib/**/*.ts'], unit: 'files', most: 323 },
    { what: 'lib/operator/', files: ['lib/operator/**/*.ts'], unit: 'files', most: 39 },
    { what: 'test/', files: ['test/**/*.{ts,py,json}'], unit: 'lines', most: 71_999 },
    { what: 'test/simulation/', files: ['test/simulation/**/*.ts'], unit: 'lines', most: 10_613 },
    { what: 'scripts/', files: ['scripts/**/*.{ts,py}'], unit: 'lines', most: 4_315 },
    { what: 'console/', files: ['console/**/*'], unit: 'lines', most: 6_838 },
    { what: 'docs/ and README.md', files: ['docs/**/*.{md,gs}', 'README.md'], unit: 'words', most: 64_449 },
  ]

const isLine = /\n/g
const isWord = /\S+/g

for (const { what, files, unit, most } of ceilings) {
  const found = globSync(files, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts =
    unit === 'files' ? [] : found.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const count =
    unit === 'files'
      ? found.length
      : texts.reduce((sum, text) => sum + (text.match(unit === 'lines' ? isLine : isWord)?.length ?? 0), 0)
  const isOver = count > most
  console.log(`${isOver ? 'OVER' : 'ok  '} ${what} ${count} ${unit}, at most ${most}`)
  if (isOver) process.exitCode = 1
}
