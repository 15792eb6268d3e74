import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import middy from '@middy/core'
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { wire } from '../lib/wire.ts'
import { processRecords } from '../lib/workflow/process-records.ts'

const bridge = wire(config)

/**
 * The stream's hints: works on new events at once. No early timeout: it would answer while a request is in flight, and the thawed
 * environment could still send it after the event's lease is over; only Lambda itself may end this.
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(bridge.log, { logEvent: false }))
  .handler((event: DynamoDBStreamEvent, context: Context) =>
    processRecords(bridge.workflow(), event.Records, bridge.deadlineOf(context)),
  )
