import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import config from '../bridge.config.ts'
import { toDelivery } from '../lib/webhook/delivery.ts'
import { receiveWebhook } from '../lib/webhook/receive-webhook.ts'
import { wireWebhooks } from '../lib/wire-webhooks.ts'

const bridge = wireWebhooks(config)

/** ANY /shops/{proxy+}: verifies a delivery and stores it. No early timeout: it answers in time whatever hangs. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: 0 })
  .use({ before: ({ context }) => bridge.log.begin(context) })
  .use({ after: bridge.metrics.publish, onError: bridge.metrics.publish })
  .handler((event: APIGatewayProxyEventV2) => receiveWebhook(bridge.webhooks(), 'shops', toDelivery(event)))
