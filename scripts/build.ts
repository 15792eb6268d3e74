import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { type Zippable, zipSync } from 'fflate'
import { bornAt } from '../local/born-at.ts'
import { inspectBundle } from './inspect-bundle.ts'
import { licencesOf } from './licences-of.ts'
import { packageFolder } from './package-folder.ts'

const root = join(import.meta.dirname, '..')

/** One function as it is deployed. */
export type Artifact = {
  /** Name of the function: that of its file. */
  name: string
  /** The one module, with its source map beside it. */
  module: string
  /** The files that something in the module comes from, relative to the project. */
  sources: string[]
  zip: string
  moduleBytes: number
  zipBytes: number
}

/**
 * Bundles every entry to `<outFolder>/<name>/index.mjs` and zips that, with the licences of what is in it, to `<outFolder>/<name>.zip`.
 * Equal sources give equal bytes. Nothing is written where a bundled package says nothing of its licence,
 * or where `inspect` throws.
 */
export async function buildFunctions(
  entries: string[],
  outFolder: string,
  inspect: typeof inspectBundle = async () => {},
): Promise<Artifact[]> {
  const named = new Map(entries.map((entry) => [basename(entry, '.ts'), entry]))
  // All in one run: what they share is parsed once.
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

/** The functions that exist: every file of `functions/`. */
export async function functionEntries(): Promise<string[]> {
  const files = await readdir(join(root, 'functions'))
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(root, 'functions', file))
}

const options = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The AWS SDK is bundled too: the runtime's own copy starts slower and is of whatever version AWS has that day.
  // Its ES modules can be shaken, its CommonJS cannot.
  mainFields: ['module', 'main'],
  // Not the identifiers: the frames of a logged stack carry the names of the source. That costs a fifth of the zip and no time.
  minifySyntax: true,
  minifyWhitespace: true,
  // The names of some files stay in the module: they must not depend on where node_modules lies.
  preserveSymlinks: true,
  // What they ask for stands beside the module, in the licence file.
  legalComments: 'none',
  metafile: true,
  // Kept beside the module and out of the zip, which it would double: stack traces are resolved where the build is.
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} as const satisfies BuildOptions

type Bundle = { name: string; sources: string[]; licences: string }

/** `metafile` also lists files of which nothing was left in the module. */
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
  const files: Zippable = { 'index.mjs': code, 'LICENSES.txt': Buffer.from(licences) }
  const zipped = zipSync(files, { level: 9, os: unix, attrs: readableByAll, mtime: longAgo() })
  const zip = join(outFolder, `${name}.zip`)
  await replaceFile(zip, zipped)
  return { name, module, sources, zip, moduleBytes: code.length, zipBytes: zipped.length }
}

const unix = 3
const readableByAll = 0o100644 << 16
// Zip files hold local time: a date made of local parts is the same bytes in every time zone.
const longAgo = () => new Date(1980, 0, 1)

/** Whole or not at all, so that a packaging run beside this one never reads half a file. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, path)
}

/** Builds the project's functions anew into `.build`, without those that there are no more and drafts of killed runs; what else lies there stays. */
export async function buildProject(): Promise<Artifact[]> {
  const outFolder = join(root, '.build')
  const artifacts = await buildFunctions(await functionEntries(), outFolder, inspectBundle)
  const current = new Set(artifacts.map(({ name }) => name))
  const built = (await readdir(outFolder)).filter((file) => file.endsWith('.zip')).map((file) => basename(file, '.zip'))
  for (const name of built.filter((one) => !current.has(one)))
    for (const gone of [name, `${name}.zip`]) await rm(join(outFolder, gone), { recursive: true, force: true })
  await removeDrafts(outFolder)
  return artifacts
}

/** What runs left that were killed; a run beside this one still needs its own. */
async function removeDrafts(outFolder: string): Promise<void> {
  for (const file of await readdir(outFolder, { recursive: true })) {
    const pid = /\.(?:mjs|map|zip)\.(\d+)$/.exec(file)?.[1]
    if (pid !== undefined && bornAt(Number(pid)) === undefined) await rm(join(outFolder, file), { force: true })
  }
}
