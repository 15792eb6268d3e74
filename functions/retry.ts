import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import middy from '@middy/core'
import type { Context, ScheduledEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { powertoolsWriter } from '../lib/metrics/powertools-writer.ts'
import { wire } from '../lib/wire.ts'
import { type DueReport, processDue } from '../lib/workflow/process-due.ts'

const bridge = wire(config, { writeMetrics: powertoolsWriter })

/** Runs every minute and processes due events. It alone finishes all work. No early timeout, as in the worker. */
export const handler = middy<ScheduledEvent, DueReport>({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(bridge.log, { logEvent: false }))
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler((_event: ScheduledEvent, context: Context) => processDue(bridge.workflow(), bridge.deadlineOf(context)))
