/** `ok: false`: not JSON, or (`isTooDeep`) nested beyond sense. */
export type Parsed = { ok: true; value: unknown } | { ok: false; isTooDeep: boolean }

/** `source` is the number as it was written. */
export type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** Integers beyond 2^53 stay exact as text: shops use ids of 18 digits, and JSON.parse would hand out a neighbour's. */
export const keepBigIntegers: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
    ? context.source
    : value

/** Where it is false `keepBigIntegers` changes nothing: integers beyond 2^53 have 16 digits and more. */
export const mayHoldBigIntegers = (text: string): boolean => /\d{16}/.test(text)

export type Revival = {
  reviver: Reviver
  /** False only for a text in which the reviver would change nothing: a call for each value takes eight times as long as all reading. */
  isNeededFor(text: string): boolean
}

const exactIntegers: Revival = { reviver: keepBigIntegers, isNeededFor: mayHoldBigIntegers }

/** Reads bytes or text as JSON without losing digits. Never throws. */
export function parseJson(raw: Buffer | string, { reviver, isNeededFor }: Revival = exactIntegers): Parsed {
  try {
    const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
    const isPlain = !isNeededFor(text) && !mayNestBeyondSense(text)
    // The lib types do not know the third argument that Node 24 passes.
    return { ok: true, value: isPlain ? JSON.parse(text) : JSON.parse(text, reviver) }
  } catch (error) {
    return { ok: false, isTooDeep: error instanceof RangeError }
  }
}

/** Reading alone knows no limit; reviving runs into that of the stack, as would all that walks through the value later. */
function mayNestBeyondSense(text: string): boolean {
  let openings = 0
  for (let at = 0; at < text.length && openings <= mostOpenings; at += 1) {
    const code = text.charCodeAt(at)
    if (code === openBracket || code === openBrace) openings += 1
  }
  return openings > mostOpenings
}

const openBracket = 0x5b
const openBrace = 0x7b
/** Whatever has no more of them is no deeper either, which any stack has room for. */
const mostOpenings = 1_000
