import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installForDeployed, missingForDeployed } from './install-for-deployed.ts'
import { plantedMistakes } from './planted-mistakes.ts'
import { runIfInstalled } from './run-part.ts'

const folders = ['test/deployed/', 'test/inbox/', 'test/state/', 'test/stream/']
// A deployment takes its time, the more so beside other work.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', '--testTimeout=120000'] as const
/** A delivery, from its webhook by the stream to its return. */
const oneDelivery = ['test/deployed/', '--reporter=verbose', '-t', 'makes its return and its comment']

/** Runs all tests of a deployment; whether all have passed. */
async function runAll(options: readonly string[]): Promise<boolean> {
  const shown = options.length > 0 ? options : ['--reporter=verbose']
  const { state } = await runIfInstalled(
    ['the deployed bridge', ...vitest, ...folders, ...shown] as const,
    installForDeployed,
  )
  return state === 'ok'
}

/** Deploys a mistake; whether the test of a delivery fails and names it. */
async function plant(name: string): Promise<boolean> {
  const mistake = plantedMistakes[name]
  if (!mistake) {
    console.error(`--plant takes one of ${Object.keys(plantedMistakes).join(', ')}.`)
    return false
  }
  await installForDeployed()
  const child = spawn(process.execPath, [...vitest, ...oneDelivery], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, TEST_DEPLOYED_PLANT: name },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
      process.stdout.write(text)
    })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  const hasFailed = (await promise) !== 0
  const isFound = hasFailed && stripVTControlCharacters(output).includes(mistake.reported)
  const said = isFound ? `found: ${mistake.reported}` : `NOT FOUND: nothing says "${mistake.reported}"`
  console.log(`\nplanted ${name} (${mistake.right} became ${mistake.wrong}): ${said}`)
  return isFound
}

const missing = await missingForDeployed()
if (missing === undefined) {
  process.env.TEST_DEPLOYED = 'yes'
  // The suites of the tables run over AWS's own DynamoDB Local, too.
  process.env.DYNAMODB_ENDPOINT = 'local'
  process.env.ONLY_OVER = 'DynamoDB Local'
  const [option, name = '', ...more] = process.argv.slice(2)
  const isRight = option === '--plant' ? more.length === 0 && (await plant(name)) : await runAll(process.argv.slice(2))
  if (!isRight) process.exitCode = 1
} else {
  console.error(`The tests of a deployment were not run: ${missing}.`)
  process.exitCode = 1
}
