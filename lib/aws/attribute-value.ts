/** A value as DynamoDB's JSON has it, such as `{ "S": "text" }`. */
export type AttributeValue = Readonly<Record<string, unknown>>

/** A value for a request. Text, finite numbers, bytes, booleans, null, sets of texts, lists and plain objects; nothing else is stored. */
export function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (value instanceof Uint8Array)
    return { B: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') }
  if (value instanceof Set && value.size > 0 && [...value].every((entry) => typeof entry === 'string'))
    return { SS: [...value] }
  if (Array.isArray(value)) return { L: value.map(toAttribute) }
  if (isPlain(value)) return { M: toAttributes(value) }
  throw new TypeError(`a value of type ${typeof value} cannot be stored in a table`)
}

/** An item, or the values of an expression. A field that is undefined is left out. */
export function toAttributes(fields: object): Record<string, AttributeValue> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, toAttribute(value)]))
}

const readers: Readonly<Record<string, (value: never) => unknown>> = {
  S: (text: string) => text,
  /** Numbers beyond 2^53 are none of ours. */
  N: Number,
  BOOL: (isTrue: boolean) => isTrue,
  NULL: () => null,
  B: (base64: string) => Buffer.from(base64, 'base64'),
  SS: (texts: string[]) => new Set(texts),
  L: (entries: AttributeValue[]) => entries.map(fromAttribute),
  M: (fields: Record<string, AttributeValue>) => fromAttributes(fields),
}

export function fromAttribute(attribute: AttributeValue): unknown {
  const [[type = 'undefined', value] = []] = Object.entries(attribute)
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (!read) throw new TypeError(`an attribute of type ${type} is none of ours`)
  return read(value as never)
}

export const fromAttributes = (item: Readonly<Record<string, AttributeValue>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, fromAttribute(attribute)]))

function isPlain(value: unknown): value is object {
  const prototype: unknown = value instanceof Object ? Object.getPrototypeOf(value) : undefined
  return prototype === Object.prototype || (typeof value === 'object' && value !== null && prototype === undefined)
}
