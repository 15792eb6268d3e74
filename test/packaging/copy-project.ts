import { cp, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
/** What the copy does not need: files that git ignores, and the tests. */
const omitted = /^(?:node_modules|release|test|coverage|\..*)$/

/** Copies the project to a folder of its own, which the caller removes: there a test can write another `bridge.config.ts`. */
export async function copyProject(folder?: string): Promise<string> {
  const copy = folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'copy-'))))
  for (const name of (await readdir(root)).filter((one) => !omitted.test(one)))
    await cp(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
