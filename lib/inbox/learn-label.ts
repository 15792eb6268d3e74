import type { OrderLabel } from '../order-label.ts'
import { itemFormat, mustKnowFormat } from './format.ts'
import { type ItemTable, isConditionFailure, readItem } from './items.ts'
import { labelExpiry, labelItemId, mostEntries, toEntries } from './labels.ts'

/**
 * One UpdateItem that adds to a set: a repeat, also of a request whose answer was lost, adds nothing. An item that takes no more stays
 * as it is. Throws `NewerFormat`: the label is not stored then.
 */
export async function learnLabel(
  { items, table }: ItemTable,
  shop: string,
  { label, now }: { label: OrderLabel; now: number },
): Promise<void> {
  const { key, entries } = toEntries(label)
  const id = labelItemId(shop, key)
  const update = {
    TableName: table,
    Key: { id },
    UpdateExpression: 'SET #format = :format, #expiresAt = :expiresAt ADD #entries :entries',
    ConditionExpression: 'attribute_not_exists(id) OR (#format <= :format AND size(#entries) < :most)',
    ExpressionAttributeNames: { '#format': 'format', '#expiresAt': 'expiresAt', '#entries': 'entries' },
    ExpressionAttributeValues: {
      ':format': itemFormat,
      ':expiresAt': labelExpiry(now),
      ':entries': new Set(entries),
      ':most': mostEntries,
    },
  }
  await items.update(update).catch(async (error: unknown) => {
    if (!isConditionFailure(error)) throw error
    const stored = await readItem({ items, table }, id)
    if (stored) mustKnowFormat(stored)
  })
}
