import { createHash } from 'node:crypto'

/** A hash of JSON content, 64 hexadecimal digits: the same for the same content, in whatever order its fields come. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content, withSortedNames)).digest('hex')

const withSortedNames = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
