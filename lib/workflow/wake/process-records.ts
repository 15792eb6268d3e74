import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { processEvent } from '../process-event.ts'
import type { Workflow } from '../workflow.ts'

/** Works on the events of stream records, side by side. It reports back only those that could not be tried. */
export async function processRecords(workflow: Workflow, records: readonly DynamoDBRecord[], deadlineMs: number) {
  const ids = new Map(records.map((record) => [record.dynamodb?.Keys?.id?.S ?? '', record]))
  ids.delete('')
  const tried = await Promise.all([...ids.keys()].map((id) => processEvent(workflow, id, deadlineMs)))
  const untried = [...ids.values()].filter((_, index) => tried[index] === 'not tried')
  const batchItemFailures = untried.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' }))
  return { batchItemFailures } satisfies DynamoDBBatchResponse
}
