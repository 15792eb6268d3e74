import middy from '@middy/core'
import type { Context, ScheduledEvent } from 'aws-lambda'
import config from '../bridge.config.ts'
import { wire } from '../lib/wire.ts'
import { wireNotifier, writeNotesOf } from '../lib/wire-notifier.ts'
import { type DueReport, processDue } from '../lib/workflow/wake/process-due.ts'

/** What a run keeps of its time to tell people what is new. */
const notifyingMs = 15_000

const bridge = wire(config)
const notifier = wireNotifier(config, bridge)

/** Runs every minute and processes due events. It alone finishes all work. No early timeout, as in the worker. */
export const handler = middy<ScheduledEvent, DueReport>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler(async (_event: ScheduledEvent, context: Context) => {
    const telling = await notifier()
    const report = await processDue(
      bridge.workflow(),
      bridge.deadlineOf(context) - (telling || config.notes ? notifyingMs : 0),
    )
    await telling?.afterRun()
    await writeNotesOf(config, bridge)
    return report
  })
