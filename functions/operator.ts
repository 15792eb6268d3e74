import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import config from '../bridge.config.ts'
import { type OperatorAnswer, operate } from '../lib/operator/operate.ts'
import { wire } from '../lib/wire.ts'

const bridge = wire(config)

/** Invoked by people: one JSON command in, one JSON answer out. No early timeout, as in the worker. */
export const handler = middy<unknown, OperatorAnswer>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler((event: unknown, context: Context) =>
    operate({ ...bridge.operator(), deadlineMs: bridge.deadlineOf(context) }, event),
  )
