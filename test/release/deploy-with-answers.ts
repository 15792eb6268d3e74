import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '../local/running-stack.ts'
import { type Answer, standInAws } from './stand-in-aws.ts'

const source = join(import.meta.dirname, '../../scripts/release/deploy.sh')
export const account = '123456789012'
export const status = (prints: string): Answer => ({ call: 'Stacks[0].[StackStatus', prints })
export const noStack: Answer = {
  call: 'Stacks[0].[StackStatus',
  refuses: 'Stack with id backoffice-bridge-prod does not exist',
}
export const absent = (call: string): Answer => ({ call, refuses: 'An error occurred (404) when called: Not Found' })

/** The checksum of the release's one zip, as S3 and Lambda say it. */
export const checksum = createHash('sha256').update('worker.zip').digest('base64')

/** An account with a stack that has the two secrets. Answers given first count. */
const usual: Answer[] = [
  { call: 'get-caller-identity', prints: account },
  status('UPDATE_COMPLETE\nStage\tCodeBucket\tAlarmAddress\tWebhookConcurrency\n'),
  { call: "OutputKey=='BackOfficeSecret'", prints: 'secret-of-the-back-office' },
  { call: "OutputKey=='SourcesSecret'", prints: 'secret-of-the-sources' },
  { call: 'get-secret-value', prints: '{}' },
  { call: 'head-object', prints: checksum },
  { call: 'get-function-configuration', prints: checksum },
  { call: 'lambda invoke', prints: 'None' },
]

/** Runs deploy.sh of a release with one zip, of a person who says yes, where `aws` gives these answers. */
export const deploy = (answers: readonly Answer[], ...options: string[]) => runScript(answers, ['--yes', ...options])

/** The same with these options alone; `typed`: by a person at a terminal, without options. `damaged`: a file of the release has other bytes than its checksum says. */
export function runScript(
  answers: readonly Answer[],
  options: string[],
  { damaged = false, typed }: { damaged?: boolean; typed?: string } = {},
) {
  const folder = temporaryFolder()
  copyFileSync(source, join(folder, 'deploy.sh'))
  const names = ['template.json', 'worker.zip', 'webhooks.txt']
  for (const name of names) writeFileSync(join(folder, name), damaged ? 'damaged' : name)
  const sum = (name: string) => createHash('sha256').update(name).digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sum(name)}  ${name}\n`).join(''))
  const { calls } = standInAws(join(folder, 'bin'), [...answers, ...usual])
  const env = { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), AWS_REGION: 'eu-central-1' }
  const script = join(folder, 'deploy.sh')
  const ended =
    typed === undefined
      ? spawnSync('bash', [script, ...options], { env, encoding: 'utf8' })
      : spawnSync('script', ['-qec', `bash ${script}`, '/dev/null'], { env, input: typed, encoding: 'utf8' })
  return {
    code: ended.status,
    output: `${ended.stdout}${ended.stderr}`,
    /** The calls whose words contain this. */
    called: (words: string) => calls().filter((one) => one.words.includes(words)),
  }
}
