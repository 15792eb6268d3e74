import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type { Caller } from '../packaged/ground.ts'
import type { Deployment } from '../packaged/packaged-function.ts'
import type { Pattern } from '../stream/matches-pattern.ts'
import { type Callers, calledFunctions } from './called-functions.ts'
import type { Emulator } from './emulator.ts'

export type DeployedStack = {
  /** Each with its deployed zip unpacked, its deployed variables, and credentials of its deployed role. */
  functions: ReadonlyMap<string, Deployment & { role: string }>
  called: Readonly<Record<Caller, string>>
  outputs: Readonly<Record<string, string>>
  stream: { arn: string; patterns: Pattern[]; batchSize: number }
}

type FunctionConfiguration = {
  FunctionName: string
  Handler: string
  Runtime: string
  Role: string
  Timeout: number
  MemorySize: number
  CodeSha256: string
  Environment: { Variables: Record<string, string> }
}

/** What lies in the account under the stack's name. `releases` are folders of zips; they are unpacked beside each. */
export async function readStack(aws: Emulator, stack: string, releases: readonly string[]): Promise<DeployedStack> {
  const { Stacks } = await aws.call<Stacks>('cloudformation', 'describe_stacks', { StackName: stack })
  const outputs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])
  const { Functions } = await aws.call<{ Functions: FunctionConfiguration[] }>('lambda', 'list_functions')
  const own = Functions.filter(({ FunctionName }) => FunctionName.startsWith(`${stack}-`))
  const zips = new Map((await Promise.all(releases.map(unpackZips))).flatMap((each) => [...each]))
  const functions = new Map<string, Deployment & { role: string }>()
  for (const one of own) functions.set(one.FunctionName, await deploymentOf(aws, one, zips))
  const callers: Callers = await calledFunctions(aws, Object.fromEntries(outputs).HttpApiId ?? '')
  return { functions, outputs: Object.fromEntries(outputs), ...callers }
}

type Stacks = { Stacks: { Outputs?: { OutputKey: string; OutputValue: string }[] }[] }

/** The folder of each zip by its checksum. */
async function unpackZips(release: string): Promise<Map<string, string>> {
  const folders = new Map<string, string>()
  for (const name of (await readdir(release)).filter((one) => one.endsWith('.zip'))) {
    const zip = await readFile(join(release, name))
    const sum = createHash('sha256').update(zip)
    const folder = join(dirname(release), 'code', sum.copy().digest('hex'))
    for (const [file, bytes] of Object.entries(unzipSync(zip))) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), bytes)
    }
    folders.set(sum.digest('base64'), folder)
  }
  return folders
}

/** Lambda names the code that it has by its checksum. */
async function deploymentOf(aws: Emulator, found: FunctionConfiguration, zips: Map<string, string>) {
  const { FunctionName: name, CodeSha256, Role } = found
  const folder = zips.get(CodeSha256)
  if (!folder) throw new Error(`${name} is deployed with a zip that the release does not have: ${CodeSha256}`)
  if (found.Runtime !== 'nodejs24.x') throw new Error(`${name} is deployed for ${found.Runtime}, not for Node 24`)
  const { Credentials: of } = await aws.call<{ Credentials: AssumedKeys }>('sts', 'assume_role', {
    ...{ RoleArn: Role, RoleSessionName: name },
  })
  const credentials = {
    AWS_ACCESS_KEY_ID: of.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: of.SecretAccessKey,
    AWS_SESSION_TOKEN: of.SessionToken,
  }
  return {
    ...{ name, folder, handler: found.Handler, timeoutMs: found.Timeout * 1_000, memoryMb: found.MemorySize },
    role: Role.slice(Role.lastIndexOf('/') + 1),
    variables: { ...found.Environment.Variables, ...credentials },
  }
}

type AssumedKeys = { AccessKeyId: string; SecretAccessKey: string; SessionToken: string }
