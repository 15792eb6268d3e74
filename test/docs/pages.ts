import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Every page for people, by its path in the project. */
export const pages: string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...globSync(['docs/**/*.md', '.github/**/*.md'], { cwd: root }),
].sort()

export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The contents of the blocks fenced with exactly this word or these words. */
export const blocks = (page: string, fence: string): string[] =>
  [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, info, content]) =>
    info === fence ? [content ?? ''] : [],
  )

/** The first cells' names in backticks of a table's rows, by the table's first heading. */
export function namesInTable(page: string, heading: string): string[] {
  const table = page.split(new RegExp(`^\\| ${heading} \\|.*\\n\\|[-| ]*\\n`, 'm'))[1] ?? ''
  const rows = table.slice(0, table.search(/^(?!\|)/m)).split('\n')
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
}
