import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const isSource = /\.[cm]?[jt]sx?$/
const notOurs: ReadonlySet<string> = new Set(['node_modules', 'coverage'])

/**
 * One sentence for each source file that `readImports` does not read to its end: in a folder whose name begins with a dot, minified, with
 * a `reference path`, or CommonJS, which can rename `require`. Folders with a dot at the top are the tools'.
 */
export function unreadSources(root: string, read: readonly string[]): string[] {
  const known = new Set(read)
  const top = readdirSync(root).filter((name) => !name.startsWith('.') && !notOurs.has(name))
  return top
    .flatMap((name) => sourcesIn(root, name))
    .flatMap((file) => {
      if (!known.has(file) || /\.c[jt]s$/.test(file))
        return [`${file} is not read by the check of the layers: write a .ts file in a folder without a dot.`]
      const refers = /^\s*\/\/\/\s*<reference\s+path/m.test(readFileSync(join(root, file), 'utf8'))
      return refers ? [`${file} has a reference path: import what it needs.`] : []
    })
}

function sourcesIn(root: string, name: string): string[] {
  if (isSource.test(name)) return [name]
  if (!statSync(join(root, name)).isDirectory()) return []
  const entries = readdirSync(join(root, name), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && isSource.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.split('/').some((part) => notOurs.has(part)))
}
