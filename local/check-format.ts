import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { NewerFormat } from '../lib/inbox/format.ts'
import {
  createDynamoAudit,
  createDynamoPace,
  createDynamoPauses,
  createDynamoSession,
} from '../lib/tables/dynamodb/item-stores.ts'
import { CannotStart } from './cannot-start.ts'
import { tableNames } from './table-names.ts'

/** Throws `CannotStart` for a store that a newer version has worked on: this one would let all of its events wait. */
export async function checkFormat(client: DynamoDBClient, dataDir: string | undefined): Promise<void> {
  const table = { documentClient: DynamoDBDocumentClient.from(client), table: tableNames.state }
  try {
    for (const create of [createDynamoSession, createDynamoPace, createDynamoAudit, createDynamoPauses])
      await create(table).read()
  } catch (error) {
    if (!(error instanceof NewerFormat)) throw error
    throw new CannotStart(
      `${dataDir} was written by a newer version of the bridge: start that version, or start with another DATA_DIR.`,
    )
  }
}
