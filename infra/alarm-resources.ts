import { type Alarm, alarmsWith } from './alarms.ts'

const topic = { Ref: 'Alarms' }
// biome-ignore lint/suspicious/noTemplateCurlyInString: osls replaces its variables.
const ownNamespace = '${self:service}-${sls:stage}'

/** The part of the template that holds the alarms of a configuration, and the filters that count for them. */
export function alarmResources(config: Parameters<typeof alarmsWith>[0]) {
  const alarms = alarmsWith(config)
  return {
    Resources: {
      ...Object.fromEntries(Object.entries(alarms).map(([name, alarm]) => [name, toResource(alarm)])),
      ...Object.fromEntries(Object.values(alarms).flatMap(toFilters)),
    },
  }
}

/** One for each log. */
function toFilters({ metric, counts }: Alarm) {
  return (counts?.of ?? []).map((name) => [
    `${name}${metric}Filter`,
    {
      Type: 'AWS::Logs::MetricFilter',
      Properties: {
        LogGroupName: { Ref: `${name}LogGroup` },
        FilterPattern: `{${Object.entries(counts?.lines ?? {})
          .map(toCondition)
          .join('&&')}}`,
        MetricTransformations: [{ MetricNamespace: ownNamespace, MetricName: metric, MetricValue: '1' }],
      },
    },
  ])
}

function toCondition([field, value]: [field: string, value: string | readonly string[]]): string {
  const equals = [value].flat().map((one) => `$.${field}="${one}"`)
  return equals.length === 1 ? `${equals}` : `(${equals.join('||')})`
}

function toResource(alarm: Alarm) {
  const { below, atLeast, times = 1, seconds = 300, statistic = 'Sum' } = alarm
  const stopped = below !== undefined
  return {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmDescription: `${alarm.says} docs/runbook.md: ${alarm.see}`,
      ...metricOf(alarm),
      MetricName: alarm.metric,
      Statistic: statistic,
      Period: seconds,
      EvaluationPeriods: times,
      Threshold: stopped ? below : atLeast,
      ComparisonOperator: stopped ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      TreatMissingData: stopped ? 'breaching' : 'notBreaching',
      AlarmActions: [topic],
      // What a filter counts in a log does not end: there is only the next finding.
      ...(alarm.of !== 'own' && { OKActions: [topic] }),
    },
  }
}

function metricOf({ of, operation }: Alarm) {
  if (of === 'own') return { Namespace: ownNamespace }
  const [namespace, name] = sourceOf(of)
  const operations = operation ? [{ Name: 'Operation', Value: operation }] : []
  return { Namespace: namespace, Dimensions: [{ Name: name, Value: { Ref: of } }, ...operations] }
}

function sourceOf(of: string): [namespace: string, dimension: string] {
  if (of === 'HttpApi') return ['AWS/ApiGateway', 'ApiId']
  return of.endsWith('Table2') ? ['AWS/DynamoDB', 'TableName'] : ['AWS/Lambda', 'FunctionName']
}
