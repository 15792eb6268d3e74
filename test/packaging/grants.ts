import type { Template } from '../../scripts/template-problems.ts'

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown }
type Role = {
  Policies: { PolicyDocument: { Statement: Statement[] } }[]
  ManagedPolicyArns?: unknown[]
  AssumeRolePolicyDocument: { Statement: { Principal: unknown }[] }
}

/** All that a function's role allows, as sorted texts `action resource`. Throws on a role that it cannot judge. */
export function grantsOf(template: Template, lambda: Record<string, unknown>): string[] {
  const id = nameOf(lambda.Role).replace(/\.Arn$/, '')
  const role = template.Resources[id]?.Properties as Role
  if (role.ManagedPolicyArns) throw new Error(`${id} has managed policies: write its statements out`)
  for (const { Principal } of role.AssumeRolePolicyDocument.Statement)
    if (JSON.stringify(Principal) !== '{"Service":"lambda.amazonaws.com"}')
      throw new Error(`${id} can be assumed by others`)
  const statements = role.Policies.flatMap((policy) => policy.PolicyDocument.Statement)
  return statements
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} ${nameOf(on)}`)),
    )
    .sort()
}

/** `{"Fn::GetAtt": ["Table", "Arn"]}` as `Table.Arn`, `{"Fn::Sub": "${Table.Arn}/x"}` as `Table.Arn/x`, `{"Ref": "Secret"}` as `Secret`. */
function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Sub': text,
  } = reference as { Ref?: string; 'Fn::GetAtt'?: string[]; 'Fn::Sub'?: string }
  return Ref ?? attribute?.join('.') ?? text?.replaceAll(/[${}]/g, '') ?? JSON.stringify(reference)
}
