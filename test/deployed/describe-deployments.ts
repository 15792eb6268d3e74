import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../bridge.config.ts'
import { secretsFile } from '../../local/secrets-file.ts'
import type { PackagedBridge, PackagedOptions } from '../packaged/packaged-bridge.ts'
import { type Account, stackName } from './account.ts'
import { changeTemplate, newVersion } from './change-release.ts'

const minutes = 60_000
type Opened = (options?: PackagedOptions & { keep?: boolean }) => Promise<PackagedBridge>

/** A deployment over another one, in the middle of an event. */
export function describeUpgrade(accountOf: () => Account, open: Opened): void {
  it('a deployment over another one keeps secrets and tables, and finishes what was begun', {
    timeout: 6 * minutes,
  }, async () => {
    const account = accountOf()
    const old = await open()
    const { id } = await old.deliver('shopify', 'refund')
    await old.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    await old.hint(id)
    expect(await old.event(id)).toMatchObject({ status: 'waiting' })
    const before = await account.stack()
    await newVersion(account.release)
    const { code, output } = await account.deploy('--yes')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Modify.*WorkerLambdaFunction/)
    const { outputs, functions } = await account.stack()
    expect(outputs).toEqual(before.outputs)
    expect(folders(functions)).not.toEqual(folders(before.functions))
    const bridge = await open({ keep: true, before: async () => ({ url: old.sandboxUrl, close: () => {} }) })
    // The clock of the back office is that of the old one.
    for (const each of [old, bridge]) each.advance(160_000)
    expect(await bridge.tick('retry')).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(old.made(10_001)).toEqual({ returns: [expect.any(Number)], comments: [expect.any(Number)] })
    expect(old.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })
}

/** The first deployment, releases that change nothing, the removal, and a deployment after that. */
export function describeDeployments(accountOf: () => Account, open: Opened): void {
  it('deploy.sh writes the secrets, prints the addresses of the webhooks and runs doctor', {
    timeout: 3 * minutes,
  }, async () => {
    const account = accountOf()
    const { backOffice, sources } = JSON.parse(await readFile(secretsFile, 'utf8')) as Record<string, object>
    const files = {
      backOffice: join(dirname(account.release), 'a.json'),
      sources: join(dirname(account.release), 'b.json'),
    }
    await writeFile(files.backOffice, JSON.stringify({ ...backOffice, baseUrl: 'http://127.0.0.1:9' }))
    await writeFile(files.sources, JSON.stringify(sources))
    const options = ['--yes', '--back-office-secret', files.backOffice, '--sources-secret', files.sources]
    const rotated = { ...sources, shopify: ['a secret that was rotated since'] }
    await putSources(account, rotated)
    const kept = await account.deploy(...options)
    expect(kept.code, kept.output).toBe(0)
    expect(await secretIn(account, (await account.stack()).outputs.SourcesSecret)).toEqual(rotated)
    const { code, output } = await account.deploy(...options, '--replace-secrets')
    expect(code, output).toBe(0)
    expect(output).toContain('The stack is this release already.')
    const { outputs } = await account.stack()
    expect(output).toContain(`${outputs.HttpApiUrl}/shops/shopify\n`)
    expect(output).toContain(`${outputs.HttpApiUrl}/forms/jotform/<token>\n`)
    expect(output).toMatch(/doctor:\n\{"ok":true,/)
    expect(await secretIn(account, outputs.SourcesSecret)).toEqual(sources)
  })

  it.each([
    ['would begin with an empty table', ['StateTable2', 'StateTable3'], [], 'begin with empty ones: StateTable2'],
    ['a person says no to', ['"Timeout":5,', '"Timeout":6,'], [['[y/N]', 'n']], 'Nothing was changed.'],
  ] as const)('a release that %s changes nothing', async (_, [before, after], answers, says) => {
    const account = accountOf()
    const deployed = await templateOf(account)
    await changeTemplate(account.release, before, after)
    try {
      const { code, output } = await account.deployByHand(answers)
      expect(output).toContain(says)
      expect(code).toBe(1)
    } finally {
      await changeTemplate(account.release, after, before)
    }
    expect(await templateOf(account)).toEqual(deployed)
    const { Summaries } = await account.emulator.call<{ Summaries: { ExecutionStatus: string }[] }>(
      ...(['cloudformation', 'list_change_sets', { StackName: stackName }] as const),
    )
    expect(Summaries.filter(({ ExecutionStatus }) => ExecutionStatus === 'AVAILABLE')).toEqual([])
  })

  it('the removal keeps tables and secrets, and a deployment after it works', { timeout: 3 * minutes }, async () => {
    const account = accountOf()
    // Writes the secrets.
    await open()
    const before = await account.stack()
    await account.emulator.call('cloudformation', 'delete_stack', { StackName: stackName })
    const { Functions } = await account.emulator.call<{ Functions: unknown[] }>('lambda', 'list_functions')
    expect(Functions).toEqual([])
    const { EventsTable = '', StateTable = '', SourcesSecret } = before.outputs
    const { TableNames } = await account.emulator.call<{ TableNames: string[] }>('dynamodb', 'list_tables')
    expect(TableNames).toEqual(expect.arrayContaining([EventsTable, StateTable]))
    expect(await secretIn(account, SourcesSecret)).toMatchObject({ shopify: [expect.any(String)] })
    const password = 'a "quoted" \\ password'
    const { code, output } = await account.deployByHand([
      ['[y/N]', 'y'],
      ['Address of the back office', 'https://127.0.0.1:9'],
      ['Its API user', 'api-bridge'],
      ['The password of that user', password],
      ['shopify (/shops/shopify)', 'a-secret-of-shopify'],
      ...Object.keys(config.sources).slice(1).map(later),
    ])
    expect(code, output).toBe(0)
    expect(output).not.toContain(password)
    const { outputs } = await account.stack()
    expect(outputs.EventsTable).not.toBe(EventsTable)
    expect(await secretIn(account, outputs.BackOfficeSecret)).toEqual({
      ...{ baseUrl: 'https://127.0.0.1:9', username: 'api-bridge', password },
    })
    expect(await secretIn(account, outputs.SourcesSecret)).toEqual({ shopify: ['a-secret-of-shopify'] })
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.hint(id)
    expect(await bridge.event(id)).toMatchObject({ status: 'done' })
  })
}

const folders = (functions: ReadonlyMap<string, { folder: string }>) =>
  [...functions.values()].map(({ folder }) => folder)

async function putSources(account: Account, value: object): Promise<void> {
  const { SourcesSecret: SecretId } = (await account.stack()).outputs
  const SecretString = JSON.stringify(value)
  await account.emulator.call('secretsmanager', 'put_secret_value', { SecretId, SecretString })
}

/** Enter: this source is not used yet. */
const later = (source: string): [string, string] => [`${source} (/`, '']

/** What the stack was made of last. */
const templateOf = ({ emulator }: Account): Promise<unknown> =>
  emulator.call('cloudformation', 'get_template', { StackName: stackName })

async function secretIn(account: Account, SecretId: string | undefined): Promise<unknown> {
  const found = await account.emulator.call<{ SecretString: string }>('secretsmanager', 'get_secret_value', {
    SecretId,
  })
  return JSON.parse(found.SecretString)
}
