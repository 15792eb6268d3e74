import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { installDynamoDbLocal } from './install-dynamodb-local.ts'
import { installEmulator } from './install-emulator.ts'
import { installRuntimeClient } from './install-runtime-client.ts'

/** What must be on the machine: a program, what it prints about its version, and the lowest that will do. */
const programs = [
  ['python3', ['--version'], 3],
  ['javac', ['-version'], 17],
  ['mvn', ['--version'], 3],
] as const

/** Why the tests of a deployment cannot run on this machine; undefined where they can. */
export async function missingForDeployed(): Promise<string | undefined> {
  if (process.platform !== 'linux') return "AWS's runtime interface client exists for Linux only"
  for (const [program, options, lowest] of programs) {
    const found = await promisify(execFile)(program, options).catch(() => undefined)
    const version = /\d+(?:\.\d+)?/.exec(stripVTControlCharacters(`${found?.stdout}${found?.stderr}`))?.[0]
    if (found === undefined || version === undefined) return `they need ${program}, which is not installed`
    if (majorOf(version) < majorOf(String(lowest))) return `they need ${program} ${lowest}, and this is ${version}`
  }
  return undefined
}

const majorOf = (version: string): number => Number.parseInt(version, 10)

/** Installs all that the tests of a deployment need beside the project. Throws with the step that failed. */
export async function installForDeployed(): Promise<void> {
  // One after the other: each uses all cores.
  await installRuntimeClient()
  await installEmulator()
  await installDynamoDbLocal()
}
