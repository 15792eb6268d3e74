/** Text from outside, made safe to show. What is stored stays as it came: keys and fingerprints are made from that. */

/** Whatever ends a line somewhere: also in terminals and in old programs. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Not seen, but it changes or hides what is: control and direction characters, and those without width or ink. `idle` has joiners. */
const unseen = new RegExp(
  `[${[
    '[\\p{Cc}--[\\n\\t]]',
    '[\\p{Default_Ignorable_Code_Point}--[\\u200C\\u200D\\uFE0E\\uFE0F]]',
    // Other formats have a sign of their own, except these of annotations and of hieroglyphs.
    '\\uFFF9-\\uFFFB\\u{13430}-\\u{1343F}',
    // Blanks that are no space, and what stands for an object that is not there.
    '\\u2800\\uFFFC',
  ].join('')}]`,
  'gv',
)

/** Scripts whose letters need a joiner between them. */
const scripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const joinable = `[${scripts.replace(/\w+ ?/g, (name) => `\\p{Script=${name.trim()}}`)}\\p{Extended_Pictographic}]`
const selectable = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]'
/** Emoji are joined to one picture, and a selector makes them one, or makes a digit a key cap. Elsewhere neither is seen. */
const idle = new RegExp(
  [
    `(?<!${joinable}|${selectable}\\uFE0F?)[\\u200C\\u200D]`,
    `[\\u200C\\u200D](?!${joinable})`,
    `(?<!${selectable}|[\\d#*](?=\\uFE0F\\u20E3))[\\uFE0E\\uFE0F]`,
  ].join('|'),
  'gv',
)

/** Without control and direction characters; every kind of line break is one `\n`, and a tab is a space. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(lineBreaks, '\n').replaceAll('\t', ' ').replace(unseen, '').replace(idle, '')

/** The same in one line. */
export const oneLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim()

/** A text cut to one line, for use within a sentence. `clip` keeps its lines. */
export const brief = (text: string | null | undefined, max: number): string | undefined =>
  clip(text && oneLine(text), max)

const ending = ' [shortened]'

/** At most `max` characters, cut visibly. Undefined: there is no text. */
export function clip(text: string | null | undefined, max: number): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed.length <= max) return trimmed || undefined
  // Never leave half a surrogate pair.
  return trimmed.slice(0, max - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

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
    .replace(idle, escaped)

const escaped = (found: string): string =>
  found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
