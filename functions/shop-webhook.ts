import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import config from '../bridge.config.ts'
import { receiveWebhook } from '../lib/webhook/receive-webhook.ts'
import { toDelivery } from '../lib/webhook/to-delivery.ts'
import { wire } from '../lib/wire.ts'

const bridge = wire(config)

/** ANY /shops/{proxy+}: verifies a delivery and stores it. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(injectLambdaContext(bridge.log, { logEvent: false }))
  .handler((event: APIGatewayProxyEventV2) => receiveWebhook(bridge.webhooks(), 'shops', toDelivery(event)))
