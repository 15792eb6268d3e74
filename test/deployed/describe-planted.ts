import { expect, it } from 'vitest'
import type { Caller } from '../packaged/ground.ts'
import type { Open, PackagedBridge } from '../packaged/packaged-bridge.ts'
import type { Account } from './account.ts'
import { changeTemplate } from './change-release.ts'
import { rolePolicy, without } from './role-policy.ts'

const timeout = 4 * 60_000

/** A right of a role that answers, and one of a role that works, with what people see without it. The template's test names all rights. */
const missing: {
  caller: Caller
  action: string
  seen: (bridge: PackagedBridge) => Promise<unknown>
  instead: unknown
}[] = [
  { caller: 'shops', action: 'dynamodb:PutItem', seen: answered, instead: 503 },
  { caller: 'stream', action: 'dynamodb:UpdateItem', seen: afterHint, instead: 'ready' },
]

async function answered(bridge: PackagedBridge): Promise<number> {
  return (await bridge.deliver('shopify', 'refund')).status
}

async function afterHint(bridge: PackagedBridge): Promise<string> {
  const { id } = await bridge.deliver('shopify', 'refund')
  await bridge.hint(id).catch(() => {})
  return (await bridge.event(id)).status
}

/** What can be wrong in a deployment, planted one at a time: each is found by its name. The last one stays deployed. */
export function describePlanted(accountOf: () => Account, open: Open): void {
  it.each(missing)('a role of $caller without $action is found', async ({ caller, action, seen, instead }) => {
    const { emulator } = accountOf()
    const policy = await rolePolicy(accountOf(), caller)
    await policy.put(without(policy.grants, action))
    try {
      const bridge = await open()
      expect(await seen(bridge)).toBe(instead)
      const refused = emulator.decisions.filter(({ allowed }) => !allowed)
      expect(refused).toContainEqual(expect.objectContaining({ caller: policy.role, action }))
    } finally {
      await policy.put(policy.grants)
    }
  })

  it('a variable of another name is found', { timeout }, async () => {
    await planted('"EVENTS_TABLE":', '"EVENT_TABLE":', async () => {
      const bridge = await open()
      const { status } = await bridge.deliver('shopify', 'refund')
      expect(status).toBe(500)
      expect(bridge.calledBy('shops').log()).toContain('EVENTS_TABLE is not set')
    })
  })

  it('a filter that lets nothing through is found', { timeout }, async () => {
    await planted('\\"ready\\"', '\\"redy\\"', async () => {
      const bridge = await open()
      const { id } = await bridge.deliver('shopify', 'refund')
      expect(await bridge.hint(id).catch(String)).toContain('the deployed filter lets no record')
    })
  })

  /** Deploys a release with this mistake alone. The next deployment is of one without it. */
  async function planted(right: string, wrong: string, check: () => Promise<void>): Promise<void> {
    const { release, deploy } = accountOf()
    await changeTemplate(release, right, wrong)
    try {
      const { code, output } = await deploy('--yes')
      expect(code === 0 || output.includes('doctor:'), output).toBe(true)
      await check()
    } finally {
      await changeTemplate(release, wrong, right)
    }
  }
}
