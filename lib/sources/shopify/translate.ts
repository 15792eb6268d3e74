import * as z from 'zod'
import { signBy } from '../shared/signature.ts'
import { mappingOf, payloadInvalid, readMessage, type Topics, testDelivery, topicNames } from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptShopify, shopifyScheme } from './accept.ts'
import { translateCancelled, translateEdited, translateRefund } from './order.ts'
import { shopifyReports } from './reports.ts'
import { translateReturn } from './return.ts'
import { topicProblem } from './topics.ts'

/** Orders are found by Shopify's internal id, which is the external number (docs/back-office.md 7.4). */

type Mapping = (payload: unknown, topic: string) => Translation

/** The defaults are what a person should know of an order. Further news of a return only on request. */
const topics: Topics<Mapping> = {
  byDefault: {
    'refunds/create': translateRefund,
    'orders/cancelled': translateCancelled,
    'returns/request': translateReturn,
    'returns/approve': translateReturn,
  },
  onRequest: {
    'orders/edited': translateEdited,
    'returns/decline': translateReturn,
    'returns/cancel': translateReturn,
    'returns/close': translateReturn,
  },
}

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  if (event.headers['x-shopify-test'] === 'true') return testDelivery('Shopify')
  const topic = event.headers['x-shopify-topic'] ?? ''
  const chosen = mappingOf(topic, topics, settings.on)
  if (!('mapping' in chosen)) return chosen
  const message = readMessage(event.body, z.looseObject({}))
  if ('ending' in message) return message
  const translation = chosen.mapping(message.content, topic)
  const isUnreadable = 'ending' in translation && translation.ending.status === 'failed'
  const problem = isUnreadable ? undefined : topicProblem(topic, message.content)
  return problem ? payloadInvalid(problem) : translation
}

export const shopify: Source = {
  ...acceptShopify,
  topics: topicNames(topics),
  reports: shopifyReports,
  takes: [],
  translate,
  sign: signBy(shopifyScheme, ({ id, topic }) => ({
    'x-shopify-webhook-id': id,
    ...(topic && { 'x-shopify-topic': topic }),
  })),
}
