/** `ok: false`: not JSON (or nested beyond sense). */
export type Parsed = { ok: true; value: unknown } | { ok: false }

/** `source` is the number as it was written. */
export type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** Integers beyond 2^53 stay exact as text: shops use ids of 18 digits, and JSON.parse would hand out a neighbour's. */
export const keepBigIntegers: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
    ? context.source
    : value

/** Reads bytes or text as JSON without losing digits. Never throws. */
export function parseJson(raw: Buffer | string, reviver: Reviver = keepBigIntegers): Parsed {
  try {
    const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
    // The lib types do not know the third argument that Node 24 passes.
    return { ok: true, value: JSON.parse(text, reviver) }
  } catch {
    return { ok: false }
  }
}
