import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Beside, installBeside } from './install-beside.ts'

const root = join(import.meta.dirname, '..')
const requirements = join(import.meta.dirname, 'emulator/requirements.txt')
const folder = join(root, '.emulator')
const run = promisify(execFile)

/** What the tests of a deployment need: an AWS emulator and AWS's command line. */
export const emulator = {
  /** Python with moto and the AWS command line. */
  python: join(folder, 'venv/bin/python'),
  /** The folder of `aws`, for PATH. */
  bin: join(folder, 'bin'),
  /** Starts the emulator. */
  program: join(import.meta.dirname, 'emulator/emulator.py'),
}

const beside: Beside = {
  folder,
  wanted: async () => `${await readFile(requirements, 'utf8')}${process.platform} ${process.arch}`,
  async fill(draft) {
    await step('python3', ['-m', 'venv', join(draft, 'venv')])
    const python = join(draft, 'venv/bin/python')
    await step(python, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', requirements])
    // The programs of a virtual environment name the folder that it was made in.
    await mkdir(join(draft, 'bin'))
    await writeFile(join(draft, 'bin/aws'), '#!/bin/sh\nexec "$(dirname "$0")/../venv/bin/python" -m awscli "$@"\n')
    await chmod(join(draft, 'bin/aws'), 0o755)
  },
}

/** Installs it into a virtual environment beside the project if it is missing, which takes a minute. */
export const installEmulator = (): Promise<void> => installBeside(beside)

async function step(command: string, args: string[]): Promise<void> {
  try {
    await run(command, args, { maxBuffer: 1e8 })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const last = stderr.trim().split('\n').slice(-5).join('\n') || message
    throw new Error(`the AWS emulator cannot be installed, because ${[command, ...args].join(' ')} failed:\n${last}`)
  }
}
