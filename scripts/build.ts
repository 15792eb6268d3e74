import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { bornAt } from '../local/born-at.ts'
import { checkedConfig } from './checked-config.ts'
import { inspectBundle } from './inspect-bundle.ts'
import { licencesOf } from './licences-of.ts'
import { lightStart } from './light-start.ts'
import { packageFolder } from './package-folder.ts'
import { zipFiles } from './zip-files.ts'

const root = join(import.meta.dirname, '..')

/** One packaged function. */
export type Artifact = {
  /** The function's name, which is that of its file. */
  name: string
  /** The bundled module; its source map is beside it. */
  module: string
  /** The source files that the module contains code of, relative to the project. */
  sources: string[]
  zip: string
  moduleBytes: number
  zipBytes: number
}

/**
 * Bundles each entry to `<outFolder>/<name>/index.mjs` and zips it with its licences to `<outFolder>/<name>.zip`. Equal
 * sources give equal bytes. Writes nothing if a bundled package does not name its licence, or if `inspect` throws.
 */
export async function buildFunctions(
  entries: string[],
  outFolder: string,
  inspect: typeof inspectBundle = async () => {},
): Promise<Artifact[]> {
  const named = new Map(entries.map((entry) => [basename(entry, '.ts'), entry]))
  // One run for all entries, so that shared files are parsed once.
  const entryPoints = Object.fromEntries([...named].map(([name, entry]) => [join(name, 'index'), entry]))
  const { outputFiles, metafile } = await build({ ...options, entryPoints, outdir: outFolder })
  const bundles = await Promise.all([...named.keys()].map((name) => describeBundle(name, metafile)))
  const codeOf = (name: string) =>
    outputFiles.find(({ path }) => path === join(outFolder, name, 'index.mjs'))?.contents ?? new Uint8Array()
  await Promise.all(bundles.map(({ name, sources }) => inspect({ name, sources, code: codeOf(name) })))
  for (const { name } of bundles) await mkdir(join(outFolder, name), { recursive: true })
  for (const file of outputFiles) await replaceFile(file.path, file.contents)
  return await Promise.all(bundles.map((bundle) => zipFunction(bundle, outFolder)))
}

/** The entries of all functions: every file of `functions/`. */
export async function functionEntries(): Promise<string[]> {
  const files = await readdir(join(root, 'functions'))
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(root, 'functions', file))
}

/**
 * Where the AWS SDK looks for credentials if the environment has none: files of developers, a login page, other services. It loads
 * these packages only then, and in Lambda the environment always has them. They would add 50 KB to each zip.
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
]

const options = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  external: otherCredentials,
  write: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Bundle the AWS SDK too: the runtime's copy starts slower, and its version is the one that AWS has that day.
  // Unused code can be removed from its ES modules, not from its CommonJS.
  mainFields: ['module', 'main'],
  // Keep identifiers, for the names in logged stacks: the zips are a fifth larger, and nothing is slower.
  minifySyntax: true,
  minifyWhitespace: true,
  // Some file names stay in the module: they must not depend on the place of node_modules.
  preserveSymlinks: true,
  // LICENSES.txt in the zip contains the licences.
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  plugins: [lightStart, checkedConfig],
  // Beside the module but not in the zip, which would double: stacks are resolved where the build is.
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} as const satisfies BuildOptions

type Bundle = { name: string; sources: string[]; licences: string }

/** `metafile` also lists files of which no code is left in the module. */
async function describeBundle(name: string, { outputs }: Metafile): Promise<Bundle> {
  const output = Object.values(outputs).find(({ entryPoint = '' }) => basename(entryPoint, '.ts') === name)
  const inputs = Object.entries(output?.inputs ?? {})
  const sources = inputs.flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : []))
  const packages = new Set(sources.flatMap((source) => packageFolder(source) ?? []))
  return { name, sources, licences: await licencesOf(root, [...packages]) }
}

async function zipFunction({ name, sources, licences }: Bundle, outFolder: string): Promise<Artifact> {
  const module = join(outFolder, name, 'index.mjs')
  const code = await readFile(module)
  const zipped = zipFiles({ 'index.mjs': code, 'LICENSES.txt': Buffer.from(licences) })
  const zip = join(outFolder, `${name}.zip`)
  await replaceFile(zip, zipped)
  return { name, module, sources, zip, moduleBytes: code.length, zipBytes: zipped.length }
}

/** Replaces the file as a whole, so that a run at the same time never reads half a file. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, path)
}

/**
 * Builds all functions into `.build`. Removes functions that no longer exist and drafts of killed runs, and nothing
 * else.
 */
export async function buildProject(): Promise<Artifact[]> {
  const outFolder = join(root, '.build')
  const artifacts = await buildFunctions(await functionEntries(), outFolder, inspectBundle)
  const current = new Set(artifacts.map(({ name }) => name))
  const built = (await readdir(outFolder)).filter((file) => file.endsWith('.zip')).map((file) => basename(file, '.zip'))
  for (const name of built.filter((one) => !current.has(one)))
    for (const path of [name, `${name}.zip`]) await rm(join(outFolder, path), { recursive: true, force: true })
  await removeDrafts(outFolder)
  return artifacts
}

/** Removes drafts of killed runs. Another current run still needs its own. */
async function removeDrafts(outFolder: string): Promise<void> {
  for (const file of await readdir(outFolder, { recursive: true })) {
    const pid = /\.(?:mjs|map|zip)\.(\d+)$/.exec(file)?.[1]
    if (pid !== undefined && bornAt(Number(pid)) === undefined) await rm(join(outFolder, file), { force: true })
  }
}
