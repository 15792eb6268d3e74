import { keepBigIntegers, mayHoldBigIntegers, parseJson, type Revival, type Reviver } from '../../parse-json.ts'

/** Why an answer was not read to its end: more of it than it may have, or more of all answers together than fit the process. */
export type BrokenOff = 'too_large' | 'too_much_at_once'
export type ReadBody = { text: string; brokenOff?: BrokenOff }

/** Reads a body, and keeps only the start (`keepsStart`), or nothing, of one that is too long. Never throws. */
export type AnswerReader = (body: Body, options: { most: number; keepsStart: boolean }) => Promise<ReadBody>
type Body = AsyncIterable<Uint8Array> | null

const MB = 1024 * 1024
/** The most bytes of an answer. The largest page, 250 loaded orders (docs/back-office.md 7.2), has 2 MB. */
export const mostBytes = { read: 8 * MB, write: MB, refusal: 64 * 1024 } as const
/** Twenty events run side by side, in a process with 256 MB. What is read becomes several times as large. */
const mostAtOnce = 2 * mostBytes.read
/** The most values in an answer: empty lists alone, a few bytes each, would take fifty times their bytes once they are parsed. */
export const mostValues = 400_000

/** Whether it may have more values than that: each begins with one of these, or is the first of its list or object. */
function hasTooMany(json: Buffer): boolean {
  let values = 0
  for (const byte of json) if (byte === comma || byte === openBracket || byte === openBrace) values += 1
  return values > mostValues
}

const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

/** The reader of a process: it counts the bytes of all answers that are being read. */
export function createAnswerReader(mostTogether: number = mostAtOnce): AnswerReader {
  let together = 0

  return async (body, { most, keepsStart }) => {
    const chunks: Uint8Array[] = []
    let size = 0
    let brokenOff: BrokenOff | undefined
    try {
      for await (const chunk of body ?? []) {
        size += chunk.length
        together += chunk.length
        chunks.push(chunk)
        if (size > most) brokenOff = 'too_large'
        else if (together > mostTogether) brokenOff = 'too_much_at_once'
        // Leaving the loop ends the stream and with it the connection.
        if (brokenOff) break
      }
    } catch {
      // The status still counts, and a 2xx without a body is no answer.
      return { text: '' }
    } finally {
      together -= size
    }
    if (brokenOff && !keepsStart) return { text: '', brokenOff }
    const read = Buffer.concat(chunks, Math.min(size, most))
    if (!keepsStart && hasTooMany(read)) return { text: '', brokenOff: 'too_large' }
    return { text: read.toString('utf8'), ...(brokenOff && { brokenOff }) }
  }
}

/** `value` beside `typeId` is a text (docs/back-office.md 4.5): it is copied into new records digit by digit. */
const keepDigits: Reviver = function (key, value, context) {
  if (key === 'value' && typeof value === 'number' && context?.source !== undefined && hasTypeId(this))
    return context.source
  return keepBigIntegers(key, value, context)
}

const hasTypeId = (holder: unknown) => typeof holder === 'object' && holder !== null && 'typeId' in holder
/** A number beside the key `value`, or that key with escaped characters. */
const numberAsValue = /"value"\s*:\s*[-\d]|\\u00(?:76|61|6c|75|65)/i

const exactAnswers: Revival = {
  reviver: keepDigits,
  isNeededFor: (text) => mayHoldBigIntegers(text) || numberAsValue.test(text),
}

/** The JSON of an answer, exact to the digit; undefined where it is none. Never throws. */
export function parseAnswer(body: string): unknown {
  const parsed = parseJson(body, exactAnswers)
  return parsed.ok ? parsed.value : undefined
}
