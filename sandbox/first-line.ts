import { decodeHTMLStrict } from 'entities/decode'

const lineBreak = /<(?:br|\/?(?:p|div|li|ul|ol|tr|table|blockquote|pre|h[1-6]))\b[^<>]*>/gi
const tag = /<[/!a-z][^<>]*>/gi

/** Enough for one line of a terminal, even if most of it is markup. */
const mostCharacters = 4_000

/** The first line of an HTML text (docs/back-office.md 6.4) as plain text; empty if it has none. */
export const firstLine = (html: string): string => {
  const lines = html
    .slice(0, mostCharacters)
    // Only tags break a line: HTML shows the line ends of a text as spaces.
    .replace(/\s+/g, ' ')
    .replace(lineBreak, '\n')
    .replace(tag, '')
    .split('\n')
  return lines.map((line) => decodeHTMLStrict(line).replace(/\s+/g, ' ').trim()).find(Boolean) ?? ''
}
