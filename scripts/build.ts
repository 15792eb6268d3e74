import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { bornAt } from '../local/born-at.ts'
import { checkedConfig } from './checked-config.ts'
import { inspectBundle } from './inspect-bundle.ts'
import { licencesOf } from './licences-of.ts'
import { lightStart } from './light-start.ts'
import { oneLanguage } from './one-language.ts'
import { packageFolder } from './package-folder.ts'
import { zipFiles } from './zip-files.ts'

const root = join(import.meta.dirname, '..')

/** One packaged function. */
export type Artifact = {
  /** The function's name, which is that of its file. */
  name: string
  /** The bundled module. Its chunks are beside it, and the source map of each file. */
  module: string
  /** The source files that the module and its chunks contain code of, relative to the project. */
  sources: string[]
  zip: string
  /** Of the module and its chunks. */
  moduleBytes: number
  zipBytes: number
}

/**
 * Bundles each entry to `<outFolder>/<name>/index.mjs`, and what only its first use loads to chunks beside it, and zips them with their
 * licences to `<outFolder>/<name>.zip`. Equal sources give equal bytes. Writes nothing if a bundled package does not name its licence, or
 * if `inspect` throws.
 */
export async function buildFunctions(
  entries: string[],
  outFolder: string,
  inspect: typeof inspectBundle = async () => {},
): Promise<Artifact[]> {
  const bundles = await Promise.all(entries.map((entry) => bundleFunction(entry, outFolder)))
  await Promise.all(bundles.map(({ name, sources, code }) => inspect({ name, sources, code })))
  for (const { name, files } of bundles) {
    const folder = join(outFolder, name)
    await mkdir(folder, { recursive: true })
    for (const [file, contents] of files) await replaceFile(join(folder, file), contents)
    await removeOthers(folder, new Set(files.keys()))
  }
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

/** What the AWS SDK loads only in a browser, and for operations whose answers are streams of events: of ours none is. They would be 67 KB. */
const neverLoaded = ['bowser', '@smithy/core/event-streams']

const options = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  bundle: true,
  external: [...otherCredentials, ...neverLoaded],
  write: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Bundle the AWS SDK too: the runtime's copy starts slower, and its version is the one that AWS has that day.
  // Unused code can be removed from its ES modules, not from its CommonJS.
  mainFields: ['module', 'main'],
  // Our names stay, for the stacks in the log (light-start.ts shortens those of packages).
  minifySyntax: true,
  minifyWhitespace: true,
  // Some file names stay in the module: they must not depend on the place of node_modules.
  preserveSymlinks: true,
  // LICENSES.txt in the zip contains the licences.
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  plugins: [lightStart, checkedConfig, oneLanguage],
  // Beside the module but not in the zip, which would double: stacks are resolved where the build is.
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} as const satisfies BuildOptions

type Bundle = {
  name: string
  sources: string[]
  licences: string
  /** What the zip contains, by its file name: the module and its chunks. */
  code: ReadonlyMap<string, Uint8Array>
  /** The same, with their maps. */
  files: ReadonlyMap<string, Uint8Array>
}

async function bundleFunction(entry: string, outFolder: string): Promise<Bundle> {
  const name = basename(entry, '.ts')
  // A webhook's first delivery needs all of it, and one file is read sooner than several.
  const splitting = !name.endsWith('-webhook')
  // The names of chunks depend on where they are built, so all are built here.
  const outdir = join(root, '.build', name)
  const { outputFiles, metafile } = await build({ ...options, entryPoints: { index: entry }, outdir, splitting })
  const files = new Map(
    outputFiles.map(({ path, contents }) => [
      basename(path),
      path.endsWith('.map') ? movedMap(contents, { from: outdir, to: join(outFolder, name) }) : contents,
    ]),
  )
  const code = new Map(
    [...files].filter(([file]) => file.endsWith('.mjs')).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  return { name, ...(await describeSources(metafile)), code, files }
}

/** A source map for another folder: its sources are relative to it. */
function movedMap(contents: Uint8Array, { from, to }: { from: string; to: string }): Uint8Array {
  const map = JSON.parse(Buffer.from(contents).toString()) as { sources: string[] }
  return Buffer.from(JSON.stringify({ ...map, sources: map.sources.map((one) => relative(to, resolve(from, one))) }))
}

/** `metafile` also lists files of which no code is left in any output. */
async function describeSources({ outputs }: Metafile): Promise<Pick<Bundle, 'sources' | 'licences'>> {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  const sources = [...new Set(inputs.flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])))]
  const packages = new Set(sources.flatMap((source) => packageFolder(source) ?? []))
  return { sources, licences: await licencesOf(root, [...packages]) }
}

async function zipFunction({ name, sources, licences, code }: Bundle, outFolder: string): Promise<Artifact> {
  const module = join(outFolder, name, 'index.mjs')
  const zipped = zipFiles({ ...Object.fromEntries(code), 'LICENSES.txt': Buffer.from(licences) })
  const zip = join(outFolder, `${name}.zip`)
  await replaceFile(zip, zipped)
  const moduleBytes = [...code.values()].reduce((sum, { length }) => sum + length, 0)
  return { name, module, sources, zip, moduleBytes, zipBytes: zipped.length }
}

/** Chunks of an earlier build: their names change with their content. A run at the same time makes the same. */
async function removeOthers(folder: string, current: ReadonlySet<string>): Promise<void> {
  const others = (await readdir(folder)).filter((file) => /\.mjs(?:\.map)?$/.test(file) && !current.has(file))
  for (const file of others) await rm(join(folder, file), { force: true })
}

/** Replaces the file as a whole, so that a run at the same time never reads half a file. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, path)
}

/** Builds all functions into `.build`. Removes functions that no longer exist and drafts of killed runs, and nothing else. */
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
