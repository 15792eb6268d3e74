import { BatchGetCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'

/** Requests to a table, and the items and entries of indexes that these read. */
export type Reads = { requests: number; itemsRead: number }

/** A client that sends what it gets through another one; `reads` grows with each answer. */
export function countReads(client: DynamoDBDocumentClient): { documentClient: DynamoDBDocumentClient; reads: Reads } {
  const reads = { requests: 0, itemsRead: 0 }
  const send = async (command: object) => {
    reads.requests += 1
    const answer = (await client.send(command as never)) as unknown as Record<string, unknown>
    reads.itemsRead += itemsIn(command, answer)
    return answer
  }
  return { reads, documentClient: Object.create(client, { send: { value: send } }) }
}

/** A query reads what it scans, also what it does not answer. */
function itemsIn(command: object, { ScannedCount, Responses }: Record<string, unknown>): number {
  if (command instanceof QueryCommand) return Number(ScannedCount)
  if (command instanceof BatchGetCommand) return Object.values(Responses as Record<string, unknown[]>).flat().length
  return 1
}
