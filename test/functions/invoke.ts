import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import type { Source } from '../../lib/sources/source.ts'
import { standard } from '../../lib/sources/standard/translate.ts'
import { signed } from '../sources/deliveries.ts'

export const environment = {
  EVENTS_TABLE: 'events',
  STATE_TABLE: 'state',
  BACK_OFFICE_SECRET: 'back-office',
  SOURCES_SECRET: 'sources',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  LOG_LEVEL: 'SILENT',
}

/** A context of Lambda with this much time left. */
export const contextOf = (remainingMs = 120_000): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: 'arn',
  memoryLimitInMB: '256',
  awsRequestId: 'request-1',
  logGroupName: 'group',
  logStreamName: 'stream',
  getRemainingTimeInMillis: () => remainingMs,
  done: () => {},
  fail: () => {},
  succeed: () => {},
})

type Handler = (event: never, context: Context) => unknown

export const invoke = async (handler: unknown, event: unknown, remainingMs?: number): Promise<unknown> =>
  await (handler as Handler)(event as never, contextOf(remainingMs))

/**
 * A new instance of a function, without the cached secrets and tokens of another test. Its modules stay loaded. A counter would begin
 * anew where a test resets the modules, and give another test's instance.
 */
export const load = async (name: string): Promise<unknown> =>
  (await import(`${import.meta.dirname}/../../functions/${name}.ts?instance=${randomUUID()}`)).handler

/** A signed delivery of Shopify as an HTTP API passes it on. */
export const refundDelivery = (secret: string, id = 'delivery-1') => passedOn(shopify, secret, id)

/** A signed delivery of the generic form. */
export const formDelivery = (secret: string) => passedOn(standard, secret, 'delivery-1')

function passedOn(source: Source, secret: string, id: string) {
  const body = '{"id": 1}'
  const { path, headers } = signed(source, { body, secret, id, nowMs: Date.now() })
  const http = { method: 'POST', path }
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers,
    requestContext: { http },
    body,
    isBase64Encoded: false,
  }
}
