import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const pinned = join(import.meta.dirname, 'packages')
/** Beside the project, not in it: no package of a peer is one of the bridge. */
export const peerCache = join(import.meta.dirname, '../../../.bench-peers')
const stamp = join(peerCache, 'installed-for')
const run = promisify(execFile)

const wanted = async (): Promise<string> =>
  `${await readFile(join(pinned, 'package-lock.json'), 'utf8')}${process.version} ${process.platform} ${process.arch}`

/** Whether the pinned versions are installed for this Node. */
export const hasPeers = async (): Promise<boolean> =>
  existsSync(stamp) && (await readFile(stamp, 'utf8')) === (await wanted())

/** Installs the pinned versions if they are missing, without running their scripts. Throws with what npm said. */
export async function installPeers(): Promise<void> {
  if (await hasPeers()) return
  const draft = `${peerCache}.${process.pid}`
  try {
    await mkdir(draft)
    for (const file of ['package.json', 'package-lock.json']) await cp(join(pinned, file), join(draft, file))
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft, env, maxBuffer: 1e8 })
    await writeFile(join(draft, 'installed-for'), await wanted())
    await rm(peerCache, { recursive: true, force: true })
    await rename(draft, peerCache)
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(`the peers cannot be installed: ${stderr.trim().split('\n').slice(-5).join(' ') || message}`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The versions that are compared, by package. */
export async function peerVersions(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(pinned, 'package.json'), 'utf8')).dependencies
}
