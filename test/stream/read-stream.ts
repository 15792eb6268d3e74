import { createHash } from 'node:crypto'
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { matchesPattern, type Pattern } from './matches-pattern.ts'

/** Passes on each record once: the next one of an event that the deployed filter lets through. Throws where there is none. */
export function nextRecordOf(
  records: () => Promise<DynamoDBRecord[]>,
  patterns: readonly Pattern[],
  alreadyPassed = 0,
) {
  let passed = alreadyPassed
  return async (id: string): Promise<DynamoDBRecord> => {
    const all = await records()
    const index = all.findIndex(
      (record, at) =>
        at >= passed &&
        record.dynamodb?.Keys?.id?.S === id &&
        patterns.some((pattern) => matchesPattern(pattern, record)),
    )
    const record = all[index]
    if (!record) throw new Error(`the deployed filter lets no record of ${id} through`)
    passed = index + 1
    return record
  }
}

/** All records of a stream from its beginning (`TRIM_HORIZON`), shard by shard, as Lambda passes them to a function. */
export async function readStream(client: DynamoDBStreamsClient, streamArn: string): Promise<DynamoDBRecord[]> {
  const records: DynamoDBRecord[] = []
  for (const shard of await shardsOf(client, streamArn))
    for (const record of await readShard(client, streamArn, shard)) records.push(toLambdaRecord(record, streamArn))
  return records
}

async function shardsOf(client: DynamoDBStreamsClient, StreamArn: string): Promise<string[]> {
  const shards: string[] = []
  let ExclusiveStartShardId: string | undefined
  do {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }))
    shards.push(...(StreamDescription?.Shards ?? []).map(({ ShardId }) => ShardId ?? ''))
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId
  } while (ExclusiveStartShardId !== undefined)
  return shards
}

/** Reads up to the first empty answer, because an open shard always has another iterator. */
async function readShard(client: DynamoDBStreamsClient, StreamArn: string, ShardId: string): Promise<_Record[]> {
  const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' })
  let { ShardIterator } = await client.send(start)
  const all: _Record[] = []
  while (ShardIterator !== undefined) {
    const answer = await client.send(new GetRecordsCommand({ ShardIterator, Limit: 5 }))
    if (!answer.Records?.length) break
    all.push(...answer.Records)
    ShardIterator = answer.NextShardIterator
  }
  return all
}

/**
 * A record as an event source mapping passes it on
 * (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#services-dynamodb-api-lambda-record): the stream's
 * address added, times in seconds, binary values as base64, all of it through JSON. Its id is 32 hexadecimal digits.
 */
function toLambdaRecord(record: _Record, eventSourceARN: string): DynamoDBRecord {
  const eventID = createHash('md5').update(`${eventSourceARN} ${record.eventID}`).digest('hex')
  return JSON.parse(JSON.stringify({ ...record, eventID, eventSourceARN }, asLambdaWrites)) as DynamoDBRecord
}

/** `value` is a date's or buffer's own JSON form; the object has the original. */
function asLambdaWrites(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const real = this[name]
  if (real instanceof Date) return real.getTime() / 1_000
  if (real instanceof Uint8Array) return Buffer.from(real).toString('base64')
  return value
}
