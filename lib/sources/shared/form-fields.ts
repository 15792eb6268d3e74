import type { SourceSettings } from '../source.ts'
import { fieldsOf, givenText } from './json-fields.ts'

/** The answer to one question. Each choice is a text of its own, its label. */
export type Answered = {
  texts: readonly string[]
  /** Something was answered that is no text, instead of the texts or beside them. */
  isPartial?: true
  /** The address of each uploaded file, empty if it has none. A file is no text. */
  files?: readonly string[]
}

/** One answer of a form, with every name of its question. Without a name no field can mean it. */
export type Answer = Answered & { keys: readonly string[] }
/** Our field names (the right side of `fields` in bridge.config.ts). Further lines are numbered from 2 to 50. */
const ours = /^(?:order_number|order_label|email|note|(?:sku|quantity|reason)(?:_(?:[2-9]|[1-4]\d|50))?)$/
export const isFormField = (name: string): boolean => ours.test(name)
export type FormFields = ReadonlyMap<string, Answered>
/** Stands where bytes or halves of characters could not be read. */
const replacement = '\uFFFD'

/** With `fields`, from the sender's names to ours, only those count. The first answer that is not empty counts. */
export function toFormFields(answers: readonly Answer[], fields: SourceSettings['fields']): FormFields {
  const found = new Map<string, Answered>()
  const names = fields && new Map(Object.entries(fields).map(([theirs, name]) => [theirs.trim(), name]))
  for (const answer of answers) {
    const name = answer.keys
      .map((key) => (names ? names.get(key.trim()) : key.trim()))
      .find((key) => key !== undefined && isFormField(key))
    const texts = answer.texts.map((text) => text.trim()).filter((text) => text !== '')
    const isPartial = answer.isPartial || texts.some((text) => text.includes(replacement))
    if (name === undefined || found.has(name) || (texts.length === 0 && !isPartial)) continue
    found.set(name, { texts, ...(isPartial && { isPartial }) })
  }
  return found
}

/** A list is several texts, an object with a `url` a file. Anything else that is not empty is unreadable. */
export function readValue(value: unknown): Answered {
  const texts: string[] = []
  const files: string[] = []
  let isPartial = false
  for (const entry of Array.isArray(value) ? value : [value]) {
    if (typeof entry === 'string') texts.push(entry)
    else if (typeof entry === 'number' || typeof entry === 'boolean') texts.push(String(entry))
    else if (!isEmpty(entry)) {
      isPartial = true
      const { url } = entry as { url?: unknown }
      if (typeof url === 'string') files.push(url)
    }
  }
  return { texts, ...(isPartial && { isPartial }), ...(files.length > 0 && { files }) }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

export const answersOf = (record: object): Answer[] =>
  Object.entries(record).map(([key, value]) => ({ keys: [key], ...readValue(value) }))

/** Ids and names of a question, as text. */
export const namesOf = (...names: readonly unknown[]): string[] => names.flatMap((name) => givenText(name) ?? [])

/** An answer: its `value`, and its names in these fields. What is malformed counts as absent. */
export function answerBy(given: unknown, ...names: readonly string[]): Answer {
  const entry = fieldsOf(given) ?? {}
  return { keys: namesOf(...names.map((name) => entry[name])), ...readValue(entry.value) }
}

const most = { files: 10, characters: 1_000 }

/** The addresses of the files, or their number: a query may hold a key, and other text is no address. */
export function sayFiles(answers: readonly Answered[]): string | undefined {
  const files = answers.flatMap((answer) => answer.files ?? [])
  if (files.length === 0) return undefined
  const links = files.join('\n')
  const areLinks = files.every((file) => /^https:\/\/[\w.-]+\/[\w./%~+-]*$/.test(file))
  if (areLinks && files.length <= most.files && links.length <= most.characters) return links
  return files.length === 1 ? '1 file, see the form' : `${files.length} files, see the form`
}
