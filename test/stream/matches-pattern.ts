export type Pattern = { [name: string]: Pattern | unknown[] }

/**
 * Whether an event source mapping lets a record through: the record has every name of the pattern, with one of the
 * listed values. Supports only the equality of texts
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax); any other rule
 * throws.
 */
export const matchesPattern = (pattern: Pattern, record: unknown): boolean =>
  Object.entries(pattern).every(([name, expected]) => {
    const found = isObject(record) ? record[name] : undefined
    if (!Array.isArray(expected)) return matchesPattern(expected, found)
    const texts = expected.map((value) => {
      if (typeof value !== 'string')
        throw new TypeError(`not a text in the pattern of ${name}: ${JSON.stringify(value)}`)
      return value
    })
    return typeof found === 'string' && texts.includes(found)
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
