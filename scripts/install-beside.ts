import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { bornAt } from '../local/born-at.ts'

/** Something that tests need and `npm ci` does not install. */
export type Beside = {
  /** Where it lies: beside `node_modules`. */
  folder: string
  /** Everything that another installation would be needed for: versions, checksums, the kind of machine. */
  wanted: () => Promise<string>
  /** Installs it into an empty folder, which then gets the name `folder`. Throws with the step that failed. */
  fill: (draft: string) => Promise<void>
}

const stamp = 'installed-for'

/** Whether exactly what is wanted is installed. */
export async function isInstalled({ folder, wanted }: Beside): Promise<boolean> {
  const file = join(folder, stamp)
  return existsSync(file) && (await readFile(file, 'utf8')) === (await wanted())
}

/** Installs it if it is missing. A killed run leaves nothing that looks installed. */
export async function installBeside(beside: Beside): Promise<void> {
  if (await isInstalled(beside)) return
  const { folder, wanted, fill } = beside
  await removeDrafts(folder)
  const draft = `${folder}.${process.pid}`
  try {
    await mkdir(draft)
    await fill(draft)
    await writeFile(join(draft, stamp), await wanted())
    // Another run may have installed it meanwhile, and its tests may be using it.
    if (await isInstalled(beside)) return
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes drafts of killed runs. */
async function removeDrafts(folder: string): Promise<void> {
  const start = `${basename(folder)}.`
  for (const name of await readdir(dirname(folder))) {
    const pid = name.startsWith(start) ? Number(name.slice(start.length)) : Number.NaN
    const isUnused = Number.isInteger(pid) && (pid === process.pid || bornAt(pid) === undefined)
    if (isUnused) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}
