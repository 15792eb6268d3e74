import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import config from '../../bridge.config.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { createWorld } from '../workflow/world.ts'

type Reason = { id: number; reason: string }
const sandbox = createSandbox({ seed: 'demo', now: () => 0 })
const base = 'http://127.0.0.1'

async function reasonsOfSandbox(): Promise<Reason[]> {
  const login = await sandbox.fetch(`${base}/rest/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'api-bridge', password: 'demo-password' }),
  })
  const record = (await login.json()) as { access_token?: string; accessToken?: string }
  const authorization = `Bearer ${record.access_token ?? record.accessToken}`
  const answer = await sandbox.fetch(`${base}/rest/returns/reasons`, { headers: { authorization } })
  return (await answer.json()) as Reason[]
}

describe("the demo's return reasons", () => {
  it("are the sandbox's, with the same meaning", async () => {
    const textOf = new Map((await reasonsOfSandbox()).map(({ id, reason }) => [String(id), reason]))
    expect(textOf.size).toBe(39)
    const meant = Object.fromEntries(Object.entries(config.reasons).map(([given, id]) => [given, textOf.get(id)]))
    const wrong = { 'wrong item': 'Wrong article delivered' }
    expect(meant).toEqual({ defective: 'Defective', damaged: 'Damaged in transit', ...wrong })
  })

  it.each([
    ['typeform', 'Damaged in transit'],
    ['google-forms', 'Defective'],
    ['tally', 'Wrong article delivered'],
  ])('are on the lines of the return of %s: %s', async (source, reason) => {
    const world = createWorld({ config: { sources: { [source]: { kind: source } }, reasons: config.reasons } })
    const sample = readFileSync(new URL(`../../local/samples/${source}/return.json`, import.meta.url), 'utf8')
    const event = await world.deliver(source, sample)
    expect(event.status).toBe('done')
    const [returnId = 0] = Object.values(event.progress).map((progress) => progress.returnId)
    const lines = world.sandbox.world.store.orders.get(returnId)?.orderItems ?? []
    const [meant] = (await reasonsOfSandbox()).filter((one) => one.reason === reason)
    expect(lines).not.toEqual([])
    for (const { properties } of lines) expect(properties).toContainEqual({ typeId: 35, value: String(meant?.id) })
  })
})
