import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sendSample } from '../../local/send-sample.ts'
import { ownProject } from '../cli/own-project.ts'
import { blocks, readPage } from '../docs/pages.ts'
import type { PackagedBridge, PackagedOptions } from '../packaged/packaged-bridge.ts'
import { type Account, stackName } from './account.ts'
import { changePassword } from './describe-rotation.ts'

type Opened = (options?: PackagedOptions & { keepSecrets?: boolean }) => Promise<PackagedBridge>
const [, section = ''] = readPage('docs/deployment.md').split('\n## From a clone to the first return\n')
const [walk = ''] = blocks(section, 'sh')
const commands = walk.trim().split('\n')
const decisions = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| \d \| (.+?) \|/gm)]
/** What a clone has besides the parts of a project that `init` needs. */
const ofTheClone = ['bridge.config.ts', 'infra', 'serverless.yml', 'LICENSE', 'package-lock.json', '.npmrc']

/** As docs/deployment.md says it: with its commands, in a new clone, into an account without a stack. */
export function describeFirstReturn(accountOf: () => Account, open: Opened): void {
  it('a clone leads to the first return in a stage by at most 3 commands and 6 decisions', {
    timeout: 6 * 60_000,
  }, async () => {
    const account = accountOf()
    const { sandboxUrl, made } = await open()
    await account.emulator.call('cloudformation', 'delete_stack', { StackName: stackName })
    expect(decisions.length).toBeGreaterThan(0)
    expect(decisions.length).toBeLessThanOrEqual(6)
    expect(commands.length).toBeLessThanOrEqual(3)

    const project = ownProject(undefined, ofTheClone)
    const secrets = async (name: string) => JSON.parse(await readFile(join(project, 'secrets', name), 'utf8'))
    const [install, init = '', deploy = ''] = commands
    // Its packages are those of this checkout.
    expect(install).toBe('npm ci')
    const written = await account.walk(project, init, [
      ['shop-eu=shopify): ', 'standard'],
      ['Enter: no more', ''],
      ['Who sends the customer the label', ''],
      ['whose goods are here already', ''],
      ['From which status on', ''],
      ['Address of the back office', sandboxUrl],
      ['Its API user', 'api-bridge'],
      ['The password of that user', ''],
      ['The secret of standard', ''],
    ])
    expect(written.code, written.output).toBe(0)
    // What `init` leaves to do.
    await changePassword(sandboxUrl, (await secrets('back-office.json')).password)
    account.know(join(project, 'release'))
    const deployed = await account.walk(project, deploy, [['[y/N]', 'y']])
    expect(deployed.code, deployed.output).toBe(0)
    expect(deployed.output).toMatch(/doctor:\s+\{"ok":true,"result":\{"healthy":true/)

    const bridge = await open({ keepSecrets: true, before: async () => ({ url: sandboxUrl, close: () => {} }) })
    const [, path = ''] = /standard +https?:\/\/[^/\s]+(\/\S+)/.exec(deployed.output) ?? []
    expect(path).toBe('/forms/standard')
    const id = await deliver(bridge, await secrets('sources.json'))
    await bridge.hint(id)
    expect(await bridge.event(id)).toMatchObject({ status: 'done' })
    expect(made(10_002)).toEqual({ returns: [expect.any(Number)], comments: [expect.any(Number)] })

    const listed = await account.walk(project, 'npx backoffice-bridge event.list --json --stage prod')
    expect([listed.code, JSON.parse(listed.output)]).toMatchObject([0, { events: [{ id, status: 'done' }] }])
    const asked = await account.walk(project, 'npx backoffice-bridge doctor --rights --json --stage prod')
    expect([asked.code, JSON.parse(asked.output)]).toMatchObject([0, { healthy: true }])
    const none = await account.walk(project, 'npx backoffice-bridge event.get --id none/1 --stage prod')
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('(not_found)') })
  })
}

/** A delivery, signed with the secret that `init` has made. Returns its event. */
async function deliver(bridge: PackagedBridge, secrets: Record<string, string[]>): Promise<string> {
  const sample = { source: 'standard', sample: 'return', id: randomUUID() }
  const sent = await sendSample({ url: bridge.url, ...sample, secrets, nowMs: Date.now() })
  expect(sent.status, sent.body).toBe(200)
  return JSON.parse(sent.body).id
}
