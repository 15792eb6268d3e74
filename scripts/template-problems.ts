import type { PropertyType, Resource, SpecDatabase } from '@aws-cdk/service-spec-types'

export type Template = {
  Conditions?: Record<string, unknown>
  Parameters?: Record<string, unknown>
  Outputs?: Record<string, Record<string, unknown>>
  Resources: Record<string, TemplateResource>
}
export type TemplateResource = {
  Type: string
  Properties?: Record<string, unknown>
  DependsOn?: string | string[]
  Condition?: string
  [attribute: string]: unknown
}

type Properties = Resource['properties']

/**
 * Finds without an account what CloudFormation would refuse: unknown types and properties, missing or wrongly typed
 * properties, and references to nothing. One sentence each.
 */
export function templateProblems(template: Template, spec: SpecDatabase): string[] {
  const resources = Object.entries(template.Resources)
  return [
    ...resources.flatMap(([id, resource]) => resourceProblems(id, resource, spec)),
    ...resources.flatMap(([id, resource]) => orderProblems(id, resource, template)),
    ...referenceProblems('', template, { template, spec }),
  ]
}

function resourceProblems(id: string, resource: TemplateResource, spec: SpecDatabase): string[] {
  const [type] = spec.lookup('resource', 'cloudFormationType', 'equals', resource.Type)
  if (!type) return [`${id}: the resource type ${resource.Type} does not exist`]
  return propertiesProblems(id, resource.Properties ?? {}, type.properties, spec)
}

function propertiesProblems(at: string, given: object, known: Properties, spec: SpecDatabase): string[] {
  const missing = Object.keys(known).filter((name) => known[name]?.required && !(name in given))
  const problems = missing.map((name) => `${at}: ${name} is required`)
  for (const [name, value] of Object.entries(given)) {
    const property = known[name]
    if (property) problems.push(...valueProblems(`${at}.${name}`, value, property.type, spec))
    else problems.push(`${at}: the property ${name} does not exist`)
  }
  return problems
}

function valueProblems(at: string, value: unknown, type: PropertyType, spec: SpecDatabase): string[] {
  if (isIntrinsic(value)) {
    const branches = 'Fn::If' in value && Array.isArray(value['Fn::If']) ? value['Fn::If'].slice(1) : []
    return branches.flatMap((branch: unknown) => valueProblems(at, branch, type, spec))
  }
  if (type.type === 'union') {
    const attempts = type.types.map((one) => valueProblems(at, value, one, spec))
    return attempts.some((problems) => problems.length === 0) ? [] : (attempts[0] ?? [])
  }
  if (type.type === 'ref') {
    const definition = spec.get('typeDefinition', type.reference)
    return isObject(value) ? propertiesProblems(at, value, definition.properties, spec) : [`${at} must be an object`]
  }
  if (type.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((item: unknown, index) => valueProblems(`${at}[${index}]`, item, type.element, spec))
      : [`${at} must be a list`]
  if (type.type === 'map')
    return isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => valueProblems(`${at}.${key}`, item, type.element, spec))
      : [`${at} must be an object`]
  return isOfScalar(value, type.type) ? [] : [`${at} must be of type ${type.type}`]
}

function isOfScalar(value: unknown, type: string): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'number') return typeof value === 'number'
  if (type === 'integer' || type === 'long') return Number.isInteger(value)
  if (type === 'string' || type === 'date-time') return typeof value === 'string'
  return type === 'json' || type === 'tag'
}

function orderProblems(id: string, resource: TemplateResource, template: Template): string[] {
  const problems = [resource.DependsOn ?? []]
    .flat()
    .filter((other) => !(other in template.Resources))
    .map((other) => `${id} depends on ${other}, which does not exist`)
  if (resource.Condition !== undefined && !(resource.Condition in (template.Conditions ?? {})))
    problems.push(`${id} has the condition ${resource.Condition}, which does not exist`)
  return problems
}

type Scope = { template: Template; spec: SpecDatabase }

function referenceProblems(at: string, value: unknown, scope: Scope): string[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => referenceProblems(`${at}[${index}]`, item, scope))
  if (!isObject(value)) return []
  const inside = Object.entries(value).flatMap(([key, item]) =>
    referenceProblems(at ? `${at}.${key}` : key, item, scope),
  )
  return isIntrinsic(value) ? [...intrinsicProblems(at, value, scope), ...inside] : inside
}

function intrinsicProblems(at: string, intrinsic: Record<string, unknown>, scope: Scope): string[] {
  const problem = (what: string) => [`${at} refers to ${what}, which does not exist`]
  const { Ref: ref, 'Fn::GetAtt': attribute, 'Fn::If': choice, 'Fn::Sub': text } = intrinsic
  if (typeof ref === 'string') return existsName(ref, scope) ? [] : problem(ref)
  if (attribute !== undefined) {
    const [id = '', ...path] = typeof attribute === 'string' ? attribute.split('.') : (attribute as string[])
    return existsAttribute(id, path.join('.'), scope) ? [] : problem(`${id}.${path.join('.')}`)
  }
  if (Array.isArray(choice))
    return String(choice[0]) in (scope.template.Conditions ?? {}) ? [] : problem(`condition ${choice[0]}`)
  if (typeof text !== 'string') return []
  return [...text.matchAll(/\$\{([^!}][^}]*)\}/g)].flatMap(([, name = '']) => {
    const [id = '', ...path] = name.split('.')
    const exists = path.length > 0 ? existsAttribute(id, path.join('.'), scope) : existsName(id, scope)
    return exists ? [] : problem(name)
  })
}

const existsName = (name: string, { template }: Scope): boolean =>
  name.startsWith('AWS::') || name in template.Resources || name in (template.Parameters ?? {})

function existsAttribute(id: string, attribute: string, { template, spec }: Scope): boolean {
  const resource = template.Resources[id]
  if (!resource) return false
  const [type] = spec.lookup('resource', 'cloudFormationType', 'equals', resource.Type)
  return type !== undefined && attribute in type.attributes
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isIntrinsic = (value: unknown): value is Record<string, unknown> => {
  const keys = isObject(value) ? Object.keys(value) : []
  return keys.length === 1 && /^(Ref|Fn::\w+)$/.test(keys[0] ?? '')
}
