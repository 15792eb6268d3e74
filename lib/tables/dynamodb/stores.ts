import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { fromEnvironment } from '../../environment.ts'
import { lazy } from '../../lazy.ts'
import type { GetSecretValue } from '../../secrets/secrets.ts'
import type { OpenEvents, OpenStores } from '../stores.ts'
import { createDynamoInbox } from './dynamo-inbox.ts'
import { createDynamoLearnt } from './dynamo-learnt.ts'
import { createDynamoRecords } from './dynamo-records.ts'
import { hearDates } from './hear-dates.ts'
import * as items from './item-stores.ts'

/** By default the SDK waits for ever. Two attempts, because a table that hangs must not use up a webhook's time. */
const clientSettings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
}

/** Every answer of the tables says the time. */
export const isAlone = false

/** The events table and Secrets Manager. */
export const openEvents: OpenEvents = (options) => open(options)

function open({ clock, newId, retentionMs }: Parameters<OpenEvents>[0]) {
  const client = new DynamoDBClient(clientSettings)
  hearDates(client, clock)
  const documentClient = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  const manager = lazy(() => new SecretsManagerClient(clientSettings))
  return {
    documentClient,
    inbox: createDynamoInbox({ documentClient, table: fromEnvironment('eventsTable'), newId, retentionMs }),
    getSecretValue: async (id: string) => await sdkSecretValue(manager())(id),
  }
}

/** The tables and Secrets Manager, by the SDK. */
export const openStores: OpenStores = ({ keepMs, ...options }) => {
  const { documentClient, ...events } = open(options)
  const { newId } = options
  const state = { documentClient, table: fromEnvironment('stateTable') }
  return {
    ...events,
    records: createDynamoRecords({ ...state, newId, keepMs }),
    learnt: createDynamoLearnt({ ...state, newId }),
    session: items.createDynamoSession(state),
    pace: items.createDynamoPace(state),
    pauses: items.createDynamoPauses(state),
    audits: items.createDynamoAudit(state),
    days: items.createDynamoDays(state),
    notifications: () => items.createDynamoNotifications(state),
    notes: () => items.createDynamoItem(state, 'notes'),
  }
}

export const sdkSecretValue =
  (client: SecretsManagerClient): GetSecretValue =>
  async (SecretId) =>
    await client.send(new GetSecretValueCommand({ SecretId }))
