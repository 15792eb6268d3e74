import middy from '@middy/core'
import type { Context, ScheduledEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { type AuditReport, audit } from '../lib/audit/audit.ts'
import { wire } from '../lib/wire.ts'

const bridge = wire(config)

/** Runs once a day: compares inbox and back office. No early timeout, as in the worker. */
export const handler = middy<ScheduledEvent, AuditReport>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler(async (_event: ScheduledEvent, context: Context) => {
    const report = await audit(bridge.auditor(), bridge.deadlineOf(context))
    const { news: count } = report
    if (count > 0) await (await bridge.notifier())?.tell({ code: 'audit_findings', count })
    return report
  })
