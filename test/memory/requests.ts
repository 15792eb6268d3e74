import { invalid, type Row } from './expression-words.ts'
import type { Item } from './item-copy.ts'

/** What several requests name. */
export type Asked = {
  TableName?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Record<string, unknown> | undefined
  ConditionExpression?: string | undefined
  UpdateExpression?: string | undefined
  ProjectionExpression?: string | undefined
  KeyConditionExpression?: string | undefined
  FilterExpression?: string | undefined
}

export const rowOf = ({ ExpressionAttributeNames, ExpressionAttributeValues }: Asked, item: Item = {}): Row => ({
  item,
  names: ExpressionAttributeNames ?? {},
  values: ExpressionAttributeValues ?? {},
})

export function idOf(key: Item | undefined): string {
  if (typeof key?.id === 'string' && key.id !== '') return key.id
  throw invalid('One or more parameter values are not valid: the key is empty or of another type')
}

const placeholders = new Map<string, ReadonlySet<string>>()

function placeholdersOf(text: string): ReadonlySet<string> {
  const known = placeholders.get(text) ?? new Set(text.match(/[#:]\w+/g))
  placeholders.set(text, known)
  return known
}

/** DynamoDB refuses names and values that no expression uses. */
export function mustBeUsed(asked: Asked): void {
  const used = [
    ...[asked.ConditionExpression, asked.UpdateExpression, asked.ProjectionExpression],
    ...[asked.KeyConditionExpression, asked.FilterExpression],
  ].flatMap((text) => (text === undefined ? [] : placeholdersOf(text)))
  const { names, values } = rowOf(asked)
  for (const one of [...Object.keys(names), ...Object.keys(values)])
    if (!used.some((placeholders) => placeholders.has(one)))
      throw invalid(`Value provided in ExpressionAttribute unused in expressions: ${one}`)
}
