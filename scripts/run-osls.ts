import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const osls = join(root, 'node_modules/osls/bin/serverless.js')

/** Kept between runs: osls stores its compiled check of serverless.yml there, which takes most of its time. */
export const oslsHome = join(root, 'node_modules/.cache/osls')

/**
 * Runs one command of osls over the project and returns what it prints. osls gets no network, account or credentials:
 * only PATH from this environment, and a home of its own.
 */
export async function runOsls(...args: string[]): Promise<string> {
  await mkdir(oslsHome, { recursive: true })
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const cache = join(root, 'node_modules/.cache/compiled')
  const { stdout } = await promisify(execFile)(process.execPath, [osls, ...args], {
    cwd: root,
    env: { HOME: oslsHome, PATH: path, NODE_COMPILE_CACHE: cache },
  })
  return stdout
}
