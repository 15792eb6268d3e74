import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { OrderLabel } from '../order-label.ts'
import { getItem, type Item, isConditionFailure, type Table } from './conditional-write.ts'
import { itemFormat, mustKnowFormat } from './format.ts'
import { keysOf, labelExpiry, labelItemId, mostEntries, numbersIn, toEntries } from './labels.ts'

/**
 * One UpdateItem that adds to a set: a repeat, also of a request whose answer was lost, adds nothing. An item that takes no more stays
 * as it is. Throws `NewerFormat`: the label is not stored then.
 */
export async function learnLabel(
  table: Table,
  shop: string,
  { label, now }: { label: OrderLabel; now: number },
): Promise<void> {
  const { key, entries } = toEntries(label)
  const id = labelItemId(shop, key)
  const command = new UpdateCommand({
    TableName: table.table,
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
  })
  await table.documentClient.send(command).catch(async (error: unknown) => {
    if (!isConditionFailure(error)) throw error
    entriesOf(await getItem(table, id))
  })
}

/** At most two consistent reads. Throws `NewerFormat`. */
export async function readNumbers(table: Table, shop: string, typed: string): Promise<string[]> {
  const items = await Promise.all(keysOf(typed).map((key) => getItem(table, labelItemId(shop, key))))
  return numbersIn(items.map(entriesOf), typed)
}

function entriesOf(item: Item | undefined): string[] {
  if (!item) return []
  mustKnowFormat(item)
  return [...(item.entries as Set<string>)]
}
