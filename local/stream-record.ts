import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { tableNames } from './table-names.ts'

export type Image = Record<string, AttributeValue>

/** A record of the events table's stream (view type NEW_IMAGE) as Lambda passes it on, with binary values as base64. */
export function toStreamRecord(image: Image, sequenceNumber: string, eventId: string): DynamoDBRecord {
  const isNew = image.epoch?.N === '0'
  const NewImage = toJsonImage(image)
  return {
    eventID: eventId,
    eventName: isNew ? 'INSERT' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-central-1',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Number(image.updatedAt?.N ?? 0) / 1_000),
      Keys: { id: { S: image.id?.S ?? '' } },
      NewImage,
      SequenceNumber: sequenceNumber,
      SizeBytes: JSON.stringify(NewImage).length,
      StreamViewType: 'NEW_IMAGE',
    },
    eventSourceARN: `arn:aws:dynamodb:eu-central-1:000000000000:table/${tableNames.events}/stream/2026-01-01T00:00:00.000`,
  }
}

type JsonImage = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

function toJsonImage(image: Image): JsonImage {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toJsonValue(value)]))
}

function toJsonValue(value: AttributeValue): JsonImage[string] {
  if (value.B) return { B: toBase64(value.B) }
  if (value.BS) return { BS: value.BS.map(toBase64) }
  if (value.L) return { L: value.L.map(toJsonValue) }
  if (value.M) return { M: toJsonImage(value.M) }
  return value as JsonImage[string]
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * The records that Lambda sends again: all from the first failed one on (a stream's checkpoint is its lowest failed
 * sequence number), or the whole batch if the answer names a record that is not in it.
 */
export function recordsToRepeat(records: readonly DynamoDBRecord[], answer: unknown): DynamoDBRecord[] {
  const failures = (answer as DynamoDBBatchResponse | null | undefined)?.batchItemFailures ?? []
  if (failures.length === 0) return []
  const places = failures.map(({ itemIdentifier }) =>
    records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
  )
  return records.slice(Math.max(0, Math.min(...places)))
}
