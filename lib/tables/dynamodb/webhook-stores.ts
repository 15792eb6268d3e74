import { type AttributeValue, fromAttributes, toAttributes } from '../../aws/attribute-value.ts'
import { createExchange } from '../../aws/exchange.ts'
import { awsServices, createSignedCall, type SignedCall } from '../../aws/signed-call.ts'
import { awsAccess, fromEnvironment } from '../../environment.ts'
import { signedSecretValue } from '../../secrets/secrets.ts'
import type { OpenWebhookStores } from '../stores.ts'
import { createAcceptingInbox } from './accepting-inbox.ts'
import type { Items } from './items.ts'

/** Two attempts of this length leave time for an answer. */
const requestTimeoutMs = 1_000

/** The events table and Secrets Manager by requests that are signed here: a sender waits, and the SDK takes long to load. */
export const openWebhookStores: OpenWebhookStores = ({ clock, newId, sleep, random }) => {
  const requests = { exchange: createExchange({ timeoutMs: requestTimeoutMs }), now: clock.now, sleep, random }
  const tables = createSignedCall({
    ...requests,
    service: awsServices.dynamoDb,
    access: awsAccess('DYNAMODB', 'dynamodb'),
    heard: (date, exchange) => clock.heard('table', date, exchange),
  })
  const access = awsAccess('SECRETS_MANAGER', 'secretsmanager')
  const manager = createSignedCall({ ...requests, service: awsServices.secretsManager, access })
  return {
    inbox: createAcceptingInbox({ items: signedItems(tables), table: fromEnvironment('eventsTable'), newId }),
    getSecretValue: signedSecretValue(manager),
  }
}

export const signedItems = (call: SignedCall): Items => ({
  put: async ({ Item, ...input }) => {
    await call('PutItem', { ...input, Item: toAttributes(Item) })
  },
  get: async ({ Key, ...input }) => {
    const { Item } = await call('GetItem', { ...input, Key: toAttributes(Key) })
    return Item === undefined ? undefined : fromAttributes(Item as Record<string, AttributeValue>)
  },
  update: async ({ Key, ExpressionAttributeValues, ...input }) => {
    const values = toAttributes(ExpressionAttributeValues)
    await call('UpdateItem', { ...input, Key: toAttributes(Key), ExpressionAttributeValues: values })
  },
})
