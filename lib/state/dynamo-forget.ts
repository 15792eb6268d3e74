import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { getItem, type Item, isConditionFailure, type Table, updateItem } from '../inbox/conditional-write.ts'
import { orderItemId, printColumn, returnColumn, toOrderMemory, wishColumn } from './order-item.ts'
import { isInUse, type OrderKey, type OrderMemory, remembersAnything } from './order-memory.ts'

type Orders = Table & { newId: () => string }

/**
 * One read, then one conditional write of what it leaves: every write of an order has a `writeId` of its own, so nothing that
 * happened in between is overlooked.
 */
export async function forgetInTable(
  orders: Orders,
  orderId: OrderKey,
  { event, now }: { event: string; now: number },
): Promise<boolean> {
  const item = await getItem(orders, orderItemId(orderId))
  if (!item) return true
  const memory = toOrderMemory(item)
  if (isInUse(memory, now)) return false
  const columns = columnsOf(memory, event)
  if (!remembersAnything(toOrderMemory(without(item, columns)))) return await removeOrder(orders, item)
  if (columns.length === 0) return true
  const written = await updateItem(orders, {
    id: orderItemId(orderId),
    columns: { ...Object.fromEntries(columns.map((column) => [column, undefined])), writeId: orders.newId() },
    condition: 'writeId = :read',
    values: { ':read': item.writeId },
  })
  return written.applied
}

function columnsOf({ returns, wishes, fingerprints }: OrderMemory, event: string): string[] {
  const of = (part: Record<string, { event: string }>) =>
    Object.keys(part).filter((name) => part[name]?.event === event)
  return [
    ...of(returns).map((id) => returnColumn(Number(id))),
    ...of(wishes).map(wishColumn),
    ...of(fingerprints).map(printColumn),
  ]
}

const without = (item: Item, columns: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([column]) => !columns.includes(column)))

async function removeOrder({ documentClient, table }: Table, { id, writeId }: Item): Promise<boolean> {
  try {
    await documentClient.send(
      new DeleteCommand({
        TableName: table,
        Key: { id },
        ConditionExpression: 'attribute_not_exists(id) OR writeId = :read',
        ExpressionAttributeValues: { ':read': writeId },
      }),
    )
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}
