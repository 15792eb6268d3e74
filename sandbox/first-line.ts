const lineBreak = /<(?:br|\/?(?:p|div|li|ul|ol|tr|table|blockquote|pre|h[1-6]))\b[^<>]*>/gi
const tag = /<[/!a-z][^<>]*>/gi
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (whole: string, decimal?: string, hex?: string, name?: string): string => {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Enough for one line of a terminal, even if most of it is markup. */
const mostCharacters = 4_000

/** The first line of a text that is HTML (docs/back-office.md 6.4), as plain text; empty where it has none. */
export const firstLine = (html: string): string => {
  const lines = html
    .slice(0, mostCharacters)
    .replace(lineBreak, '\n')
    .replace(tag, '')
    .split(/[\r\n]+/)
  return lines.map((line) => line.replace(entity, decoded).replace(/\s+/g, ' ').trim()).find(Boolean) ?? ''
}
