import { readFileSync } from 'node:fs'
import type { CreateTableCommandInput, StreamViewType } from '@aws-sdk/client-dynamodb'
import { parse } from 'yaml'
import type { Pattern } from './matches-pattern.ts'

type Template = {
  functions: { worker: { events: { stream: { filterPatterns: Pattern[] } }[] } }
  resources: { Resources: { EventsTable2: { Properties: EventsTable } } }
}

type EventsTable = Pick<
  CreateTableCommandInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes' | 'BillingMode'
> & { StreamSpecification: { StreamViewType: StreamViewType } }

// What CloudFormation would fill in (`!Ref`, `!GetAtt`) is of no interest here, and the parser would warn of each.
const { functions, resources }: Template = parse(
  readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8'),
  { logLevel: 'error' },
)

const [event] = functions.worker.events

/** Of the worker's event source mapping: a record passes where one of them matches. */
export const filterPatterns: Pattern[] = event?.stream.filterPatterns ?? []

/** The events table, as it is deployed. CloudFormation switches a stream on by naming its view; `CreateTable` wants it said. */
export function deployedEventsTable(): Omit<CreateTableCommandInput, 'TableName'> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode, StreamSpecification } =
    resources.Resources.EventsTable2.Properties
  return {
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes,
    BillingMode,
    StreamSpecification: { ...StreamSpecification, StreamEnabled: true },
  }
}
