import type { Template, TemplateResource } from '../template-problems.ts'

/** What the packaged template has in place of the stage and of the address for alarms. */
export const placeholders = { stage: 'the-stage', alarmEmail: 'the-alarm-email' }

/** The release has a bucket beside the stack instead: a template cannot bring the zips that it names. */
const oslsBucket = /^ServerlessDeploymentBucket/

const parameters = {
  Stage: {
    Type: 'String',
    Default: 'prod',
    AllowedPattern: '[a-z][a-z0-9-]{0,20}',
    Description: 'A stage has its own tables, its own secrets and one back office.',
  },
  CodeBucket: { Type: 'String', Description: 'The bucket that has the zips.' },
  AlarmAddress: { Type: 'String', Default: '', Description: 'The e-mail address that gets the alarms; may be empty.' },
}

/**
 * The template that a release deploys: the packaged one, with the stage, the bucket of the zips and the address for alarms as parameters.
 * `sums` has the SHA-256 of each zip by its file name. A zip lies under its sum in the bucket, so a function changes only if its zip does.
 */
export function releaseTemplate(packaged: Template, sums: ReadonlyMap<string, string>): Template {
  const { Resources, Outputs = {}, Parameters, ...rest } = packaged
  const template = {
    ...rest,
    Parameters: { ...parameters, ...Parameters },
    Resources: mapValues(without(Resources, oslsBucket), (resource) => plain(withReleasedCode(resource, sums))),
    Outputs: mapValues(without(Outputs, oslsBucket), ({ Export: _, ...output }) => output),
  }
  return withParameters(template) as Template
}

function withReleasedCode(resource: TemplateResource, sums: ReadonlyMap<string, string>): TemplateResource {
  if (resource.Type !== 'AWS::Lambda::Function') return resource
  const { S3Key } = (resource.Properties as { Code: { S3Key: string } }).Code
  const file = S3Key.slice(S3Key.lastIndexOf('/') + 1)
  const sum = sums.get(file)
  if (sum === undefined) throw new Error(`the template deploys ${file}, which was not packaged`)
  const Code = { S3Bucket: { Ref: 'CodeBucket' }, S3Key: `${sum}/${file}` }
  return { ...resource, Properties: { ...resource.Properties, Code } }
}

/** Without dependencies that a reference says already, and with texts in the shorter of two ways to join them. */
function plain({ DependsOn = [], ...long }: TemplateResource): TemplateResource {
  const resource = withoutJoins(long) as TemplateResource
  const text = JSON.stringify(long)
  const others = [DependsOn]
    .flat()
    .filter((id) => !text.includes(`{"Ref":"${id}"}`) && !text.includes(`{"Fn::GetAtt":["${id}",`))
  return others.length > 0 ? { ...resource, DependsOn: others } : resource
}

function withoutJoins(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutJoins)
  if (typeof value !== 'object' || value === null) return value
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: [string, (string | { Ref?: string })[]] }
  if (!join) return mapValues(value as Record<string, unknown>, withoutJoins)
  const [between, parts] = join
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.Ref && `\${${part.Ref}}`))
  const isPlain = texts.every(
    (text, at) => text !== undefined && (typeof parts[at] !== 'string' || !text.includes('$')),
  )
  return isPlain ? { 'Fn::Sub': texts.join(between) } : value
}

/** Every text with a placeholder becomes a function of the parameters. */
function withParameters(value: unknown): unknown {
  if (typeof value === 'string') return textWithParameters(value)
  if (Array.isArray(value)) return value.map(withParameters)
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Record<string, unknown>, withParameters)
}

function textWithParameters(text: string): unknown {
  if (text === placeholders.stage) return { Ref: 'Stage' }
  if (text === placeholders.alarmEmail) return { Ref: 'AlarmAddress' }
  if (!text.includes(placeholders.stage)) return text
  if (text.includes('${'))
    throw new Error(`the stage is part of a text with a variable, which a release cannot have: ${text}`)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it.
  return { 'Fn::Sub': text.replaceAll(placeholders.stage, '${Stage}') }
}

const without = <T>(values: Record<string, T>, names: RegExp): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.test(name)))

const mapValues = <T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
