import type { TestProject } from 'vitest/node'
import { hasDynamoDbLocal } from '../../scripts/install-dynamodb-local.ts'
import { startDynamoDbLocal } from './dynamodb-local.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's one server, or why there is none here. Undefined in projects that have none. */
    dynamoDbLocal: { endpoint?: string; absent?: string } | undefined
  }
}

/** One DynamoDB Local for all tests of a project, ended after the last one. */
export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await hasDynamoDbLocal())) {
    provide('dynamoDbLocal', { absent: 'npm run check installs DynamoDB Local' })
    return undefined
  }
  const { endpoint, close } = await startDynamoDbLocal()
  provide('dynamoDbLocal', { endpoint })
  return close
}
