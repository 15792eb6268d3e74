import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { sendSample } from '../../local/send-sample.ts'
import type { Open } from '../packaged/packaged-bridge.ts'
import type { Account } from './account.ts'
import { commandsUnder } from './operations-page.ts'

const timeout = 4 * 60_000

/** As docs/operations.md says it: with its commands, and no delivery is lost. */
export function describeRotation(accountOf: () => Account, open: Open): void {
  it('the secrets of sources are rotated while deliveries come in', { timeout }, async () => {
    const bridge = await open()
    const before = readSecrets(secretsFile).sources as Record<string, string[]>
    const after = {
      standard: [`whsec_${Buffer.from('another secret of the standard source').toString('base64')}`],
      jotform: ['another-token-jotform-0123456789abcdef'],
    }
    const rotate = (change: (one: Record<string, string[]>) => object) =>
      changeSecret(accountOf(), '### The secret of a source', 'sources.json', change)
    const ids: string[] = []
    const deliver = async (source: 'standard' | 'jotform', secrets: Record<string, string[]>) => {
      const sent = { url: bridge.url, source, sample: 'comment', id: randomUUID(), secrets }
      const { status, body } = await sendSample({ ...sent, nowMs: accountOf().clock.now() })
      if (status === 200) ids.push(JSON.parse(body).id)
      return status
    }
    const deliverBoth = async (secrets: Record<string, string[]>) => [
      await deliver('standard', secrets),
      await deliver('jotform', secrets),
    ]
    expect(await deliverBoth(before)).toEqual([200, 200])
    await rotate(({ standard = [], jotform = [], ...others }) => ({
      ...{ ...others, standard: [...after.standard, ...standard], jotform: [...after.jotform, ...jotform] },
    }))
    bridge.advance(30_000)
    expect(await deliverBoth(before)).toEqual([200, 200])
    expect(await deliverBoth(after)).toEqual([200, 200])
    await rotate((both) => ({ ...both, ...after }))
    bridge.advance(300_000)
    expect(await deliverBoth(after)).toEqual([200, 200])
    expect(await deliverBoth(before)).toEqual([401, 401])
    // The schedule finds them once hints have had time to come.
    bridge.advance(125_000)
    await bridge.tick('retry')
    // The form's sample has its own id: it is one event, however often it comes.
    const statuses = await Promise.all([...new Set(ids)].map(async (id) => (await bridge.event(id)).status))
    expect(statuses).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it('the password of the API user is changed while deliveries come in', { timeout }, async () => {
    const bridge = await open()
    const first = await bridge.deliver('shopify', 'refund')
    await bridge.hint(first.id)
    expect(await bridge.event(first.id)).toMatchObject({ status: 'done' })
    const password = 'another long password of the API user'
    await changePassword(bridge.sandboxUrl, password)
    // The worst moment: the token ends before the secret is written.
    await bridge.fault({ path: '/rest', times: 1, kind: 'expire-tokens' })
    const second = await bridge.deliver('typeform', 'return')
    await bridge.hint(second.id)
    expect(await bridge.event(second.id)).toMatchObject({ status: 'waiting' })
    expect(await bridge.operate({ command: 'login.status' })).toMatchObject({ result: { state: 'refused' } })
    const heading = '### The password of the API user'
    await changeSecret(accountOf(), heading, 'back-office.json', (secret) => ({ ...secret, password }))
    const third = await bridge.deliver('standard', 'comment')
    // While the login is closed, an event looks every five minutes.
    bridge.advance(310_000)
    expect(await bridge.tick('retry')).toMatchObject({ outcomes: { done: 2 } })
    for (const { id } of [second, third]) expect(await bridge.event(id)).toMatchObject({ status: 'done' })
    const status = await bridge.operate({ command: 'login.status' })
    expect(status).toMatchObject({ result: { state: 'open', attempts: 0 } })
    // The first one, the one that was refused, and the one with the new password.
    expect(bridge.calls()).toMatchObject({ 'POST /rest/login': 3 })
  })
}

/** Runs the two commands of a section: one gets the secret, and one writes what has become of it. */
async function changeSecret<Secret extends object>(
  { shell, home }: Account,
  heading: string,
  name: string,
  change: (secret: Secret) => object,
): Promise<void> {
  const [get = '', put = ''] = commandsUnder(heading)
  const file = join(home, name)
  expect(await shell(get)).toMatchObject({ code: 0, output: '' })
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
  expect(await shell(put)).toMatchObject({ code: 0, output: '' })
  expect(existsSync(file)).toBe(false)
}

/** Gives the API user of a sandbox another password. */
export async function changePassword(sandboxUrl: string, password: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const path = `${sandboxUrl}/sandbox/users/api-bridge/password`
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ password }) })
  expect(response.status).toBe(200)
}
