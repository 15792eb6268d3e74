import type { Caller } from '../packaged/ground.ts'
import type { Pattern } from '../stream/matches-pattern.ts'
import type { Emulator } from './emulator.ts'

export type Callers = {
  /** The names of the deployed functions. */
  called: Readonly<Record<Caller, string>>
  stream: { arn: string; patterns: Pattern[]; batchSize: number }
}

/**
 * Who calls which function, as it is deployed: the routes of the HTTP API, the rules of the schedule, the mapping of the stream. Throws
 * where something is missing, the right to call the function included.
 */
export async function calledFunctions(aws: Emulator, apiId: string): Promise<Callers> {
  const { worker, ...stream } = await mappingOfStream(aws)
  const called = {
    shops: await behindRoute(aws, apiId, 'ANY /shops/{proxy+}'),
    forms: await behindRoute(aws, apiId, 'ANY /forms/{proxy+}'),
    decide: await behindRoute(aws, apiId, 'ANY /decide/{token}'),
    stream: worker,
    retry: await behindRule(aws, 'rate(1 minute)'),
    audit: await behindRule(aws, 'rate(1 day)'),
    // Only people call it.
    operator: worker.replace(/worker$/, 'operator'),
  }
  return { called, stream }
}

async function behindRoute(aws: Emulator, ApiId: string, routeKey: string): Promise<string> {
  type Routes = { Items: { RouteKey: string; Target: string }[] }
  type Integration = { IntegrationUri: string; PayloadFormatVersion: string }
  const { Items } = await aws.call<Routes>('apigatewayv2', 'get_routes', { ApiId })
  const route = Items.find(({ RouteKey }) => RouteKey === routeKey)
  if (!route) throw new Error(`the deployed HTTP API has no route ${routeKey}`)
  const IntegrationId = route.Target.replace('integrations/', '')
  const to = await aws.call<Integration>('apigatewayv2', 'get_integration', { ApiId, IntegrationId })
  if (to.PayloadFormatVersion !== '2.0') throw new Error(`the deployed route ${routeKey} sends no events of format 2.0`)
  return await callable(aws, to.IntegrationUri, { service: 'apigateway.amazonaws.com', source: `:${ApiId}/` })
}

async function behindRule(aws: Emulator, schedule: string): Promise<string> {
  type Rules = { Rules: { Name: string; Arn: string; ScheduleExpression: string; State: string }[] }
  const { Rules } = await aws.call<Rules>('events', 'list_rules')
  const rule = Rules.find(({ ScheduleExpression, State }) => ScheduleExpression === schedule && State === 'ENABLED')
  if (!rule) throw new Error(`no deployed rule has the schedule ${schedule}`)
  const { Targets } = await aws.call<{ Targets: { Arn: string }[] }>('events', 'list_targets_by_rule', {
    Rule: rule.Name,
  })
  return await callable(aws, Targets[0]?.Arn ?? '', { service: 'events.amazonaws.com', source: rule.Arn })
}

async function mappingOfStream(aws: Emulator) {
  type Mapping = { EventSourceArn: string; FunctionArn: string; BatchSize: number; State: string }
  type Filtered = Mapping & { FilterCriteria?: { Filters: { Pattern: string }[] } }
  const { EventSourceMappings: all } = await aws.call<{ EventSourceMappings: Filtered[] }>(
    ...(['lambda', 'list_event_source_mappings'] as const),
  )
  const mapping = all.find(({ State }) => State === 'Enabled')
  if (!mapping) throw new Error('nothing that is deployed reads the stream')
  const patterns = (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as Pattern)
  return { worker: nameOf(mapping.FunctionArn), arn: mapping.EventSourceArn, patterns, batchSize: mapping.BatchSize }
}

/** The function's name. Throws unless its policy lets this service call it from there. */
async function callable(aws: Emulator, functionArn: string, by: { service: string; source: string }): Promise<string> {
  type Statement = { Principal: { Service: string }; Action: string; Condition?: { ArnLike?: Record<string, string> } }
  const name = nameOf(functionArn)
  const { Policy } = await aws.call<{ Policy: string }>('lambda', 'get_policy', { FunctionName: name })
  const { Statement } = JSON.parse(Policy) as { Statement: Statement[] }
  const fits = Statement.some(
    ({ Principal, Action, Condition }) =>
      Principal.Service === by.service &&
      Action === 'lambda:InvokeFunction' &&
      Object.values(Condition?.ArnLike ?? {}).some((source) => source.includes(by.source)),
  )
  if (!fits) throw new Error(`${by.service} may not call the deployed function ${name}`)
  return name
}

/** Also of the address that API Gateway calls it by, which contains the ARN. */
const nameOf = (arn: string): string => /:function:([\w-]+)/.exec(arn)?.[1] ?? `none in ${arn}`
