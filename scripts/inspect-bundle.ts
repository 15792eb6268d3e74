import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { packageFolder } from './package-folder.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Folders for this machine and for tests. bridge.config.ts may import everything else, for example from `senders/`. */
const neverDeployed = /^(?:cli|local|sandbox|scripts|test)\//

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean }

/** Throws if a function contains what must not be deployed, or could not start in Lambda. `code` is its module. */
export async function inspectBundle(bundle: { name: string; sources: string[]; code: Uint8Array }): Promise<void> {
  const { name, sources, code } = bundle
  const unwanted = await notDeployable(sources)
  if (unwanted.length > 0)
    throw new Error(
      `${name} would contain ${unwanted.join(', ')}, which must not be deployed: remove the import from what the function uses.`,
    )
  await assertStarts(name, code)
}

/**
 * The sources of a bundle that must not be deployed: local programs, tests, and packages that are not `dependencies`.
 */
export async function notDeployable(sources: readonly string[]): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return sources.filter((source) => {
    const folder = packageFolder(source)
    if (folder === undefined) return neverDeployed.test(source)
    const { dev, optional, devOptional } = packages[folder] ?? { dev: true }
    return dev || optional || devOptional
  })
}

/**
 * Loads the module without other files or variables, so that code which reads a project file fails here and not in
 * Lambda.
 */
async function assertStarts(name: string, code: Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'starts-'))
  try {
    const module = join(folder, 'index.mjs')
    await writeFile(module, code)
    const load = `await import(${JSON.stringify(pathToFileURL(module))}); process.exit()`
    await run(process.execPath, ['--permission', `--allow-fs-read=${folder}`, '--input-type=module', '-e', load], {
      cwd: folder,
      env: {},
      timeout: 30_000,
    })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const reason = stderr.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? message
    throw new Error(`${name} cannot start with nothing but its zip: ${reason}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
