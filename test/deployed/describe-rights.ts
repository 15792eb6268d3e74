import { expect, it } from 'vitest'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import type { Caller } from '../packaged/ground.ts'
import type { Account } from './account.ts'
import { rolePolicy } from './role-policy.ts'

const indexes = (eventsTable.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName)
const callers = ['shops', 'forms', 'decide', 'stream', 'retry', 'audit', 'operator'] as const satisfies Caller[]
/** Lambda itself needs these of a role: to write the log, and to find the stream that it reads. */
const ofLambda = ['logs:CreateLogStream', 'logs:PutLogEvents', 'dynamodb:ListStreams']

/** After the main job and what is seldom: what each role may do, beside what it did. */
export function describeRights(accountOf: () => Account): void {
  it('no function was refused anything', () => {
    expect(accountOf().emulator.decisions.filter(({ allowed }) => !allowed)).toEqual([])
  })

  it.each(callers)('the role of %s may do nothing that was never done', async (caller) => {
    const account = accountOf()
    const { role, grants } = await rolePolicy(account, caller)
    const calls = account.emulator.decisions.filter((one) => one.caller === role)
    const wasDone = (action: string, resource: string): boolean =>
      calls.some((one) => one.action === action && one.resources.some((arn) => fits(resource, arn)))
    const unused = grants.flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .filter((action) => !ofLambda.includes(action))
        .flatMap((action) =>
          [Resource]
            .flat()
            .flatMap(eachOf)
            .map((resource) => ({ action, resource })),
        )
        .filter(({ action, resource }) => !wasDone(action, resource))
        .map(({ action, resource }) => `${action} ${resource.replace(/^.*:/, '')}`),
    )
    expect(unused).toEqual([])
  })
}

/** All indexes of a table mean each of them: a role that reads one may not read the others. */
const eachOf = (resource: string): string[] =>
  resource.endsWith('/index/*') ? indexes.map((name) => resource.replace(/\*$/, name)) : [resource]

/** The patterns of the roles have their star at the end, if they have one. */
const fits = (pattern: string, arn: string): boolean =>
  pattern.endsWith('*') ? arn.startsWith(pattern.slice(0, -1)) : arn === pattern
