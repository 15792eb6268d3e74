import { installForDeployed, missingForDeployed } from './install-for-deployed.ts'
import { runIfInstalled } from './run-part.ts'

// A deployment takes its time, the more so beside other work.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', '--testTimeout=120000'] as const

/**
 * All tests of a deployment; with `--core` only what `npm run check` runs: the main job, the rights and one upgrade. Other options are
 * vitest's.
 */
const options = process.argv.slice(2)
const isCore = options.includes('--core')
const given = options.filter((one) => one !== '--core')

const missing = await missingForDeployed()
if (missing === undefined) {
  process.env.TEST_DEPLOYED = isCore ? 'core' : 'all'
  // All suites of the tables run over AWS's own DynamoDB Local, too.
  process.env.DYNAMODB_ENDPOINT = 'local'
  process.env.ONLY_OVER = 'DynamoDB Local'
  const folders = isCore ? ['test/deployed/'] : ['test/deployed/', 'test/inbox/', 'test/state/', 'test/stream/']
  const shown = given.length > 0 ? given : ['--reporter=verbose']
  const part = ['the deployed bridge', ...vitest, ...folders, ...shown] as const
  const { state } = await runIfInstalled([...part], installForDeployed, true)
  if (state !== 'ok') process.exitCode = 1
} else {
  console.error(`The tests of a deployment were not run: ${missing}.`)
  process.exitCode = 1
}
