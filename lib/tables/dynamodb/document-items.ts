import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Items } from './items.ts'

/** The tables through the SDK's client. */
export function documentItems(documentClient: DynamoDBDocumentClient): Items {
  return {
    put: async (input) => {
      await documentClient.send(new PutCommand(input))
    },
    get: async (input) => (await documentClient.send(new GetCommand(input))).Item,
    update: async (input) => {
      await documentClient.send(new UpdateCommand(input))
    },
  }
}
