/** One answer of a form: every name that the sender has for its question, and what was answered, choices as their labels. */
export type Answer = { keys: readonly string[]; texts: readonly string[] }

/** Our field keys (the right side of `fields` in bridge.config.ts); a form with several lines numbers them from 2 to 50. */
const ours = /^(?:order_number|order_label|email|note|(?:sku|quantity|reason)(?:_(?:[2-9]|[1-4]\d|50))?)$/

export const isFormField = (name: string): boolean => ours.test(name)

/** What was answered, by our field keys. */
export type FormFields = ReadonlyMap<string, readonly string[]>

/**
 * Sorts a form's answers under our field keys. With `fields` (from the sender's key to ours) exactly those count; without it the
 * form uses our keys itself. Empty answers count as not given; of two answers to one field the first counts.
 */
export function toFormFields(
  answers: readonly Answer[],
  fields: Readonly<Record<string, string>> | undefined,
): FormFields {
  const found = new Map<string, readonly string[]>()
  for (const answer of answers) {
    const name = answer.keys
      .map((key) => ourKey(key.trim(), fields))
      .find((key) => key !== undefined && isFormField(key))
    const texts = answer.texts.map((text) => text.trim()).filter((text) => text !== '')
    if (name !== undefined && texts.length > 0 && !found.has(name)) found.set(name, texts)
  }
  return found
}

function ourKey(key: string, fields: Readonly<Record<string, string>> | undefined): string | undefined {
  if (!fields) return key
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** A JSON value as answered texts: one for a text, number or yes/no, several for a list, none for anything else. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return Array.isArray(value) ? value.filter((entry) => !Array.isArray(entry)).flatMap(textsOf) : []
}

/** Answers of a flat object, each under its own name. */
export function answersOf(record: object): Answer[] {
  return Object.entries(record).map(([key, value]) => ({ keys: [key], texts: textsOf(value) }))
}
