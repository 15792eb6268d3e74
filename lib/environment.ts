import { endpointOf } from './aws/endpoint.ts'
import type { AwsAccess } from './aws/node-signer.ts'
import { ConfigError } from './config/checked.ts'
import type { LogSettings } from './log.ts'
import type { MetricSettings } from './metrics/collect-metrics.ts'

const names = {
  eventsTable: 'EVENTS_TABLE',
  stateTable: 'STATE_TABLE',
  backOfficeSecret: 'BACK_OFFICE_SECRET',
  sourcesSecret: 'SOURCES_SECRET',
  decideSecret: 'DECIDE_SECRET',
  notificationsTopic: 'NOTIFICATIONS_TOPIC',
} as const

function mustBeSet(variable: string, value: string | undefined, remedy: string): string {
  if (!value) throw new ConfigError(`${variable} is not set: ${remedy}`)
  return value
}

/** Reads a variable when it is needed: no function has all of them. */
export const fromEnvironment = (name: keyof typeof names): string =>
  mustBeSet(names[name], process.env[names[name]], 'set it in the environment of this function')

/** As `fromEnvironment`, for a function that works without it. */
export const optionalFromEnvironment = (name: keyof typeof names): string | undefined =>
  process.env[names[name]] || undefined

const ofLambda = (variable: string): string =>
  mustBeSet(variable, process.env[variable], 'Lambda sets it in every function')

/** Where a service is, and as whom it is asked, by the variables of Lambda and the SDK. `name`: in its address. */
export function awsAccess(variable: 'DYNAMODB' | 'SECRETS_MANAGER' | 'SNS', name: string): AwsAccess {
  const region = ofLambda('AWS_REGION')
  return {
    url: endpointOf(process.env, { region, name, variable }),
    region,
    accessKeyId: ofLambda('AWS_ACCESS_KEY_ID'),
    secretAccessKey: ofLambda('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
  }
}

/** What the lines of a log say of their function. Lambda's own setting of the level goes before the stack's. */
export function logSettings(): LogSettings {
  const { env } = process
  return {
    level: env.AWS_LAMBDA_LOG_LEVEL || env.LOG_LEVEL || 'INFO',
    service: env.SERVICE_NAME || 'service_undefined',
    isOnDemand: env.AWS_LAMBDA_INITIALIZATION_TYPE === 'on-demand',
  }
}

/** Whether a deployment wants metrics (`METRICS=on`), and the names that they have in common. */
export function metricSettings(): MetricSettings {
  const { env } = process
  return {
    isOn: env.METRICS === 'on',
    namespace: env.METRICS_NAMESPACE || 'backoffice-bridge',
    service: env.SERVICE_NAME || 'service_undefined',
  }
}

/** Whether a person reads what this process prints, as with `npm start`. */
export const printsNotices = (): boolean => process.env.NOTIFICATIONS === 'print'

/** Writes lines of this process, without what Lambda's console puts before them. */
export const output = {
  out: (line: string): void => void process.stdout.write(`${line}\n`),
  err: (line: string): void => void process.stderr.write(`${line}\n`),
}

export const traceId = (): string | undefined => /(?:^|;)Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1]

/** `LOCAL_TIME_SCALE`: 1 when deployed. */
export function timeScale(): number {
  const scale = Number(process.env.LOCAL_TIME_SCALE ?? 1)
  if (!(scale > 0)) throw new ConfigError('LOCAL_TIME_SCALE must be a positive number')
  return scale
}
