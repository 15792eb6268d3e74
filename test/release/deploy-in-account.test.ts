import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setup } from '../deployed/operations-page.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import { type Answer, standInAws } from './stand-in-aws.ts'

const source = join(import.meta.dirname, '../../scripts/release/deploy.sh')
const account = '123456789012'

const status = (prints: string): Answer => ({ call: 'Stacks[0].[StackStatus', prints })
const absent = (call: string): Answer => ({ call, refuses: 'An error occurred (404) when calling it: Not Found' })

/** An account with a stack that has the two secrets. Answers given first count. */
const usual: Answer[] = [
  { call: 'get-caller-identity', prints: account },
  status('UPDATE_COMPLETE\nStage\tCodeBucket\tAlarmAddress\tWebhookConcurrency\n'),
  { call: 'ServerlessDeploymentBucket', refuses: 'Resource ServerlessDeploymentBucket does not exist for stack x' },
  { call: "OutputKey=='BackOfficeSecret'", prints: 'secret-of-the-back-office' },
  { call: "OutputKey=='SourcesSecret'", prints: 'secret-of-the-sources' },
  { call: 'get-secret-value', prints: '{}' },
  { call: 'lambda invoke', prints: 'None' },
]

/** Runs deploy.sh of a release with one zip in a folder of its own, where `aws` gives these answers. */
function deploy(answers: readonly Answer[], ...options: string[]) {
  const folder = temporaryFolder()
  copyFileSync(source, join(folder, 'deploy.sh'))
  for (const name of ['template.json', 'worker.zip', 'webhooks.txt']) writeFileSync(join(folder, name), name)
  const sum = (name: string) => createHash('sha256').update(name).digest('hex')
  const sums = ['template.json', 'worker.zip', 'webhooks.txt'].map((name) => `${sum(name)}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  const { calls } = standInAws(join(folder, 'bin'), [...answers, ...usual])
  const env = { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), AWS_REGION: 'eu-central-1' }
  const script = [join(folder, 'deploy.sh'), '--yes', ...options]
  const ended = spawnSync('bash', script, { env, encoding: 'utf8' })
  return {
    code: ended.status,
    output: `${ended.stdout}${ended.stderr}`,
    /** The calls whose words contain this. */
    called: (words: string) => calls().filter((one) => one.words.includes(words)),
  }
}

describe('the bucket of deploy.sh', () => {
  it('is used only if it belongs to the account', () => {
    const { code, output, called } = deploy([absent('head-object')])
    expect(code, output).toBe(0)
    const calls = called('--bucket ')
    expect(calls.map(({ words }) => words.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['s3api head-bucket', 's3api put-public-access-block', 's3api head-object', 's3api put-object'],
    ])
    for (const { words } of calls) expect(words).toContain(`--expected-bucket-owner ${account}`)
    expect(called('s3 cp')).toEqual([])
  })

  it('is made if there is none', () => {
    const { code, called } = deploy([absent('head-bucket')])
    expect([code, called('create-bucket').length, called('put-object').length]).toEqual([0, 1, 0])
  })

  it('that belongs to somebody else gets nothing, and the deployment ends', () => {
    const refuses = 'An error occurred (403) when calling the HeadBucket operation: Forbidden'
    const { code, output, called } = deploy([{ call: 'head-bucket', refuses }])
    expect(code).toBe(1)
    expect(output).toContain(`The bucket backoffice-bridge-code-${account}-eu-central-1 belongs to another account`)
    expect(output).toContain(refuses)
    for (const words of ['create-bucket', 'put-', 'cloudformation']) expect(called(words)).toEqual([])
  })
})

describe('a command to the operator function', () => {
  it('is sent once, and waits for longer than the function may take', () => {
    const { code, called } = deploy([])
    expect(code).toBe(0)
    expect(called('lambda invoke')).toEqual([
      expect.objectContaining({ attempts: '1', words: expect.stringContaining('--cli-read-timeout 150') }),
    ])
  })

  it('is sent once by ask, which shows no older answer', () => {
    const folder = temporaryFolder()
    const env = { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) }
    const ask = (answers: readonly Answer[]) => {
      rmSync(join(folder, 'bin'), { recursive: true, force: true })
      const { calls } = standInAws(join(folder, 'bin'), answers)
      const script = `${setup}ask '{"command": "stats"}'`
      const { status: code, stdout } = spawnSync('bash', ['-c', script], { env, cwd: folder, encoding: 'utf8' })
      return { code, stdout, calls: calls(), left: readdirSync(folder) }
    }
    const first = ask([])
    expect(first).toMatchObject({ code: 0, stdout: '{"ok":true}', left: ['bin'] })
    expect(first.calls).toEqual([
      expect.objectContaining({ attempts: '1', words: expect.stringContaining('--cli-read-timeout 150') }),
    ])
    writeFileSync(join(folder, 'answer.json'), 'an older answer')
    expect(ask([{ call: 'lambda invoke', refuses: 'Read timeout' }])).toMatchObject({
      code: 254,
      stdout: '',
      left: ['bin'],
    })
  })
})

describe('the secrets of deploy.sh', () => {
  const first = '{"shopify": ["the first secret"]}'
  const file = () => {
    const path = join(temporaryFolder(), 'sources.json')
    writeFileSync(path, first)
    return path
  }
  const current = (prints: string): Answer => ({ call: 'get-secret-value', prints })
  const written = (answers: Answer[], ...options: string[]) => {
    const { code, output, called } = deploy(answers, '--sources-secret', file(), ...options)
    return { code, output, written: called('put-secret-value').map(({ stdin }) => stdin) }
  }

  it('are written where they are empty', () => {
    expect(written([current('{}')])).toMatchObject({ code: 0, written: [first] })
  })

  it('stay as they are where they were rotated since, and deploy.sh says so', () => {
    const { output, ...ended } = written([current('{"shopify": ["the second one"]}')])
    expect(ended).toEqual({ code: 0, written: [] })
    expect(output).toContain('The secret of the sources is set already, and stays as it is. --replace-secrets')
    expect(output).not.toMatch(/the (first|second)/)
  })

  it('are replaced when asked for', () => {
    const rotated = current('{"shopify": ["the second one"]}')
    expect(written([rotated], '--replace-secrets')).toMatchObject({ code: 0, written: [first] })
  })

  it('are not written again where they are those of the file', () => {
    const { output, ...ended } = written([current(first)])
    expect(ended).toEqual({ code: 0, written: [] })
    expect(output).not.toContain('--replace-secrets')
  })

  it('that cannot be read are not taken for set', () => {
    const { code, output } = deploy([{ call: 'get-secret-value', refuses: 'AccessDeniedException' }])
    expect(code).toBe(1)
    expect(output).toContain('That secret cannot be read')
  })

  it.each([
    ['--sources-secret', '{"shopify": "no list"', 'The file FILE must be JSON, with a list of texts for each source'],
    ['--sources-secret', 'shopify=secret', 'The file FILE must be JSON'],
    ['--back-office-secret', '{"baseUrl": "https://a", "username": "b"}', 'The file FILE has no "password"'],
    ['--back-office-secret', '{"baseUrl": "", "username": "", "password": 1}', 'The file FILE must be JSON'],
  ])('%s takes no %s, and nothing is deployed', (option, text, says) => {
    const path = join(temporaryFolder(), 'secret.json')
    writeFileSync(path, text)
    const { code, output, called } = deploy([{ call: '--generate-cli-skeleton', refuses: 'no' }], option, path)
    expect(code).toBe(1)
    expect(output).toContain(says.replace('FILE', path))
    expect([...called('s3api'), ...called('cloudformation')]).toEqual([])
  })
})
