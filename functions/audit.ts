import middy from '@middy/core'
import type { Context, ScheduledEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { type AuditReport, audit } from '../lib/audit/audit.ts'
import type { Notice } from '../lib/notify/words.ts'
import { wire } from '../lib/wire.ts'
import { wireNotifier } from '../lib/wire-notifier.ts'

const bridge = wire(config)
const notifier = wireNotifier(config, bridge)

/** Runs once a day: compares inbox and back office. No early timeout, as in the worker. */
export const handler = middy<ScheduledEvent, AuditReport>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler(async (_event: ScheduledEvent, context: Context) => {
    const report = await audit(bridge.auditor(), bridge.deadlineOf(context))
    const { news: count } = report
    const news: Notice[] = report.silent.flatMap(({ isNew, ...silent }) =>
      isNew ? [{ code: 'source_silent', ...silent }] : [],
    )
    if (count > 0) news.push({ code: 'audit_findings', count })
    for (const notice of news) await (await notifier())?.tell(notice)
    return report
  })
