import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedTests } from './failed-tests.ts'
import { installForDeployed, missingForDeployed } from './install-for-deployed.ts'
import { installRuntimeClient } from './install-runtime-client.ts'
import { type Part, runIfInstalled, runPart } from './run-part.ts'

/** What failed is listed at the very end too: a log that is cut shows its end. */
const reports = mkdtempSync(join(tmpdir(), 'backoffice-bridge-check-'))
const deployedName = 'deployed bridge in an AWS emulator'
/** Whoever asks for the report of the deployed bridge reads it after this process has ended. */
const kept = process.argv.indexOf('--deployed-report')
const reportOf = (name: string) =>
  (name === deployedName && kept > 0 && process.argv[kept + 1]) || join(reports, `${name}.json`)

/** A part that runs tests. */
const tests = (name: string, ...args: string[]): Part => [
  name,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(name)}`,
  ...args,
]

/** Each needs one of two processors for a few seconds. */
const sideBySide: Part[] = [
  ['lint, format', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  ['layers', 'scripts/layers/check-layers.ts'],
  // A second thread would check the libraries' types again: no faster on two cores, and twice the work.
  ['types', 'node_modules/typescript/bin/tsc', '--project', '.', '--singleThreaded'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  ['package', 'scripts/package.ts'],
]

const packaged = tests("packaged functions under AWS's runtime interface client", 'test/packaged/')

const deployed: Part = [
  ...([deployedName, 'scripts/test-deployed.ts', '--reporter=default'] as const),
  ...['--reporter=json', `--outputFile.json=${reportOf(deployedName)}`],
]

/** Those of zips and deployments come after what they need is installed. */
const allTests = tests(
  'tests with coverage',
  ...['--coverage', '--exclude', 'test/deployed/**', '--exclude', 'test/packaged/**'],
)

/** With `--tested` whoever asks has just run `npm test -- --coverage`, which is the same. */
const areTested = process.argv.includes('--tested')

const results = await Promise.all(sideBySide.map((part) => runPart(part)))
if (!areTested) results.push(await runPart(allTests, true))
results.push(await runIfInstalled(packaged, installRuntimeClient))
const missing = await missingForDeployed()
if (missing === undefined) results.push(await runIfInstalled(deployed, installForDeployed))

/** With `--complete` a part that could not run counts as failed. */
const partsMayBeSkipped = !process.argv.includes('--complete')

console.log('')
if (areTested) console.log(`not run ${allTests[0]}: npm test has just run them`)
if (missing !== undefined) console.log(`not run ${deployedName}: ${missing}`)
for (const { name, state, seconds } of results) {
  console.log(`${state.padEnd('not run'.length)} ${name} (${seconds.toFixed(1)} s)`)
  for (const line of failedTests(reportOf(name), process.cwd())) console.log(`        ${line}`)
}
rmSync(reports, { recursive: true })
if (results.some(({ state }) => state === 'FAILED' || (state === 'not run' && !partsMayBeSkipped))) process.exitCode = 1
