import * as z from 'zod'
import { signBy } from '../shared/signature.ts'
import {
  mappingOf,
  payloadInvalid,
  readMessage,
  type Topics,
  testDelivery,
  topicNames,
  withTopic,
} from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptShopify, shopifyScheme } from './accept.ts'
import { translateCancelled, translateEdited } from './order.ts'
import { type Asked, translateChanged, translateDeliverable } from './parcel.ts'
import { translateRefund, translateTransaction } from './refund.ts'
import { shopifyReports } from './reports.ts'
import { translateReturn } from './return.ts'
import { topicProblem } from './topics.ts'

/** Orders are found by Shopify's internal id, which is the external number (docs/back-office.md 7.4). */

type Mapping = (payload: unknown, asked: Asked) => Translation

/** The defaults are what a person should know of an order. Further news of a return only on request. */
const topics: Topics<Mapping> = {
  byDefault: {
    'refunds/create': translateRefund,
    'orders/cancelled': translateCancelled,
    'returns/request': translateReturn,
    'returns/approve': translateReturn,
    'returns/decline': translateReturn,
    'returns/cancel': translateReturn,
    'returns/process': translateReturn,
    'returns/update': translateChanged,
    'reverse_deliveries/attach_deliverable': translateDeliverable,
    'order_transactions/create': translateTransaction,
  },
  onRequest: { 'orders/edited': translateEdited, 'returns/close': translateReturn, 'returns/reopen': translateReturn },
}

const requested = 'returns/request'
const topicOf = ({ headers }: SourceEvent): string => headers['x-shopify-topic'] ?? ''
const isTest = ({ headers }: SourceEvent): boolean => headers['x-shopify-test'] === 'true'

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  if (isTest(event)) return testDelivery('Shopify')
  const topic = topicOf(event)
  const on = settings.tells === 'withdrawal' ? withTopic(settings.on, requested) : settings.on
  const chosen = mappingOf(topic, topics, on)
  if (!('mapping' in chosen)) return chosen
  const message = readMessage(event.body, z.looseObject({}))
  if ('ending' in message) return message
  const translation = chosen.mapping(message.content, { topic, body: event.body, settings })
  const isUnreadable = 'ending' in translation && translation.ending.status === 'failed'
  const problem = isUnreadable ? undefined : topicProblem(topic, message.content)
  return problem ? payloadInvalid(problem) : translation
}

export const shopify: Source = {
  ...acceptShopify,
  topics: topicNames(topics),
  reports: shopifyReports,
  takes: ['tells'],
  translate,
  isWithdrawal: (event, { tells }) => tells === 'withdrawal' && topicOf(event) === requested && !isTest(event),
  sign: signBy(shopifyScheme, ({ id, topic }) => ({
    'x-shopify-webhook-id': id,
    ...(topic && { 'x-shopify-topic': topic }),
  })),
}
