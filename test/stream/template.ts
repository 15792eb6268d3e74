import type { CreateTableCommandInput, StreamViewType } from '@aws-sdk/client-dynamodb'
import { runOsls } from '../../scripts/run-osls.ts'
import type { Pattern } from './matches-pattern.ts'

/** What osls makes of serverless.yml and infra. */
type Template = {
  functions: { worker: { events: { stream: { filterPatterns: Pattern[] } }[] } }
  resources: { Resources: { EventsTable2: { Properties: EventsTable } } }
}

type EventsTable = Pick<
  CreateTableCommandInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes' | 'BillingMode'
> & { StreamSpecification: { StreamViewType: StreamViewType } }

const { functions, resources } = JSON.parse(await runOsls('print', '--format', 'json')) as Template
const [event] = functions.worker.events
/** The filters of the worker's event source mapping: a record passes if one of them matches. */
export const filterPatterns: Pattern[] = event?.stream.filterPatterns ?? []

/**
 * The deployed events table. CloudFormation enables a stream with its view type; `CreateTable` also needs
 * `StreamEnabled`.
 */
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
