import { expect, it } from 'vitest'
import type { Open } from '../packaged/packaged-bridge.ts'
import type { Account } from './account.ts'
import { rolePolicy, without } from './role-policy.ts'

/** That the account checks rights at all: a role without one of its rights is seen, and found by its name. */
export function describePlanted(accountOf: () => Account, open: Open): void {
  it('a role of the worker without dynamodb:UpdateItem is found', async () => {
    const { emulator } = accountOf()
    const policy = await rolePolicy(accountOf(), 'stream')
    const action = 'dynamodb:UpdateItem'
    await policy.put(without(policy.grants, action))
    try {
      const bridge = await open()
      const { id } = await bridge.deliver('shopify', 'refund')
      await bridge.hint(id).catch(() => {})
      expect((await bridge.event(id)).status).toBe('ready')
      const refused = emulator.decisions.filter(({ allowed }) => !allowed)
      expect(refused).toContainEqual(expect.objectContaining({ caller: policy.role, action }))
    } finally {
      await policy.put(policy.grants)
    }
  })
}
