import type { Caller } from '../packaged/ground.ts'
import type { Account } from './account.ts'

/** One statement of a role's policy. */
export type Grant = { Effect: 'Allow'; Action: string | string[]; Resource: string | string[]; Condition?: object }

/** The deployed policy of the role of a function, and a way to put another one in its place. */
export async function rolePolicy({ stack, emulator }: Account, caller: Caller) {
  const { functions, called } = await stack()
  const role = functions.get(called[caller])?.role ?? ''
  const { PolicyNames } = await emulator.call<{ PolicyNames: string[] }>('iam', 'list_role_policies', {
    RoleName: role,
  })
  const [PolicyName = ''] = PolicyNames
  const found = await emulator.call<{ PolicyDocument: { Version: string; Statement: Grant[] } }>(
    ...(['iam', 'get_role_policy', { RoleName: role, PolicyName }] as const),
  )
  return {
    role,
    grants: found.PolicyDocument.Statement,
    async put(Statement: Grant[]): Promise<void> {
      const PolicyDocument = JSON.stringify({ ...found.PolicyDocument, Statement })
      await emulator.call('iam', 'put_role_policy', { RoleName: role, PolicyName, PolicyDocument })
    },
  }
}

/** The same statements without one action. */
export const without = (grants: Grant[], action: string): Grant[] =>
  grants
    .map((grant) => ({ ...grant, Action: [grant.Action].flat().filter((one) => one !== action) }))
    .filter(({ Action }) => Action.length > 0)
