import middy from '@middy/core'
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { wire } from '../lib/wire.ts'
import { wireNotifier } from '../lib/wire-notifier.ts'
import { processRecords } from '../lib/workflow/wake/process-records.ts'

const bridge = wire(config)
const notifier = wireNotifier(config, bridge)

/**
 * Invoked by the stream's hints: processes new events at once. No early timeout: the function would answer during a
 * request, and Lambda could resume and send that request after the event's lease has ended. Only Lambda itself may end
 * this run.
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler(async (event: DynamoDBStreamEvent, context: Context) => {
    const answer = await processRecords(bridge.workflow(), event.Records, bridge.deadlineOf(context))
    await (await notifier())?.watchSchedule()
    return answer
  })
