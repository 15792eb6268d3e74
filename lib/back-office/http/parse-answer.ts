import { keepBigIntegers, mayHoldBigIntegers, parseJson, type Revival, type Reviver } from '../../parse-json.ts'

/**
 * `value` beside `typeId` is a property's or an option's: a text (docs/back-office.md 4.5), whatever type it comes as, and
 * copied into new records digit by digit.
 */
const keepDigits: Reviver = function (key, value, context) {
  if (key === 'value' && typeof value === 'number' && context?.source !== undefined && hasTypeId(this)) {
    return context.source
  }
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
