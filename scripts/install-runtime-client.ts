import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Beside, installBeside, isInstalled } from './install-beside.ts'

const root = join(import.meta.dirname, '..')
const manifest = join(import.meta.dirname, 'runtime-client')
const folder = join(root, '.runtime-client')
const packageFolder = join('node_modules', 'aws-lambda-ric')
const run = promisify(execFile)

/** AWS's runtime interface client: the program that runs a function's handler in Lambda. */
export const runtimeClient = join(folder, packageFolder, 'index.mjs')

/** The pinned version, for this Node. */
const client: Beside = {
  folder,
  wanted: async () =>
    `${await readFile(join(manifest, 'package-lock.json'), 'utf8')}${process.version} ${process.platform} ${process.arch}`,
  async fill(draft) {
    if (process.platform !== 'linux') throw new Error("AWS's runtime interface client exists for Linux only")
    for (const file of ['package.json', 'package-lock.json']) await cp(join(manifest, file), join(draft, file))
    await step('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], draft)
    // Newer versions of npm do not run a package's scripts by themselves.
    for (const script of ['preinstall', 'postinstall'])
      await step('sh', [join('scripts', `${script}.sh`)], join(draft, packageFolder))
  },
}

export const hasRuntimeClient = (): Promise<boolean> => isInstalled(client)

/**
 * Installs the client beside the project if it is missing, which takes half a minute. It builds native code (curl and
 * AWS's C++ runtime, whose sources it contains) with make, cmake, a C++ compiler, Python and xz. Throws with the step
 * that failed.
 */
export const installRuntimeClient = (): Promise<void> => installBeside(client)

/**
 * Runs a step with this Node first on the path, and its headers: with those of another version the result would not
 * load.
 */
async function step(command: string, args: string[], cwd: string): Promise<void> {
  const here = dirname(process.execPath)
  const headers = dirname(here)
  const env = {
    ...process.env,
    PATH: [here, process.env.PATH].join(delimiter),
    ...(existsSync(join(headers, 'include/node/node_api.h')) && { npm_config_nodedir: headers }),
  }
  try {
    await run(command, args, { cwd, env, maxBuffer: 1e8 })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const last = stderr.trim().split('\n').slice(-5).join('\n') || message
    throw new Error(
      `AWS's runtime interface client cannot be installed, because ${[command, ...args].join(' ')} failed:\n${last}`,
    )
  }
}
