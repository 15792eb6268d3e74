/** `ok: false`: not JSON (or nested beyond sense). */
export type Parsed = { ok: true; value: unknown } | { ok: false }

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Integers beyond 2^53 stay exact as text: shops use ids of 18 digits, and JSON.parse would hand out a neighbour's. */
const keepBigIntegers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? source
    : value

/** Reads bytes or text as JSON without losing digits. Never throws. */
export function parseJson(raw: Buffer | string): Parsed {
  try {
    const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
    // The lib types do not know the third argument that Node 24 passes.
    return { ok: true, value: JSON.parse(text, keepBigIntegers as (key: string, value: unknown) => unknown) }
  } catch {
    return { ok: false }
  }
}
