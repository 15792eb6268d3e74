import { installForDeployed, missingForDeployed } from './install-for-deployed.ts'
import { runIfInstalled } from './run-part.ts'

const folders = ['test/deployed/', 'test/inbox/', 'test/state/', 'test/stream/']
// A deployment takes its time, the more so beside other work.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', '--testTimeout=120000', ...folders] as const
const options = process.argv.length > 2 ? process.argv.slice(2) : ['--reporter=verbose']
const missing = await missingForDeployed()

if (missing === undefined) {
  process.env.TEST_DEPLOYED = 'yes'
  // The suites of the tables run over AWS's own DynamoDB Local too.
  process.env.DYNAMODB_ENDPOINT = 'local'
  process.env.ONLY_OVER = 'DynamoDB Local'
  const { state } = await runIfInstalled(['the deployed bridge', ...vitest, ...options], installForDeployed)
  if (state !== 'ok') process.exitCode = 1
} else {
  console.error(`The tests of a deployment were not run: ${missing}.`)
  process.exitCode = 1
}
