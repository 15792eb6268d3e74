import { withEscapes } from '../../lib/plain-text.ts'
import { utc } from '../../lib/sentences/sentences.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
/** A time as the sentences beside it say it. */
const shownTime = (text: string): string =>
  isoTime.test(text) && !Number.isNaN(Date.parse(text)) ? utc(Date.parse(text)) : text

/** A value of an answer as one line of text, which can steer no terminal. Whatever has a sentence is shown by that. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return withEscapes(shownTime(value)).replace(/\s+/g, ' ').trim()
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  const { text, code, id, names } = value as { text?: unknown; code?: unknown; id?: unknown; names?: unknown }
  if (typeof text === 'string') return cellOf(text)
  if (typeof code === 'string') return cellOf(code)
  if (Array.isArray(names)) return names.length > 0 ? names.map(cellOf).join(' or ') : cellOf(id)
  const parts = Object.entries(value).map(([name, inner]) => [cellOf(name), cellOf(inner)] as const)
  return parts.flatMap(([name, inner]) => (inner === '' ? [] : `${name} ${inner}`)).join(', ')
}
