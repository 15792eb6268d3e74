import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setup } from '../deployed/operations-page.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import { absent, account, checksum, deploy } from './deploy-with-answers.ts'
import { type Answer, standInAws } from './stand-in-aws.ts'

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

  it('gets a zip with its checksum, which S3 compares, and not again where it has those bytes', () => {
    expect(deploy([]).called('put-object')).toEqual([])
    const [put] = deploy([absent('head-object')]).called('put-object')
    expect(put?.words).toContain(`--checksum-algorithm SHA256 --checksum-sha256 ${checksum}`)
  })

  it.each(['an-other-checksum', 'None'])(
    'has a zip of the right name whose checksum is %s: it is replaced',
    (prints) => {
      const { code, called } = deploy([{ call: 'head-object', prints }])
      expect([code, called('--checksum-mode ENABLED').length, called('put-object').length]).toEqual([0, 1, 1])
    },
  )
})

describe('the code that a function runs', () => {
  it.each(['another-checksum', ''])(
    'is not that of the release but %j: no secret is written, nothing is asked',
    (prints) => {
      const { code, output, called } = deploy([{ call: 'get-function-configuration', prints }])
      expect(code).toBe(1)
      expect(output).toContain(`its CodeSha256 is ${prints}, not ${checksum}`)
      expect(output).toContain(
        'aws lambda update-function-code --function-name backoffice-bridge-prod-worker --zip-file',
      )
      for (const words of ['secretsmanager', 'lambda invoke']) expect(called(words)).toEqual([])
    },
  )

  it('is compared also where nothing had to be deployed', () => {
    const { code, output } = deploy([
      { call: 'wait change-set-create-complete', refuses: 'Waiter failed' },
      { call: '--query StatusReason', prints: "The submitted information didn't contain changes." },
      { call: 'get-function-configuration', refuses: 'AccessDenied' },
    ])
    expect(code).toBe(1)
    expect(output).toContain('The stack is this release already.')
    expect(output).toContain('Nobody knows which code backoffice-bridge-prod-worker runs.')
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
    const second = ask([{ call: 'lambda invoke', refuses: 'Read timeout' }])
    expect(second).toMatchObject({ code: 254, stdout: '', left: ['bin'] })
  })
})
