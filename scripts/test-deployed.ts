import { installForDeployed, missingForDeployed } from './install-for-deployed.ts'
import { runIfInstalled } from './run-part.ts'

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
  const shown = given.length > 0 ? given : ['--reporter=verbose']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=deployed', ...shown] as const
  const { state } = await runIfInstalled(['the deployed bridge', ...vitest], installForDeployed, true)
  if (state !== 'ok') process.exitCode = 1
} else {
  console.error(`The tests of a deployment were not run: ${missing}.`)
  process.exitCode = 1
}
