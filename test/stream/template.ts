import { readFileSync } from 'node:fs'
import type { CreateTableCommandInput, StreamViewType } from '@aws-sdk/client-dynamodb'
import { parse } from 'yaml'
import type { Pattern } from './matches-pattern.ts'

type Template = {
  functions: { worker: { events: { stream: { filterPatterns: Pattern[] } }[] } }
  resources: { Resources: { EventsTable: { Properties: EventsTable } } }
}

type EventsTable = Pick<
  CreateTableCommandInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes' | 'BillingMode'
> & { StreamSpecification: { StreamViewType: StreamViewType } }

// Values that CloudFormation fills in (`!Ref`, `!GetAtt`) are not needed here; the parser would warn about each.
const { functions, resources }: Template = parse(
  readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8'),
  { logLevel: 'error' },
)

const [event] = functions.worker.events

/** The filters of the worker's event source mapping: a record passes if one of them matches. */
export const filterPatterns: Pattern[] = event?.stream.filterPatterns ?? []

/**
 * The deployed events table. CloudFormation enables a stream with its view type; `CreateTable` also needs
 * `StreamEnabled`.
 */
export function deployedEventsTable(): Omit<CreateTableCommandInput, 'TableName'> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode, StreamSpecification } =
    resources.Resources.EventsTable.Properties
  return {
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes,
    BillingMode,
    StreamSpecification: { ...StreamSpecification, StreamEnabled: true },
  }
}
