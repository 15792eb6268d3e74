import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { packageFolder } from './package-folder.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Folders that serve this machine and the tests. Everything else may be imported by bridge.config.ts, as `senders/` may. */
const neverDeployed = /^(?:cli|local|sandbox|scripts|test)\//

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean }

/** Throws where a function would carry what must not be deployed, or could not start in Lambda. `code` is its module. */
export async function inspectBundle(bundle: { name: string; sources: string[]; code: Uint8Array }): Promise<void> {
  const { name, sources, code } = bundle
  const strangers = await notDeployable(sources)
  if (strangers.length > 0)
    throw new Error(
      `${name} would carry ${strangers.join(', ')}, which is not for deployment: import it nowhere in it.`,
    )
  await assertStarts(name, code)
}

/** Of a bundle's sources, those of development: files of this machine's own programs and tests, and packages that are no dependencies. */
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

/** Loads the module where nothing else is: no other file, no variable. What reads a file of the project fails here, not in Lambda. */
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
    const why = stderr.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? message
    throw new Error(`${name} cannot start where its zip is all there is: ${why}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
