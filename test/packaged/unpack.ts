import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type { Template } from '../../scripts/template-problems.ts'
import { packagedProject } from '../packaging/packaged-project.ts'
import type { Pattern } from '../stream/matches-pattern.ts'
import type { Deployment } from './packaged-function.ts'

/** The packaged functions by name, and the filters for the worker's stream records. */
export type Unpacked = { root: string; functions: ReadonlyMap<string, Deployment>; filterPatterns: Pattern[] }

/** Until the tables are opened and have names. */
const noTables = { events: 'the events table', state: 'the state table' }
/** The names of tables and secrets, by their ids in the template. */
const names: Record<string, string> = {
  EventsTable2: noTables.events,
  StateTable2: noTables.state,
  BackOfficeSecret: 'back-office',
  SourcesSecret: 'sources',
}

/** Takes the packaged project and unpacks each zip into an empty folder of its own, far from any `node_modules`. */
export async function packageAndUnpack(): Promise<Unpacked> {
  const root = await mkdtemp(join(tmpdir(), 'packaged-'))
  const { artifacts, template } = await packagedProject()
  const functions = new Map<string, Deployment>()
  const zips = new Map(artifacts.map(({ zip }) => [basename(zip), zip]))
  for (const { name } of artifacts) {
    const folder = join(root, name)
    // The zip that the template names, which a mistake could make another function's.
    const zip = zips.get(artifactOf(template, name))
    if (!zip) throw new Error(`the template deploys ${name} with ${artifactOf(template, name)}, which was not packaged`)
    for (const [file, bytes] of Object.entries(unzipSync(await readFile(zip)))) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), bytes)
    }
    functions.set(name, deploymentOf(template, name, folder))
  }
  return { root, functions, filterPatterns: patternsOf(template) }
}

type FunctionProperties = {
  Code: { S3Key: string }
  FunctionName: string
  Handler: string
  Timeout: number
  MemorySize: number
  Environment: { Variables: Record<string, string | { Ref: string }> }
}

const propertiesOf = <T>({ Resources }: Template, type: string): T[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties as T)

function propertiesOfFunction(template: Template, name: string): FunctionProperties {
  const found = propertiesOf<FunctionProperties>(template, 'AWS::Lambda::Function').find(({ FunctionName }) =>
    FunctionName.endsWith(`-dev-${name}`),
  )
  if (!found) throw new Error(`the template has no function ${name}`)
  return found
}

/** The file name of a function's zip in the template. */
const artifactOf = (template: Template, name: string): string =>
  basename(propertiesOfFunction(template, name).Code.S3Key)

/** One function as the template deploys it. `folder` is where its zip was unpacked. */
export function deploymentOf(template: Template, name: string, folder: string): Deployment {
  const found = propertiesOfFunction(template, name)
  const variables = Object.entries(found.Environment.Variables).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : (names[value.Ref] ?? `unknown: ${value.Ref}`),
  ])
  return {
    name,
    handler: found.Handler,
    timeoutMs: found.Timeout * 1_000,
    memoryMb: found.MemorySize,
    variables: Object.fromEntries(variables),
    folder,
  }
}

/** A function's variables where the tables have these names. */
export function withTables(variables: Record<string, string>, { events, state }: typeof noTables) {
  const named: Record<string, string> = { [noTables.events]: events, [noTables.state]: state }
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, named[value] ?? value]))
}

function patternsOf(template: Template): Pattern[] {
  type Mapping = { FilterCriteria: { Filters: { Pattern: string }[] } }
  return propertiesOf<Mapping>(template, 'AWS::Lambda::EventSourceMapping').flatMap(({ FilterCriteria }) =>
    FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern) as Pattern),
  )
}
