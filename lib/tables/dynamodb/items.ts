import { recovered } from '../../errors.ts'
import { itemFormat, mustKnowFormat } from '../../inbox/format.ts'

export type Item = Record<string, unknown>

/** Requests that store a delivery, by the SDK or signed by ourselves (functions that must start fast). Both reject with the same names. */
export type Items = {
  put(input: { TableName: string; Item: Item; ConditionExpression: string }): Promise<void>
  get(input: { TableName: string; Key: Item; ConsistentRead: true }): Promise<Item | undefined>
  update(input: {
    TableName: string
    Key: Item
    UpdateExpression: string
    ConditionExpression: string
    ExpressionAttributeNames: Record<string, string>
    ExpressionAttributeValues: Item
  }): Promise<void>
}

export type ItemTable = { items: Items; table: string }
type Adding = { id: string; column: string; entries: readonly string[]; most: number; expiresAt: number }

/** One UpdateItem while the set has less than `most`; a repeat adds nothing. False: not added. Throws `NewerFormat`. */
export async function addToSet({ items, table }: ItemTable, adding: Adding & { orHas?: string }): Promise<boolean> {
  const { id, column, entries, most, expiresAt, orHas } = adding
  const fits = orHas === undefined ? 'size(#set) < :most' : '(size(#set) < :most OR contains(#set, :has))'
  const update = {
    TableName: table,
    Key: { id },
    UpdateExpression: 'SET #format = :format, #expiresAt = :expiresAt ADD #set :entries',
    ConditionExpression: `attribute_not_exists(id) OR (#format <= :format AND ${fits})`,
    ExpressionAttributeNames: { '#format': 'format', '#expiresAt': 'expiresAt', '#set': column },
    ExpressionAttributeValues: {
      ':format': itemFormat,
      ':expiresAt': expiresAt,
      ':entries': new Set(entries),
      ':most': most,
      ...(orHas !== undefined && { ':has': orHas }),
    },
  }
  if (await isApplied(items.update(update))) return true
  const stored = await readItem({ items, table }, id)
  if (stored) mustKnowFormat(stored)
  return false
}

/** One consistent read. */
export const readItem = ({ items, table }: ItemTable, id: string): Promise<Item | undefined> =>
  items.get({ TableName: table, Key: { id }, ConsistentRead: true })

/** Without `undefined`, which the document client refuses. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** False: what is stored does not fit the condition of the write, or this very write has been carried out before. */
export async function isApplied(write: Promise<unknown>): Promise<boolean> {
  const applied = write.then(() => true)
  return await recovered(applied, isConditionFailure, false)
}

export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'
