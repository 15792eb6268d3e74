import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser']
const onPath = ['chromium', 'google-chrome', 'google-chrome-stable']

/** Where Chromium is: what `CHROMIUM_PATH` names and nothing else, or one of the usual places. Undefined: nowhere. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env.CHROMIUM_PATH?.trim()
  if (named) return isProgram(named) ? named : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = onPath.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...usual, ...found].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
