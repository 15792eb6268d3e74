import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A place in a bundle, in any folder: `file:///var/task/index.mjs:12:345`. */
const place = /[^\s"'(]*index\.mjs:(\d+):(\d+)/g

/**
 * Replaces each place in a function's bundle by file, line and column of the project, using the source map beside
 * `module`. A place that the map does not contain stays as it is.
 */
export async function resolveStack(text: string, module: string): Promise<string> {
  const map = new SourceMap(JSON.parse(await readFile(`${module}.map`, 'utf8')))
  return text.replaceAll(place, (found, line, column) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    // For a place after its last line, the map returns its last entry.
    if (!('originalSource' in entry) || entry.generatedLine !== Number(line) - 1) return found
    const source = relative(root, resolve(dirname(module), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
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
