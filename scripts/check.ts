import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDynamoDbLocal } from './install-dynamodb-local.ts'
import { installForDeployed, installForPackaged, missingForDeployed } from './install-for-deployed.ts'
import { testsOf } from './read-report.ts'
import { type Part, type Result, runIfInstalled, runPart } from './run-part.ts'

const reports = mkdtempSync(join(tmpdir(), 'backoffice-bridge-check-'))
const reportOf = (name: string) => join(reports, `${name}.json`)
const reported = (name: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`]

/** The tests of these projects; vitest.config.ts says which they are. */
const tests = (name: string, projects: readonly string[], ...args: string[]): Part => [
  ...([name, 'node_modules/vitest/vitest.mjs', 'run'] as const),
  ...projects.map((project) => `--project=${project}`),
  ...reported(name),
  ...args,
]

/** Each needs one of two processors for a few seconds. */
const sideBySide: readonly Part[] = [
  ['lint, format', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  ['layers', 'scripts/layers/check-layers.ts'],
  // A second thread would check the libraries' types again: no faster on two cores, and twice the work.
  ['types', 'node_modules/typescript/bin/tsc', '--project', '.', '--singleThreaded'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  ['ceilings', 'scripts/ceilings.ts'],
]

const inProcesses = tests('tests with coverage', ['unit', 'processes'], '--coverage')
const overDynamoDb = tests('tables in DynamoDB Local', ['dynamodb'])
const breaks: Part = ['breaks at their recorded seeds', 'test/simulation/main.ts', '--breaks', '--recorded']
const inBrowser = tests('console in a browser', ['browser'])
const packaged = (...args: string[]) =>
  tests("packages, and their functions under AWS's runtime interface client", ['packaged'], ...args)
/** The main job runs over the deployed functions where a stack can be deployed. */
const withoutMainJob = ['--exclude', 'test/packaged/main-job.test.ts']
const deployedName = 'deployed bridge in an AWS emulator'
const deployed: Part = [deployedName, 'scripts/test-deployed.ts', '--core', ...reported(deployedName)]

/** Why no stack can be deployed on this machine. */
const missing = await missingForDeployed()

/** What mostly waits for browsers, functions and deployments runs beside what computes. */
async function playedLast(): Promise<Result[]> {
  const waiting = async () => {
    const stack = missing === undefined ? [await runIfInstalled(deployed, installForDeployed)] : []
    const isDeployed = stack.some(({ state }) => state !== 'not run')
    return [...stack, await runIfInstalled(packaged(...(isDeployed ? withoutMainJob : [])), installForPackaged)]
  }
  const computing = async () => [await runPart(inBrowser), await runPart(breaks)]
  return (await Promise.all([waiting(), computing()])).flat()
}

const results = await Promise.all(sideBySide.map((part) => runPart(part)))
results.push(
  await runPart(inProcesses),
  await runIfInstalled(overDynamoDb, installDynamoDbLocal),
  ...(await playedLast()),
)

/** With `--complete` a part that could not run counts as failed. */
const isComplete = process.argv.includes('--complete')
const hasFailed = ({ state }: Result) => state === 'FAILED' || (state === 'not run' && isComplete)
const hasTests = new Set<string>([inProcesses, overDynamoDb, inBrowser, packaged(), deployed].map(([name]) => name))

console.log('')
if (missing !== undefined) console.log(`not run ${deployedName}: ${missing}`)
let [passed, failed] = [0, 0]
for (const played of results) {
  const { name, seconds } = played
  const ran = testsOf(reportOf(name), process.cwd())
  // Without a browser every test of it is skipped.
  const isSkipped = played.state === 'ok' && hasTests.has(name) && ran.passed === 0
  const result: Result = isSkipped ? { ...played, state: 'not run' } : played
  const skipped = ran.skipped > 0 ? `, ${ran.skipped} skipped` : ''
  console.log(`${result.state.padEnd('not run'.length)} ${name} (${seconds.toFixed(1)} s${skipped})`)
  // What failed is listed at the very end too: a log that is cut shows its end.
  for (const line of ran.failed) console.log(`        ${line}`)
  passed += ran.passed
  // A part without a failed test of its own (a linter, an install) counts as one failure.
  failed += ran.failed.length > 0 ? ran.failed.length : Number(hasFailed(result))
}
rmSync(reports, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exitCode = 1
