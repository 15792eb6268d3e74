import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'
import type { OnDay } from '../../state/write-record.ts'
import { getItem, type Table } from './conditional-write.ts'
import { isConditionFailure } from './items.ts'

/** Nobody reads it after its day; clocks may differ. */
const keptMs = 2 * 86_400_000

/** A day of UTC: it begins at the same moment for every function. */
export const dayItemId = ({ orderId, now }: Pick<OnDay, 'orderId' | 'now'>): string =>
  `day#${orderId}/${new Date(now).toISOString().slice(0, 10)}`

/**
 * One UpdateItem that adds to a set: a repeat, also of a request whose answer was lost, counts nothing. Where it does not fit, one read
 * more. Throws `NewerFormat`.
 */
export async function countOnDay(table: Table, key: string, { orderId, most, now }: OnDay): Promise<boolean> {
  const id = dayItemId({ orderId, now })
  const command = new UpdateCommand({
    TableName: table.table,
    Key: { id },
    UpdateExpression: 'SET #format = :format, #expiresAt = :expiresAt ADD #keys :keys',
    ConditionExpression:
      'attribute_not_exists(id) OR (#format <= :format AND (size(#keys) < :most OR contains(#keys, :key)))',
    ExpressionAttributeNames: { '#format': 'format', '#expiresAt': 'expiresAt', '#keys': 'keys' },
    ExpressionAttributeValues: {
      ':format': itemFormat,
      ':expiresAt': Math.ceil((now + keptMs) / 1_000),
      ':keys': new Set([key]),
      ':key': key,
      ':most': most,
    },
  })
  try {
    await table.documentClient.send(command)
    return true
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    mustKnowFormat((await getItem(table, id)) ?? { format: itemFormat })
    return false
  }
}
