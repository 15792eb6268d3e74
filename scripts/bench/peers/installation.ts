import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bornAt } from '../../../local/born-at.ts'

/** Packages of peers, installed beside the project: none of them is one of the bridge. */
export type Installation = {
  folder: string
  /** Has `package.json`, and the lock where that is not too large to keep. */
  pinned: string
  /** Packages whose native code is built, with Python and a C++ compiler. No script of a package is run. */
  builds: readonly string[]
}

const root = join(import.meta.dirname, '../../..')
const pinned = (name: string): string => join(import.meta.dirname, 'packages', name)

export const others: Installation = { folder: join(root, '.bench-peers'), pinned: pinned('others'), builds: [] }
export const n8nAlone: Installation = {
  ...{ folder: join(root, '.bench-peers-n8n'), pinned: pinned('n8n'), builds: ['sqlite3'] },
}

const run = promisify(execFile)
const stampOf = ({ folder }: Installation): string => join(folder, 'installed-for')
const lockOf = (one: Installation): string => join(one.pinned, 'package-lock.json')

async function wanted(one: Installation): Promise<string> {
  const files = [join(one.pinned, 'package.json'), ...(existsSync(lockOf(one)) ? [lockOf(one)] : [])]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return [...texts, `${process.version} ${process.platform} ${process.arch}`].join('\n')
}

/** Whether the pinned versions are installed for this Node. */
export const isInstalled = async (one: Installation): Promise<boolean> =>
  existsSync(stampOf(one)) && (await readFile(stampOf(one), 'utf8')) === (await wanted(one))

/** Installs what is missing. Throws with the last words of the step that failed. */
export async function install(one: Installation): Promise<void> {
  if (await isInstalled(one)) return
  await removeDrafts(one)
  const draft = `${one.folder}.${process.pid}`
  try {
    await mkdir(draft)
    await cp(one.pinned, draft, { recursive: true })
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund']
    await step('npm', [existsSync(lockOf(one)) ? 'ci' : 'install', ...quiet], draft)
    const builder = join(draft, 'node_modules/node-gyp/bin/node-gyp.js')
    for (const name of one.builds) await step(process.execPath, [builder, 'rebuild'], join(draft, 'node_modules', name))
    await writeFile(join(draft, 'installed-for'), await wanted(one))
    await rm(one.folder, { recursive: true, force: true })
    await rename(draft, one.folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes what killed runs have begun. */
async function removeDrafts({ folder }: Installation): Promise<void> {
  for (const name of await readdir(root)) {
    const [before, pid = ''] = name.split(/\.(?=\d+$)/)
    const isUnused = before === basename(folder) && pid !== '' && bornAt(Number(pid)) === undefined
    if (isUnused) await rm(join(root, name), { recursive: true, force: true })
  }
}

/** With this Node first on the path, and its headers: what is built with those of another version would not load. */
async function step(command: string, args: string[], cwd: string): Promise<void> {
  const here = dirname(process.execPath)
  const env = {
    ...process.env,
    PATH: [here, process.env.PATH].join(delimiter),
    npm_config_nodedir: dirname(here),
  }
  try {
    await run(command, args, { cwd, env, maxBuffer: 1e8 })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const last = stderr.trim().split('\n').slice(-5).join('\n') || message
    throw new Error(`${[command, ...args].join(' ')} failed in ${cwd}:\n${last}`)
  }
}

/** The versions that are compared, by package. */
export async function peerVersions(): Promise<Record<string, string>> {
  const manifests = [others, n8nAlone].map((one) => readFile(join(one.pinned, 'package.json'), 'utf8'))
  return Object.assign({}, ...(await Promise.all(manifests)).map((text) => JSON.parse(text).dependencies))
}
