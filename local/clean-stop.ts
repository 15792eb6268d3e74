import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Beside the store, so that nothing else lies in the folder of the database. */
const markOf = (path: string): string => `${path}.stopped`

/** Leaves a mark that the store at `path` was closed with nothing half-written, and how its files are then. */
export async function leaveMark(path: string): Promise<void> {
  await writeFile(markOf(path), await filesOf(path), { mode: 0o600 })
}

/**
 * Whether the store at `path` is as a clean stop has left it. Takes the mark away: from now on a kill must not find it. Whoever has opened
 * the store since has changed its files.
 */
export async function takeMark(path: string): Promise<boolean> {
  const left = await readFile(markOf(path), 'utf8').catch(() => undefined)
  if (left === undefined) return false
  await rm(markOf(path))
  return left === (await filesOf(path))
}

/** Names and sizes. */
async function filesOf(path: string): Promise<string> {
  const names = (await readdir(path)).toSorted()
  return JSON.stringify(await Promise.all(names.map(async (name) => [name, (await stat(join(path, name))).size])))
}
