import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import config from '../bridge.config.ts'
import { decideByLink } from '../lib/notify/decide-by-link.ts'
import { wireDecide } from '../lib/wire-decide.ts'

const bridge = wireDecide(config)

/** GET and POST /decide/{token}: the question of a link, and its answer. No early timeout: a decision is one write. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .handler(async ({ rawPath, requestContext, body = '', isBase64Encoded }: APIGatewayProxyEventV2) => {
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
    return await decideByLink(bridge.decider(), { method: requestContext.http.method, path: rawPath, body: text })
  })
