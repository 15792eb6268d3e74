import { constants, copyFileSync, existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { CannotStart } from '../../local/cannot-start.ts'

/** A file that is not there yet. `mode`: who may read it, such as 0o600. */
type NewFile = { path: string; text: string; mode: number }

/** Throws `CannotStart` naming every file that is there already. */
export function assertNew(root: string, paths: readonly string[]): void {
  const there = paths.filter((path) => existsSync(path)).map((path) => relative(root, path))
  if (there.length === 0) return
  throw new CannotStart(
    `init overwrites nothing, and there is already: ${there.join(', ')}. With --replace your bridge.config.ts is kept as bridge.config.ts.old; move other files that you no longer need, then run it again.`,
  )
}

/**
 * Writes all of them or none. A file that somebody else writes meanwhile is not overwritten either. `aside`: a file that gets another name
 * before.
 */
export function writeNew(files: readonly NewFile[], aside?: { from: string; to: string }): void {
  const undo: (() => void)[] = []
  try {
    if (aside) {
      const { from, to } = aside
      copyFileSync(from, to, constants.COPYFILE_EXCL)
      undo.unshift(() => rmSync(to))
      rmSync(from)
      undo.unshift(() => copyFileSync(to, from))
    }
    for (const { path, text, mode } of files) {
      const folder = mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      if (folder !== undefined) undo.unshift(() => rmdirSync(folder))
      writeFileSync(path, text, { flag: 'wx', mode })
      undo.unshift(() => rmSync(path))
    }
  } catch (error) {
    for (const step of undo) step()
    const [reason = ''] = (error instanceof Error ? error.message : '').split('\n')
    throw new CannotStart(`Nothing was written: ${reason}.`)
  }
}
