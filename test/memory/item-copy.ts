import { invalid } from './expression-words.ts'

export type Item = Record<string, unknown>

/**
 * A copy as a table stores it, which shares nothing that anybody could change; the bytes of a body never change. Throws for what a table
 * does not take, and the document client neither.
 */
export function itemCopy<T>(value: T): T {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new TypeError(`${value} is no number of a table`)
  }
  if (value instanceof Uint8Array) return value
  if (value instanceof Set) {
    if (value.size > 0) return new Set(value) as T
    throw invalid('One or more parameter values were invalid: An set may not be empty')
  }
  if (Array.isArray(value)) return value.map(itemCopy) as T
  if (typeof value !== 'object')
    throw new TypeError('Pass options.removeUndefinedValues=true to remove undefined values')
  const copy: Item = {}
  for (const name of Object.keys(value)) copy[name] = itemCopy((value as Item)[name])
  return copy as T
}

/** In bytes, as "DynamoDB item sizes and formats" of the developer guide counts. */
export function itemSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof Set) return [...value].reduce((sum: number, one) => sum + itemSize(one), 0)
  let sum = 3
  if (Array.isArray(value)) for (const one of value) sum += 1 + itemSize(one)
  else for (const name of Object.keys(value)) sum += 1 + Buffer.byteLength(name) + itemSize((value as Item)[name])
  return sum
}
