/**
 * A copy that shares nothing with `data` which anybody could change: plain objects and arrays all the way down, anything else as
 * `structuredClone` copies it. That alone would do, and takes five times as long.
 */
export function deepCopy<Data>(data: Data): Data {
  if (!isCompound(data)) return data
  if (Array.isArray(data)) return data.map(deepCopy) as Data
  const prototype: unknown = Object.getPrototypeOf(data)
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(data)
  // Spread makes each key one of the copy's own, `__proto__` too; an assignment alone would not.
  const copy = { ...data }
  for (const key of Object.keys(copy) as (keyof Data)[]) {
    const value = copy[key]
    if (isCompound(value)) copy[key] = deepCopy(value)
  }
  return copy
}

/** A function is none that can be copied, and `structuredClone` says so. */
const isCompound = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
