/**
 * Text from outside, made safe to show. Nothing here changes what is stored: keys and fingerprints are made from what came.
 */

/** Whatever ends a line somewhere: also in terminals and in old programs. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** What is not seen and changes what is seen: control and direction characters, and those without width or ink. */
const unseen = new RegExp(
  `[${[
    '[\\p{Cc}--[\\n\\t]]',
    // Direction marks, embeddings and isolates, and the joiners that no script needs.
    '\\u061C\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF',
    // Soft hyphen, blanks that are no space, fillers and selectors.
    '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0\\uFFF9-\\uFFFB',
    // Tags can carry a hidden message.
    '\\u{E0000}-\\u{E007F}',
  ].join('')}]`,
  'gv',
)

/** Scripts whose letters need a joiner between them, and emoji, which are joined to one picture. */
const joined = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...['Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
].map((script) => `\\p{Script=${script}}`)
const joinable = `[${joined.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]`
/** Between other letters a joiner only makes two words differ that look the same. */
const idleJoiners = new RegExp(`(?<!${joinable})[\\u200C\\u200D]|[\\u200C\\u200D](?!${joinable})`, 'gv')

/** Without control and direction characters; every kind of line break is one `\n`, and a tab is a space. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(lineBreaks, '\n').replaceAll('\t', ' ').replace(unseen, '').replace(idleJoiners, '')

/** The same in one line. */
export const oneLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim()

/** `plainText` of every text in a JSON value. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plainText(name), plainTexts(inner)]))
}

/** The same text for a terminal: what is not seen is written out (`\u202e`), so that nothing is lost and JSON stays JSON. */
export const withEscapes = (text: string): string =>
  text
    .replace(lineBreaks, (found) => (found === '\n' ? found : escaped(found)))
    .replace(unseen, escaped)
    .replace(idleJoiners, escaped)

const escaped = (found: string): string =>
  found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
