/** One answer of a form: every name of its question, and the answered texts. Choices come as their labels. */
export type Answer = { keys: readonly string[]; texts: readonly string[] }

/** Our field names (the right side of `fields` in bridge.config.ts). Further lines are numbered from 2 to 50. */
const ours = /^(?:order_number|order_label|email|note|(?:sku|quantity|reason)(?:_(?:[2-9]|[1-4]\d|50))?)$/

export const isFormField = (name: string): boolean => ours.test(name)

/** Answered texts, by our field names. */
export type FormFields = ReadonlyMap<string, readonly string[]>

/**
 * The answers of a form by our field names. `fields` maps from the sender's names to ours, and then only those count; without it the form
 * uses our names. An empty answer counts as absent. The first of two answers to one field counts.
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

/** A JSON value as texts: one for a string, number or boolean, several for a list, none for anything else. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return Array.isArray(value) ? value.filter((entry) => !Array.isArray(entry)).flatMap(textsOf) : []
}

/** The answers in a flat object. */
export function answersOf(record: object): Answer[] {
  return Object.entries(record).map(([key, value]) => ({ keys: [key], texts: textsOf(value) }))
}
