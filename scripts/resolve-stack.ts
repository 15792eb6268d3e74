import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A place in a bundle or one of its chunks, in any folder: `file:///var/task/index.mjs:12:345`. */
const place = /[^\s"'(]*?([\w-]+\.mjs):(\d+):(\d+)/g

/**
 * Replaces each place in a function's bundle by file, line and column of the project, using the source map beside
 * `module`, or beside its chunk. A place that no map contains stays as it is.
 */
export async function resolveStack(text: string, module: string): Promise<string> {
  const named = new Set([basename(module), ...[...text.matchAll(place)].map(([, file = '']) => file)])
  const maps = new Map<string, SourceMap>()
  for (const file of named) {
    const map = await readMap(join(dirname(module), `${file}.map`), { mustExist: file === basename(module) })
    if (map) maps.set(file, map)
  }
  return text.replaceAll(place, (found, file, line, column) => {
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    // For a place after its last line, the map returns its last entry.
    if (!entry || !('originalSource' in entry) || entry.generatedLine !== Number(line) - 1) return found
    const source = relative(root, resolve(dirname(module), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

async function readMap(path: string, { mustExist }: { mustExist: boolean }): Promise<SourceMap | undefined> {
  try {
    return new SourceMap(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (mustExist || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

async function main([name = '', ...words]: string[]): Promise<void> {
  const module = join(root, '.build', name, 'index.mjs')
  try {
    console.log(await resolveStack(words.join(' '), module))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    console.error(
      `${relative(root, module)}.map is missing. Name the function first, and run npm run package at the deployed commit.`,
    )
    process.exitCode = 1
  }
}

if (import.meta.main) await main(process.argv.slice(2))
