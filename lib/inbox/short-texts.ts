/** A copy as it is stored: without `undefined`, and with no text longer than `longest` UTF-16 units. */
export function shortTexts<Facts extends object>(facts: Facts, longest: number): Facts {
  return JSON.parse(
    JSON.stringify(facts, (_key, value) => (typeof value === 'string' ? shortened(value, longest) : value)),
  )
}

/** A cut can leave half a surrogate pair, which not every reader of JSON accepts. */
const shortened = (text: string, longest: number) =>
  (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed()
