import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { argumentsOf } from '../../cli/operator-arguments.ts'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { loadOperatorCommands, operate } from '../../lib/operator/operate.ts'
import { createSecretChecks } from '../../lib/secrets/check-secrets.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { isSigned } from '../aws/is-signed.ts'
import { listening, temporaryFolder } from '../local/running-stack.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, type World } from '../workflow/world.ts'
import { type Ended, person, startLambdaApi } from './lambda-api.ts'

const operatorCommands = await loadOperatorCommands()
const keys = { AWS_ACCESS_KEY_ID: person.id, AWS_SECRET_ACCESS_KEY: person.secret }
/** No settings of this machine. */
const none = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => (name.startsWith('AWS_') ? [[name, '']] : [])),
)
const bare = {
  ...{ AWS_CONFIG_FILE: devNull, AWS_SHARED_CREDENTIALS_FILE: devNull, AWS_EC2_METADATA_DISABLED: 'true' },
  ...{ NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', HOME: '/nonexistent' },
}

/** Runs a command in this process. The SDK reads these variables by itself. */
async function line(args: string[], env: Record<string, string>) {
  const variables: Record<string, string> = { ...none, ...bare, ...env }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value || undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const output: string[] = []
  const say = (said: string) => void output.push(said)
  const surroundings = { env: variables, cwd: '/', now: Date.now, fetch, out: say, err: say }
  const code = await runCommandLine(args, surroundings).catch((error: unknown) => {
    if (!(error instanceof CannotStart)) throw error
    say(error.message)
    return 1
  })
  return { code, output: output.join('') }
}

const deployed = (world: World = createWorld(), changes: Parameters<typeof operatorOf>[1] = {}) => ({
  'backoffice-bridge-prod-operator': async (command: unknown): Promise<Ended> => ({
    answer: await operate(operatorOf(world, changes), command),
  }),
})
const ending = (ended: Ended) => ({ 'backoffice-bridge-prod-operator': async () => ended })

async function ask(args: string[], options: Parameters<typeof startLambdaApi>[0], env: Record<string, string> = {}) {
  const url = await startLambdaApi(options)
  return await line(args, { ...keys, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_LAMBDA: url, ...env })
}

describe('--stage', () => {
  it('finds region and credentials in a profile, with a session token', async () => {
    const folder = temporaryFolder()
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const secrets = `aws_access_key_id = ${person.id}\naws_secret_access_key = ${person.secret}\naws_session_token = to/ken=\n`
    const url = await startLambdaApi({ functions: deployed(), person: { ...person, token: 'to/ken=' } })
    const { code, output } = await line(['event.list', '--json', '--limit', '2', '--stage=prod'], {
      ...{ AWS_PROFILE: 'shop', AWS_ENDPOINT_URL_LAMBDA: url },
      AWS_CONFIG_FILE: file('config', '[profile shop]\nregion = eu-central-1\n'),
      AWS_SHARED_CREDENTIALS_FILE: file('credentials', `[shop]\n${secrets}`),
    })
    expect([code, JSON.parse(output)]).toEqual([0, { events: [] }])
  })

  it('ends with 1 for a refusal of the operator, in its words', async () => {
    const { code, output } = await ask(['event.get', '--id', 'a/b', '--stage', 'prod'], { functions: deployed() })
    expect([code, output]).toEqual([1, expect.stringMatching(/^[A-Z].+\. \(not_found\)\n$/)])
  })

  it('has doctor name the secrets that are not set, and the right that the API user lacks', async () => {
    const world = createWorld()
    await world.control('/sandbox/users/api-bridge/rights', { method: 'POST', body: { lacks: ['contacts.read'] } })
    const empty = createSecretChecks({
      secrets: () => ({ read: async () => ({ value: {}, version: '1' }) }),
      backOfficeSecretId: () => 'b',
      sourcesSecretId: () => undefined,
    })
    const { code, output } = await ask(['doctor', '--rights', '--json', '--stage', 'prod'], {
      functions: deployed(world, { secrets: empty }),
    })
    const { healthy, checks } = JSON.parse(output)
    expect([code, healthy]).toEqual([1, false])
    const problems = checks.filter(({ state }: { state: string }) => state === 'problem')
    const contacts = { check: 'backOffice.routes.contacts', code: 'path', state: 'problem' }
    expect(problems).toEqual([
      {
        check: "the back office's secret",
        code: 'back_office_secret',
        state: 'problem',
        says: 'it is not set yet: write baseUrl, username and password into it. Correct the secret.',
      },
      { ...contacts, says: expect.stringContaining('"Contacts: read"') },
    ])
  })

  const crash = { errorType: 'Sandbox.Timedout', errorMessage: 'anna@example.com' }
  it.each<[string, Parameters<typeof startLambdaApi>[0], string]>([
    [
      'no such stage',
      { functions: {} },
      'There is no stage "prod" in eu-central-1 (ResourceNotFoundException: Function not found: arn:aws:lambda:eu-central-1:123456789012:function:backoffice-bridge-prod-operator). Deploy it',
    ],
    [
      'an operator that these credentials may not invoke',
      { functions: deployed(), person: { ...person, mayInvoke: false } },
      'These AWS credentials may not ask the operator (AccessDeniedException: User: arn:aws:iam::123456789012:user/anna is not',
    ],
    [
      'unknown credentials',
      { functions: deployed(), person: { ...person, id: 'AKIDOTHER' } },
      'AWS does not accept these credentials (UnrecognizedClientException',
    ],
    [
      'a wrong secret key',
      { functions: deployed(), person: { ...person, secret: 'other' } },
      'AWS does not accept these credentials (InvalidSignatureException',
    ],
    [
      'an operator that broke off',
      { functions: ending({ crash }) },
      'The function backoffice-bridge-prod-operator failed (Sandbox.Timedout). Its log, /aws/lambda/backoffice-bridge-prod-operator, shows why.',
    ],
    [
      'a function that is none',
      { functions: ending({ answer: { hello: 1 } }) },
      'What answers for the stage "prod" is not the operator of a bridge.',
    ],
  ])('says in a sentence what is wrong: %s', async (_, options, says) => {
    const { code, output } = await ask(['doctor', '--stage', 'prod', '--json'], options)
    expect(code).toBe(1)
    expect(output).toContain(says)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).not.toContain('anna@example.com')
  })

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no keys', ['--stage', 'prod', '--region', 'eu-central-1'], {}, /^There are no AWS credentials \(.+\): log in/],
    ['no region', ['--stage', 'prod'], keys, /^The region is missing: use --region/],
    ['a stage that cannot be', ['--stage', 'My Stage'], keys, /^The stage "My Stage" cannot be:/],
    ['an odd region', ['--stage', 'prod', '--region', 'x.y/'], keys, /^The region "x\.y\/" cannot be/],
    ['a region alone', ['--region', 'eu-central-1'], {}, /^doctor: --region needs --stage/],
    [
      'nobody there',
      ['--stage', 'prod', '--region', 'eu-central-1'],
      { ...keys, AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:1' },
      /^Nothing answers at http:\/\/127\.0\.0\.1:1: check the region \(eu-central-1\)/,
    ],
  ])('says in a sentence what is missing: %s', async (_, args, env, says) => {
    const { code, output } = await line(['doctor', ...args], env)
    expect([code, output]).toEqual([1, expect.stringMatching(says)])
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  const arn =
    'arn:aws:sts::123456789012:assumed-role/AWSReservedSSO_Support_0123456789abcdef/anna.beispiel@shop.example'
  it.each<[string, string[], (body: string) => string, string | undefined]>([
    ['as AWS says', [], () => `<Arn>arn:aws:iam::123456789012:user/anna</Arn>`, 'arn:aws:iam::123456789012:user/anna'],
    ['the end of a long name', [], () => `<Arn>${arn}</Arn>`, `…${arn.slice(-79)}`],
    ['as is said', ['--by', 'Ann'], () => '<Arn>arn:aws:iam::1:root</Arn>', 'Ann'],
    ['no name without an answer', [], () => '<ErrorResponse/>', undefined],
  ])('names who decides: %s', async (_, args, answer, by) => {
    const asked: unknown[] = []
    const sts = createServer(async (incoming, outgoing) => {
      const body = await text(incoming)
      const isRight = body.includes('GetCallerIdentity') && isSigned(incoming, { ...person, body, service: 'sts' })
      outgoing.end(isRight ? answer(body) : '')
    })
    const { url } = await listening(sts)
    const functions = {
      'backoffice-bridge-prod-operator': async (command: unknown): Promise<Ended> => {
        asked.push(command)
        return { answer: { ok: true, result: {} } }
      },
    }
    const discard = ['event.discard', 'standard/1', '--stage', 'prod', ...args]
    expect((await ask(discard, { functions }, { AWS_ENDPOINT_URL_STS: url })).code).toBe(0)
    await ask(
      ['event.get', 'standard/1', '--stage', 'prod'],
      { functions },
      { AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:1' },
    )
    const discarded = { command: 'event.discard', id: 'standard/1', ...(by && { by }) }
    expect(asked).toEqual([discarded, { command: 'event.get', id: 'standard/1' }])
  })

  it('decides without a name where the operator is older and takes none', async () => {
    const asked: object[] = []
    const older = {
      'backoffice-bridge-prod-operator': async (command: unknown): Promise<Ended> => {
        asked.push(command as object)
        const error = { code: 'invalid', message: 'event.discard: unknown field "by".' }
        return { answer: 'by' in (command as object) ? { ok: false, error } : { ok: true, result: {} } }
      },
    }
    const discard = ['event.discard', 'standard/1', '--stage', 'prod', '--by', 'Ann']
    expect((await ask(discard, { functions: older })).code).toBe(0)
    expect(asked.map((one) => 'by' in one)).toEqual([true, false])
  })

  it('is an argument of no command', () => {
    for (const command of operatorCommands)
      for (const name of ['stage', 'region']) expect(argumentsOf(command).has(name), command.name).toBe(false)
  })
})
