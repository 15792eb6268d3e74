import { oneLine } from '../../plain-text.ts'
import { mostBytes, parseAnswer } from './read-answer.ts'
import { createWithoutEcho, type Sent } from './without-echo.ts'

/** What the server says about a refusal. Only its beginning is searched, in a time that grows no faster than it. */

const maxDetailLength = 500
const maxDetails = 20
/** Some of them are alike or empty. */
const mostWords = 5 * maxDetails
/** A sentence, not a page. */
const maxPlainLength = 200
/** `secret`: the token of the request. `sent`: what else the request held, which some servers quote. */
type Said = { secret?: string; sent?: Sent }

/**
 * The messages in an error body as plain text, without e-mail addresses, tokens and what was `sent`
 * (docs/back-office.md 10.1). A body that is not JSON is one short message. JSON of another shape, or too long, gives
 * none: it may echo a record.
 */
export function serverWords(body: string, { secret = '', sent = {} }: Said = {}): string[] {
  const start = body.slice(0, mostBytes.refusal)
  const text = secret === '' ? start : start.replaceAll(secret, '[token]')
  const withoutEcho = createWithoutEcho(sent)
  const showable = (word: string) => cut(withoutEcho(withoutSecrets(word)))
  const record = parseAnswer(text)
  const words = new Set(isRecord(record) ? knownWords(record) : textsOf(record))
  const said = [...words].slice(0, mostWords).map(showable)
  const shown = [...new Set(said.filter((word) => word !== ''))].slice(0, maxDetails)
  if (shown.length > 0 || record !== undefined || (isCut(body) && /^\s*[[{]/.test(text))) return shown
  return [showable(withoutCode(text)).slice(0, maxPlainLength).toWellFormed()].filter((word) => word !== '')
}

const wordFields = 'error error_description message msg errors validation_errors validationErrors'.split(' ')

const knownWords = (record: Record<string, unknown>): string[] => [
  ...wordFields.flatMap((field) => wordsOf(record[field])),
  ...wordsOf(record.missing_permissions, missing),
]

const textsOf = (value: unknown): string[] => [value].flat().filter((entry) => typeof entry === 'string')

/** Characters have one byte or more: a body that was broken off at the bound may be shorter than it in characters. */
const isCut = (body: string): boolean => Buffer.byteLength(body) >= mostBytes.refusal

/** Without what a browser would not show of a page. */
function withoutCode(body: string): string {
  const [start = '', ...codes] = body.split(/<(?=(?:script|style)\b)/i)
  return [start, ...codes.map(afterCode)].join(' ')
}

function afterCode(code: string): string {
  const end = code.search(/<\/(?:script|style)\b/i)
  return end === -1 ? '' : code.slice(end)
}

/** Whether a 429 is about open sessions, which logging in again makes worse (docs/back-office.md 2.3). */
export const isTooManySessions = (body: string): boolean => tooManySessions.test(body)
const tooManySessions =
  /too_many_concurrent_sessions|too many (?:[a-z]+ )?(?:users|sessions)\b|users can be logged in simultaneously/i

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function wordsOf(value: unknown, label = '', depth = 0): string[] {
  if (depth > 5) return []
  if (typeof value === 'string' || typeof value === 'number') return [label ? `${label}: ${value}` : String(value)]
  if (Array.isArray(value)) return value.slice(0, maxDetails).flatMap((entry) => wordsOf(entry, label, depth + 1))
  if (!isRecord(value)) return []
  // The sentence before its number.
  return Object.entries({ message: undefined, ...value })
    .slice(0, maxDetails)
    .flatMap(([key, entry]) => wordsOf(entry, labelOf(label, key), depth + 1))
}

const missing = 'missing permission'
const saysNothing: ReadonlySet<string> = new Set('message code error messages msg errors error_description'.split(' '))

function labelOf(label: string, key: string): string {
  if (key === 'missing_permissions') return missing
  if (saysNothing.has(key)) return label
  return label === '' || /^\d+$/.test(key) ? label || key : `${label}.${key}`
}

const withoutSecrets = (word: string): string =>
  oneLine(word.slice(0, 10 * maxDetailLength))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+(?:@|%40)[^\s@<>"'(),;:]+/gi, '[e-mail]')
    .replace(/\bBearer\s+\S+/gi, '[token]')
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, '[token]')

const cut = (word: string): string => word.replace(/\s+/g, ' ').trim().slice(0, maxDetailLength).toWellFormed()
