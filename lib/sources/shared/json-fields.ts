import { parseJson } from '../../parse-json.ts'

export type JsonFields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): JsonFields | undefined =>
  isObject(value) ? (value as JsonFields) : undefined

/** A body as a JSON object. Undefined: it is none. Never throws. */
export function readFields(body: Buffer): JsonFields | undefined {
  const parsed = parseJson(body)
  return parsed.ok ? fieldsOf(parsed.value) : undefined
}

/** A list; one that is absent is empty. Undefined: it is something else. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  const list = value ?? []
  return Array.isArray(list) ? list : undefined
}

/** An id as senders give it: text or a number. Anything else counts as absent. */
export function givenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
