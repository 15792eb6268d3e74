import { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** A client of the tables of `npm start`, which check no signature. */
export const localClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    ...{ endpoint, region: 'eu-central-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } },
  })
