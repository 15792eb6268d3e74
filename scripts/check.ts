import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vitest = 'node_modules/vitest/vitest.mjs'

/** What it is called, and the module that fails when it does not hold, with its arguments. */
type Part = [name: string, module: string, ...args: string[]]
type Result = { name: string; ok: boolean; seconds: number }

/** Each needs one of two processors for a few seconds. */
const sideBySide: Part[] = [
  ['lint, format, layering', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  // Each thread would check the libraries' types anew: on two cores that is no faster, and twice the work.
  ['types', 'node_modules/typescript/bin/tsc', '--project', '.', '--singleThreaded'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  ['package', 'scripts/package.ts'],
]

/**
 * Whole processes, documents, the sandbox and thousands of events: most of it runs where nothing is measured, and what a long run
 * passes through no assertion may be about. Measuring them would take a fifth longer.
 */
const unmeasured = [
  ...['cli', 'crash', 'docs', 'local', 'packaging', 'sandbox', 'simulation'].map((folder) => `test/${folder}/**`),
  ...['crash-points', 'drain'].map((name) => `test/workflow/${name}.test.ts`),
]

const oneByOne: Part[] = [
  // These rarely wait, so a third worker would only load all modules once more.
  [
    'tests with coverage',
    vitest,
    'run',
    '--coverage',
    '--maxWorkers=2',
    ...unmeasured.flatMap((files) => ['--exclude', files]),
  ],
  [
    'tests of long runs, whole processes and the sandbox',
    vitest,
    'run',
    ...unmeasured.map((files) => files.replace('/**', '/')),
  ],
]

/** Prints what the part says as a whole, when it has ended, or, `live`, while it says it. */
async function run([name, module, ...args]: Part, live = false): Promise<Result> {
  const begin = performance.now()
  const child = spawn(process.execPath, [module, ...args], {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  if (live) console.log(`\n── ${name}`)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  const ok = (await promise) === 0
  if (!live) process.stdout.write(`\n── ${name}\n${Buffer.concat(said).toString()}`)
  return { name, ok, seconds: (performance.now() - begin) / 1_000 }
}

const results = await Promise.all(sideBySide.map((part) => run(part)))
for (const part of oneByOne) results.push(await run(part, true))

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
if (results.some(({ ok }) => !ok)) process.exitCode = 1
