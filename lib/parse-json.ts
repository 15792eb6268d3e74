/** `ok: false`: not JSON, or nested too deeply (`isTooDeep`). */
export type Parsed = { ok: true; value: unknown } | { ok: false; isTooDeep: boolean }
/** `source` is the number as it was written. */
export type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** Integers beyond 2^53 stay exact, as text. Shops use ids of 18 digits, and JSON.parse would round them to another id. */
export const keepBigIntegers: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
    ? context.source
    : value

/** If false, `keepBigIntegers` changes nothing: integers beyond 2^53 have 16 digits and more. */
export const mayHoldBigIntegers = (text: string): boolean => /\d{16}/.test(text)

export type Revival = {
  reviver: Reviver
  /** False only for a text that the reviver would not change. Calling it for each value takes eight times as long as parsing. */
  isNeededFor(text: string): boolean
}

const exactIntegers: Revival = { reviver: keepBigIntegers, isNeededFor: mayHoldBigIntegers }

/** Reads bytes or text as JSON without losing digits. Never throws. */
export function parseJson(raw: Buffer | string, { reviver, isNeededFor }: Revival = exactIntegers): Parsed {
  try {
    const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
    const isPlain = !isNeededFor(text) && !mayBeTooDeep(text)
    // The lib types do not know the third argument that Node 24 passes.
    return { ok: true, value: isPlain ? JSON.parse(text) : JSON.parse(text, reviver) }
  } catch (error) {
    return { ok: false, isTooDeep: error instanceof RangeError }
  }
}

/** JSON.parse alone has no limit. A reviver is limited by the stack, and so is whatever walks through the value later. */
function mayBeTooDeep(text: string): boolean {
  if (text.length <= maxDepth) return false
  let depth = 0
  for (let at = 0; at < text.length && depth <= maxDepth; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) depth += 1
    else if (code === closeBracket || code === closeBrace) depth -= 1
  }
  return depth > maxDepth
}

/** Skips a string: its brackets do not count. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); at < text.length && code !== quote; code = text.charCodeAt(at))
    at += code === backslash ? 2 : 1
  return at
}

const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Any stack has room for this. */
const maxDepth = 1_000
