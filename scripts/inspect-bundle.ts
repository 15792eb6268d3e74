import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { packageFolder } from './package-folder.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Folders for this machine and for tests, and the store of one process. bridge.config.ts may import everything else, for example from `senders/`. */
const neverDeployed = /^(?:cli|console|lib\/tables\/sqlite|local|sandbox|scripts|test)\//

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean }

type Bundle = { name: string; sources: string[]; code: ReadonlyMap<string, Uint8Array> }

/** Throws if a function contains what must not be deployed, or could not start in Lambda. `code`: its module and its chunks by their names. */
export async function inspectBundle(bundle: Bundle): Promise<void> {
  const { name, sources, code } = bundle
  const unwanted = await notDeployable(sources)
  if (unwanted.length > 0)
    throw new Error(
      `${name} would contain ${unwanted.join(', ')}, which must not be deployed: remove the import from what the function uses.`,
    )
  await assertStarts(name, code)
}

/** The sources of a bundle that must not be deployed: local programs, tests, and packages that are not `dependencies`. */
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
 * Loads the module and each of its chunks without other files or variables, so that code which reads a project file fails here and not in
 * Lambda.
 */
async function assertStarts(name: string, code: Bundle['code']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'starts-'))
  try {
    for (const [file, contents] of code) await writeFile(join(folder, file), contents)
    const modules = ['index.mjs', ...code.keys()].map((file) => pathToFileURL(join(folder, file)))
    const load = `for (const module of ${JSON.stringify(modules)}) await import(module); process.exit()`
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
