import { basename } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmsWith } from '../../infra/alarms.ts'
import type { Artifact } from '../../scripts/build.ts'
import { eventsTable, expiresAtColumn, stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { type Template, type TemplateResource, templateProblems } from '../../scripts/template-problems.ts'
import { describeConfiguration } from './describe-configuration.ts'
import { describeContents } from './describe-contents.ts'
import { describeEnvironment } from './describe-environment.ts'
import { describeStacks } from './describe-stacks.ts'
import { describeTemplateProblems } from './describe-template-problems.ts'
import { grantsOf } from './grants.ts'
import { packagedProject } from './packaged-project.ts'

const stack = 'backoffice-bridge-dev-'
const webhooks = ['form-webhook', 'shop-webhook']
const workers = ['worker', 'retry', 'audit', 'operator']
const spec = loadAwsServiceSpecSync()

describeTemplateProblems(spec)

describe('the deployment package', () => {
  let template: Template
  let artifacts: Artifact[]

  beforeAll(async () => {
    const packaged = await packagedProject()
    template = packaged.template
    artifacts = packaged.artifacts
  }, 120_000)

  describeContents(() => artifacts)
  describeStacks(() => artifacts)
  describeConfiguration(() => artifacts)
  describeEnvironment(
    () => artifacts,
    () => template,
  )

  const properties = (id: string) => template.Resources[id]?.Properties ?? {}
  const allOf = (type: string): TemplateResource[] =>
    Object.values(template.Resources).filter((resource) => resource.Type === type)
  const functionNamed = (name: string) =>
    allOf('AWS::Lambda::Function').find(({ Properties }) => Properties?.FunctionName === stack + name)?.Properties ?? {}

  it('contains nothing that CloudFormation would refuse', () => {
    expect(templateProblems(template, spec)).toEqual([])
  })

  it('has one artifact per function, and one function per file', () => {
    const names = allOf('AWS::Lambda::Function').map(({ Properties }) =>
      String(Properties?.FunctionName).slice(stack.length),
    )
    expect(names.sort()).toEqual(artifacts.map(({ name }) => name).sort())
  })

  it('describes the tables as the code does', () => {
    expect(properties('EventsTable2')).toMatchObject(eventsTable)
    expect(properties('StateTable2')).toMatchObject(stateTable)
  })

  it('keeps tables, secrets and key when the stack is removed, under names that never collide', () => {
    const kept = ['AWS::DynamoDB::Table', 'AWS::SecretsManager::Secret', 'AWS::KMS::Key'].flatMap(allOf)
    expect(kept).toHaveLength(5)
    for (const resource of kept) {
      // A first deployment that fails removes what has no deletion protection.
      const DeletionPolicy = resource.Type === 'AWS::DynamoDB::Table' ? 'Retain' : 'RetainExceptOnCreate'
      expect(resource).toMatchObject({ DeletionPolicy, UpdateReplacePolicy: 'Retain' })
      expect(resource.Properties).not.toHaveProperty('TableName')
      expect(resource.Properties).not.toHaveProperty('Name')
    }
  })

  const tables = ['EventsTable2', 'StateTable2']
  const isProtected = (value: unknown, other: unknown) => ({ 'Fn::If': ['IsProtected', value, other] })

  it.each(tables)('encrypts %s, can restore it to any second, and lets nobody delete it but in dev and test', (id) => {
    expect(properties(id)).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true, KMSMasterKeyId: isProtected(expect.anything(), expect.anything()) },
      DeletionProtectionEnabled: isProtected(true, false),
      // Only items with this column expire.
      TimeToLiveSpecification: { AttributeName: expiresAtColumn, Enabled: true },
    })
    const isOne = [{ 'Fn::Equals': ['dev', 'dev'] }, { 'Fn::Equals': ['dev', 'test'] }]
    expect(template.Conditions?.IsProtected).toEqual({ 'Fn::Not': [{ 'Fn::Or': isOne }] })
  })

  it('encrypts the topic of the alarms under a key that lets CloudWatch publish', () => {
    const key = isProtected({ Ref: 'DataKey' }, { Ref: 'AWS::NoValue' })
    expect(properties('Alarms').KmsMasterKeyId).toEqual(key)
    const { Statement } = properties('DataKey').KeyPolicy as { Statement: object[] }
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      }),
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it.
    expect(JSON.stringify(Statement)).toContain('sns.${AWS::Region}.amazonaws.com')
  })

  it('creates secrets that mean not configured', () => {
    for (const id of ['BackOfficeSecret', 'SourcesSecret']) expect(properties(id).SecretString).toBe('{}')
  })

  it.each([...webhooks.map((name) => [name, 5] as const), ...workers.map((name) => [name, 120] as const)])(
    'runs %s for at most %d seconds, by default without reserved concurrency',
    (name, seconds) => {
      const lambda = functionNamed(name)
      const runtime = { Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' }
      expect(lambda).toMatchObject({ Timeout: seconds, ...runtime })
      const option = (of: string) => ({ 'Fn::If': [`Has${of}`, { Ref: of }, { Ref: 'AWS::NoValue' }] })
      const other = name === 'operator' ? option('OperatorConcurrency') : undefined
      expect(lambda.ReservedConcurrentExecutions).toEqual(
        webhooks.includes(name) ? option('WebhookConcurrency') : other,
      )
      const isNone = { 'Fn::Equals': [{ Ref: 'WebhookConcurrency' }, '0'] }
      expect(template.Conditions?.HasWebhookConcurrency).toEqual({ 'Fn::Not': [isNone] })
      expect(template.Parameters?.WebhookConcurrency).toMatchObject({ Type: 'String', Default: '0' })
    },
  )

  it.each([...webhooks, ...workers])('deploys %s with its own zip and its own tables and secrets', (name) => {
    const { Code, Environment } = functionNamed(name) as {
      Code: { S3Key: string }
      Environment: { Variables: Record<string, unknown> }
    }
    expect(basename(Code.S3Key)).toBe(`${name}.zip`)
    const events = { EVENTS_TABLE: { Ref: 'EventsTable2' } }
    expect(Environment.Variables).toEqual({
      SERVICE_NAME: 'backoffice-bridge',
      LOG_LEVEL: 'INFO',
      METRICS_NAMESPACE: 'backoffice-bridge-dev',
      METRICS: { Ref: 'Metrics' },
      ...(webhooks.includes(name)
        ? { ...events, SOURCES_SECRET: { Ref: 'SourcesSecret' } }
        : { ...events, STATE_TABLE: { Ref: 'StateTable2' }, BACK_OFFICE_SECRET: { Ref: 'BackOfficeSecret' } }),
    })
  })

  it('shows its bundles, which contain bridge.config.ts, to nobody outside the account', () => {
    const all = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets']
    expect(properties('ServerlessDeploymentBucket').PublicAccessBlockConfiguration).toEqual(
      Object.fromEntries(all.map((name) => [name, true])),
    )
  })

  it('accepts every path and method under /shops and /forms', () => {
    const routes = allOf('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties?.RouteKey)
    expect(routes.sort()).toEqual(['ANY /decide/{token}', 'ANY /forms/{proxy+}', 'ANY /shops/{proxy+}'])
  })

  it('throttles, and logs who asked for which route, but never the path, the query, a header or a body', () => {
    const stage = properties('HttpApiStage')
    // No metrics of each route, which cost and which no alarm reads.
    expect(stage.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 })
    const { Format } = stage.AccessLogSettings as { Format: string }
    const logged = JSON.parse(Format) as Record<string, string>
    expect(logged).toEqual({
      ...{ requestId: '$context.requestId', at: '$context.requestTimeEpoch', routeKey: '$context.routeKey' },
      ...{ sourceIp: '$context.identity.sourceIp', status: '$context.status', bytes: '$context.responseLength' },
      ...{ latencyMs: '$context.responseLatency', integrationStatus: '$context.integrationStatus' },
      integrationError: '$context.integrationErrorMessage',
    })
    expect(properties('HttpApiLogGroup').RetentionInDays).toBe(30)
  })

  it('sends hints for ready events only, three times at most, and drops late ones', () => {
    const [mapping] = allOf('AWS::Lambda::EventSourceMapping')
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 10,
      StartingPosition: 'TRIM_HORIZON',
      MaximumRetryAttempts: 2,
      MaximumRecordAgeInSeconds: 120,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
    for (const name of ['BisectBatchOnFunctionError', 'DestinationConfig', 'MaximumBatchingWindowInSeconds'])
      expect(mapping?.Properties).not.toHaveProperty(name)
    const readyOnly = { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { status: { S: ['ready'] } } } }
    expect(mapping?.Properties?.FilterCriteria).toEqual({ Filters: [{ Pattern: JSON.stringify(readyOnly) }] })
  })

  it.each([
    ['RetryLambda', 'rate(1 minute)'],
    ['AuditLambda', 'rate(1 day)'],
  ])('runs %s at a %s and does not repeat a failed run', (id, rate) => {
    const rules = allOf('AWS::Events::Rule')
    expect(rules).toHaveLength(2)
    const rule = rules.find(({ Properties }) => JSON.stringify(Properties?.Targets).includes(`${id}Function`))
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: rate, State: 'ENABLED' })
    expect(properties(`${id}EvConf`)).toMatchObject({ MaximumRetryAttempts: 0, FunctionName: { Ref: `${id}Function` } })
  })

  const all = ['Worker', 'Retry', 'Audit', 'Operator']
  const hooks = ['FormDashwebhook', 'ShopDashwebhook']
  const line = (message: string) => `{$.message="${message}"}`
  const stopped = '{$.message="event settled"&&($.status="held"||$.status="failed")}'

  it.each([
    ['AuditFindings', line('audit finding'), ['Audit'], {}],
    ['ClockInDoubt', line('clock in doubt'), [...all, ...hooks], { Threshold: 1 }],
    ['InvariantBroken', line('invariant broken'), all, { Threshold: 1 }],
    ['RefusedDeliveries', line('webhook refused'), hooks, { Threshold: 1 }],
    ['LoginClosed', line('login closed'), all, { Threshold: 1 }],
    ['FormShare', line('a form has had its share of a day'), ['Worker', 'Retry'], {}],
    ['DueWorkStuck', line('due work is not done'), ['Retry'], { Period: 300, Threshold: 3 }],
    ['OftenRateLimited', line('rate limited'), all, { Period: 3_600, Threshold: 60 }],
    ['EventsStopped', stopped, ['Worker', 'Retry'], { Period: 3_600, Threshold: 20 }],
    ['ThrottledRequests', '{$.status="429"}', ['HttpApi'], {}],
  ])('raises %sAlarm for each line %s in the log of any that can write it', (metric, FilterPattern, names, limits) => {
    const { Namespace, ...alarm } = properties(`${metric}Alarm`)
    const ComparisonOperator = 'GreaterThanOrEqualToThreshold'
    expect(alarm).toMatchObject({
      ...{ ...limits, MetricName: metric, ComparisonOperator, AlarmActions: [{ Ref: 'Alarms' }] },
    })
    const filters = Object.keys(template.Resources).filter((name) => name.endsWith(`${metric}Filter`))
    expect(filters.sort()).toEqual(names.map((name) => `${name}${metric}Filter`).sort())
    for (const name of names) {
      expect(template.Resources).toHaveProperty(`${name}LogGroup`)
      expect(properties(`${name}${metric}Filter`)).toMatchObject({
        ...{ LogGroupName: { Ref: `${name}LogGroup` }, FilterPattern },
        MetricTransformations: [{ MetricName: metric, MetricNamespace: Namespace, MetricValue: '1' }],
      })
    }
  })

  it('names in each alarm the entry of the runbook', () => {
    const described = allOf('AWS::CloudWatch::Alarm').map(({ Properties }) => String(Properties?.AlarmDescription))
    expect(described).toHaveLength(Object.keys(alarmsWith({})).length)
    for (const text of described) expect(text).toMatch(/\. docs\/runbook\.md: [A-Z][\w ,]+$/)
  })

  it('writes no metrics unless a deployment wants them', () => {
    expect(template.Parameters?.Metrics).toMatchObject({ Default: 'off', AllowedValues: ['on', 'off'] })
  })

  it.each(tables.flatMap((table) => ['PutItem', 'UpdateItem'].map((operation) => [table, operation])))(
    'raises an alarm when %s throttles %s',
    (table, operation) => {
      const throttled = allOf('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties)
      const dimensions = [
        { Name: 'TableName', Value: { Ref: table } },
        { Name: 'Operation', Value: operation },
      ]
      expect(throttled).toContainEqual(
        expect.objectContaining({
          ...{ Namespace: 'AWS/DynamoDB', MetricName: 'ThrottledRequests', Dimensions: dimensions },
          AlarmActions: [{ Ref: 'Alarms' }],
        }),
      )
    },
  )

  it('raises an alarm when forms send more than the smallest plan takes in, for a quarter of an hour', () => {
    const { MetricName, Threshold, Period, EvaluationPeriods } = properties('InboxGrowsAlarm')
    expect({ MetricName, Threshold, Period, EvaluationPeriods }).toEqual({
      MetricName: 'Invocations',
      ...{ Threshold: 5 * 40, Period: 300, EvaluationPeriods: 3 },
    })
  })

  it('keeps no log for ever', () => {
    const groups = allOf('AWS::Logs::LogGroup')
    expect(groups).toHaveLength(webhooks.length + workers.length + 2)
    for (const { Properties } of groups) expect(Properties?.RetentionInDays).toBeGreaterThan(0)
  })

  const log = (id: string) => [`logs:CreateLogStream ${id}LogGroup.Arn`, `logs:PutLogEvents ${id}LogGroup.Arn`]
  const work = [
    'dynamodb:GetItem EventsTable2.Arn',
    'dynamodb:GetItem StateTable2.Arn',
    'dynamodb:PutItem StateTable2.Arn',
    findDue,
    'dynamodb:UpdateItem EventsTable2.Arn',
    'dynamodb:UpdateItem StateTable2.Arn',
    'secretsmanager:GetSecretValue BackOfficeSecret',
  ]
  const store = [
    'dynamodb:GetItem EventsTable2.Arn',
    'dynamodb:PutItem EventsTable2.Arn',
    'secretsmanager:GetSecretValue SourcesSecret',
  ]
  const list = ['dynamodb:BatchGetItem EventsTable2.Arn']
  const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (action) => `dynamodb:${action} EventsTable2.StreamArn`,
  )

  it.each([
    ['form-webhook', [...log('FormDashwebhook'), ...store]],
    ['shop-webhook', [...log('ShopDashwebhook'), ...store, move]],
    // Until links are configured.
    ['decide', log('Decide')],
    ['worker', [...log('Worker'), ...work.filter((grant) => grant !== findDue), ...stream]],
    ['retry', [...log('Retry'), ...work]],
    ['audit', [...log('Audit'), ...work.filter((grant) => grant !== move), walk, ...list]],
    ['operator', [...log('Operator'), ...work.map(everyIndex), ...list, 'dynamodb:PutItem EventsTable2.Arn']],
  ])('allows %s only its own actions on its own resources', (name, grants) => {
    expect(grantsOf(template, functionNamed(name))).toEqual([...grants].sort())
  })

  it('lets the webhook of shops update labels alone, and no event', () => {
    const { Policies } = properties('ShopWebhookRole') as { Policies: { PolicyDocument: { Statement: object[] } }[] }
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    expect(statements).toContainEqual(
      expect.objectContaining({
        Action: 'dynamodb:UpdateItem',
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['label#*'] } },
      }),
    )
  })
})

const findDue = 'dynamodb:Query EventsTable2.Arn/index/wake'
const walk = 'dynamodb:Query EventsTable2.Arn/index/list'
const move = 'dynamodb:UpdateItem EventsTable2.Arn'
const everyIndex = (grant: string) => grant.replace('/index/wake', '/index/*')
