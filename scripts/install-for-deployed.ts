import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { installDynamoDbLocal } from './install-dynamodb-local.ts'
import { installEmulator } from './install-emulator.ts'
import { installRuntimeClient } from './install-runtime-client.ts'

/** What must be on the machine: a program, how it is asked for its version, and the lowest that will do. */
const programs = [
  // That of the pinned packages in emulator/requirements.txt. Some systems have Python without the two modules.
  [
    'python3',
    ['-c', 'import sys, venv, ensurepip; print(sys.version)'],
    '3.11',
    ' with its modules venv and ensurepip',
  ],
  ['javac', ['-version'], '17', ''],
  ['mvn', ['--version'], '3.0', ''],
] as const

/** Why the tests of a deployment cannot run on this machine; undefined where they can. */
export async function missingForDeployed(): Promise<string | undefined> {
  if (process.platform !== 'linux') return "AWS's runtime interface client exists for Linux only"
  for (const [program, options, lowest, parts] of programs) {
    const found = await promisify(execFile)(program, options).catch(() => undefined)
    const version = /\d+(?:\.\d+)?/.exec(stripVTControlCharacters(`${found?.stdout}${found?.stderr}`))?.[0]
    if (found === undefined || version === undefined) return `they need ${program}${parts}, which is not installed`
    if (isLower(version, lowest)) return `they need ${program} ${lowest}, and this is ${version}`
  }
  return undefined
}

/** Compares versions of one or two numbers as numbers: 3.9 is lower than 3.11. */
function isLower(version: string, lowest: string): boolean {
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [version, lowest].map((one) =>
    one.split('.').map(Number),
  ) as [number[], number[]]
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/** Installs all that the packaged functions run on. Throws with the step that failed. */
export async function installForPackaged(): Promise<void> {
  // One after the other: each uses all cores.
  await installRuntimeClient()
  await installDynamoDbLocal()
}

/** Installs all that the tests of a deployment need beside the project. Throws with the step that failed. */
export async function installForDeployed(): Promise<void> {
  await installForPackaged()
  await installEmulator()
}
