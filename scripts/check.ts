import { installRuntimeClient } from './install-runtime-client.ts'
import { type Part, runPart, runWhereInstalled } from './run-part.ts'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Each needs one of two processors for a few seconds. */
const sideBySide: Part[] = [
  ['lint, format', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  ['layers', 'scripts/layers/check-layers.ts'],
  // A second thread would check the libraries' types again: no faster on two cores, and twice the work.
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

const packaged: Part = ["packaged functions under AWS's runtime interface client", vitest, 'run', 'test/packaged/']

const oneByOne: Part[] = [
  // These rarely wait, so a third worker would only load all modules once more.
  [
    'tests with coverage',
    vitest,
    'run',
    '--coverage',
    '--maxWorkers=2',
    ...[...unmeasured, 'test/packaged/**'].flatMap((files) => ['--exclude', files]),
  ],
  [
    'tests of long runs, whole processes and the sandbox',
    vitest,
    'run',
    ...unmeasured.map((files) => files.replace('/**', '/')),
  ],
]

const results = await Promise.all(sideBySide.map((part) => runPart(part)))
for (const part of oneByOne) results.push(await runPart(part, true))
results.push(await runWhereInstalled(packaged, installRuntimeClient))

/** `--complete`: a part that could not be run has failed. */
const mayBeLeftOut = !process.argv.includes('--complete')

console.log('')
for (const { name, state, seconds } of results)
  console.log(`${state.padEnd('not run'.length)} ${name} (${seconds.toFixed(1)} s)`)
if (results.some(({ state }) => state === 'FAILED' || (state === 'not run' && !mayBeLeftOut))) process.exitCode = 1
