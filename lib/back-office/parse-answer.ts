type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * `value` beside `typeId` is a property's or an option's: a text (specification, Property), whatever type it comes as, and copied
 * into new records digit by digit. Elsewhere integers beyond 2^53 stay exact as text: JSON.parse would hand out a neighbour.
 */
const keepDigits: Reviver = function (key, value, context) {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  if (key === 'value' && hasTypeId(this)) return source
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}

const hasTypeId = (holder: unknown) => typeof holder === 'object' && holder !== null && 'typeId' in holder

/** The JSON of an answer, exact to the digit; undefined where it is none. Never throws. */
export function parseAnswer(body: string): unknown {
  try {
    // The lib types do not know the third argument that Node 24 passes.
    return JSON.parse(body, keepDigits)
  } catch {
    return undefined
  }
}
